import { expect, it } from 'vitest';
import type { Policy } from '../../../src-main/contract/run.ts';
import { withFlags } from '../../../src-main/hosts/cli/policy-flags.ts';

const policy: Policy = {
  rule: 'precision',
  parameters: {},
  timeLimitS: 3,
  rounds: 5,
  order: 'shuffled',
};

it.each([
  ['lowers the planned number', policy, { maxRounds: 2 }, { rounds: 2, maxRounds: 2 }],
  ['leaves a planned number that is less', policy, { maxRounds: 9 }, { rounds: 5, maxRounds: 9 }],
  ['leaves what a flag says', policy, { rounds: 3, maxRounds: 4 }, { rounds: 3, maxRounds: 4 }],
  ['adds no number to a group without one', {}, { maxRounds: 2 }, { maxRounds: 2 }],
])('a maximum of repetitions %s', (_what, base: Partial<Policy>, flags, expected) => {
  expect(withFlags(base, flags)).toEqual({ ...base, ...expected });
});
