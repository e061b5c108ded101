import type { StoredCase } from '../../contract/run.ts';
import { valuesText } from './values-text.ts';

/** Identity and label of the series that a case belongs to: its variant, and the values of the axes that split series. */
export function seriesKey(
  { workload, variant, values }: Pick<StoredCase, 'workload' | 'variant' | 'values'>,
  scope: string,
  seriesBy: readonly string[] = [],
): { readonly key: string; readonly label: string } {
  const split = Object.fromEntries(
    seriesBy.flatMap((axis) => {
      const value = values[axis];
      return value === undefined ? [] : [[axis, value] as const];
    }),
  );
  const suffix = valuesText(split);
  return {
    key: [workload, variant, scope, ...(suffix === '' ? [] : [suffix])].join('/'),
    label: suffix === '' ? variant : `${variant}, ${suffix}`,
  };
}
