import { expect, it } from 'vitest';
import { policyOfRepetition } from '../../../src-main/core/plan/shared-samples.ts';

it('the policy of a round leaves other rules and what means "as many as of the kernel" alone', () => {
  const policy = { timeLimitS: null, repetitions: 2, order: 'shuffled' } as const;
  const fixed = { ...policy, criterion: 'fixed', parameters: { samples: 9, otherSamples: 0 } };
  expect(policyOfRepetition(fixed, 1).parameters).toEqual({ samples: 4, otherSamples: 0 });
  const one = { ...fixed, parameters: { samples: 9, otherSamples: 1 } };
  expect(
    [0, 1].map((repetition) => policyOfRepetition(one, repetition).parameters.otherSamples),
  ).toEqual([1, 1]);
  const precision = { ...policy, criterion: 'precision', parameters: { samples: 9 } };
  expect(policyOfRepetition(precision, 1)).toBe(precision);
});
