import { expect, it } from 'vitest';
import type { Policy } from '../../../src-main/contract/configuration.ts';
import { withFlags } from '../../../src-main/hosts/cli/policy-flags.ts';

const policy: Policy = {
  criterion: 'precision',
  parameters: {},
  timeLimitS: 3,
  repetitions: 5,
  order: 'shuffled',
};

it.each([
  [
    'lowers the planned number',
    policy,
    { maxRepetitions: 2 },
    { repetitions: 2, maxRepetitions: 2 },
  ],
  [
    'leaves a planned number that is less',
    policy,
    { maxRepetitions: 9 },
    { repetitions: 5, maxRepetitions: 9 },
  ],
  [
    'leaves what a flag says',
    policy,
    { repetitions: 3, maxRepetitions: 4 },
    { repetitions: 3, maxRepetitions: 4 },
  ],
  ['adds no number to a group without one', {}, { maxRepetitions: 2 }, { maxRepetitions: 2 }],
])('a maximum of repetitions %s', (_what, base: Partial<Policy>, flags, expected) => {
  expect(withFlags(base, flags)).toEqual({ ...base, ...expected });
});
