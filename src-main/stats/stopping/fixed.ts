import type { CriterionKind } from './criterion.ts';

/** This many samples. */
export const fixed: CriterionKind = {
  id: 'fixed',
  make: (parameters, { headline }) => {
    const other = parameters('otherSamples');
    const target = headline || other === 0 ? parameters('samples') : other;
    return {
      after: (timesNs) => (timesNs.length >= target ? 'count' : null),
      target,
      isSpent: () => false,
    };
  },
};
