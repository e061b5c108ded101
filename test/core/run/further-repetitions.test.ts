import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../src-main/contract/configuration.ts';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import {
  furtherCases,
  type Measured,
  needOf,
} from '../../../src-main/core/run/further-repetitions.ts';

const policy: Policy = {
  criterion: 'precision',
  parameters: {},
  timeLimitS: 1,
  repetitions: 2,
  order: 'shuffled',
};
type Asked = Partial<Omit<Measured, 'planned'>> & {
  readonly index?: number;
  readonly policy?: Partial<Policy>;
  readonly took?: readonly (number | string)[];
};

/** `took`: one entry a repetition, a reason why it was disturbed or how many seconds it took. */
function measured({ index = 0, policy: own, took = [1, 1], ...more }: Asked): Measured {
  return {
    planned: { index, policy: { ...policy, ...own } } as PlannedCase,
    ...{ outcome: 'ok', outOfLine: null, closed: false, settledBy: null },
    repetitions: took.map((each, repetition) => ({
      repetition,
      seconds: typeof each === 'number' ? each : 1,
      interference: null,
      disturbed: typeof each === 'string' ? each : null,
    })),
    ...more,
  };
}

describe('the need of a further repetition', () => {
  it.each<readonly [string, Asked, ReturnType<typeof needOf>]>([
    ['none where nothing is open', {}, null],
    ['a question that more repetitions settle', { settledBy: 4 }, 'open'],
    [
      'none for a question where the samples are counted',
      { settledBy: 4, policy: { criterion: 'fixed' } },
      null,
    ],
    [
      'a disturbed repetition whose samples are counted',
      { took: [1, 'stolen'], policy: { criterion: 'fixed' } },
      'disturbed',
    ],
    [
      'and no fourth time',
      { took: ['stolen', 'stolen', 'stolen', 'stolen', 'stolen'], policy: { criterion: 'fixed' } },
      null,
    ],
    [
      'a single disturbed repetition, until three others let it be left out',
      { took: ['stolen', 1, 1], policy: { repetitions: 1 } },
      'disturbed',
    ],
    ['and no longer', { took: ['stolen', 1, 1, 1], policy: { repetitions: 1 } }, null],
    [
      'none where one repetition was asked for and its samples are counted',
      { took: ['stolen'], policy: { repetitions: 1, criterion: 'fixed' } },
      null,
    ],
    ['none at the maximum', { settledBy: 4, policy: { maxRepetitions: 2 } }, null],
    ['none at the default maximum', { settledBy: 4, took: Array(20).fill(1) }, null],
    ['none before the minimum', { settledBy: 4, took: [1] }, null],
    ['none of a failed case', { settledBy: 4, outcome: 'failed' }, null],
    ['none where the user has seen enough', { settledBy: 4, closed: true }, null],
    ['a disturbed repetition', { took: [1, 'stolen'] }, 'disturbed'],
    ['none once it was made up for', { took: [1, 'stolen', 1, 1] }, null],
    ['three times at most', { took: ['stolen', 'stolen', 'stolen', 'stolen'] }, 'disturbed'],
    [
      'and no fourth time, either',
      { took: ['stolen', 'stolen', 'stolen', 'stolen', 'stolen'] },
      null,
    ],
    ['a size out of line', { outOfLine: 'now' }, 'out of line'],
    ['one that was so in the first repetition, once', { outOfLine: 'first' }, 'out of line'],
    ['and not again', { outOfLine: 'first', took: [1, 1, 1] }, null],
    ['one that stays so, three times', { outOfLine: 'now', took: [1, 1, 1, 1, 1] }, null],
  ])('%s', (_, asked, need) => expect(needOf(measured(asked))).toBe(need));
});

describe('the next further repetition', () => {
  it('takes the disturbed ones, then those that are settled soonest, as the time allows', () => {
    const all = [
      measured({ index: 0, took: [2, 2], settledBy: 4 }),
      measured({ index: 1, settledBy: 4 }),
      measured({ index: 2, took: [1, 'stolen'] }),
      measured({ index: 3, took: [3, 3], settledBy: 3 }),
      measured({ index: 4, took: [2, 2] }),
    ];
    // 18 s were measured: 1 s for the disturbed one, 2 s, 3 s, and 4 s are too much for what is left of 9 s.
    expect([...furtherCases(all)].map(([{ index }, need]) => `${index} ${need}`)).toEqual([
      '2 disturbed',
      '1 open',
      '3 open',
    ]);
  });

  it('gives no time to a question that the time does not settle', () => {
    const settled = (settledBy: number) => [
      ...furtherCases([measured({ took: [1, 1, 1, 1], settledBy, policy: { repetitions: 4 } })]),
    ];
    expect(settled(6)).toHaveLength(1);
    expect(settled(7)).toEqual([]);
  });

  it('comes to an end after half as much time again, of what was disturbed after as much again', () => {
    const further = (took: readonly (number | string)[], settledBy: number | null = null) => [
      ...furtherCases([measured({ took, settledBy })]).values(),
    ];
    expect(further([1, 1], 3)).toEqual(['open']);
    expect(further([1, 1, 0.5], 4)).toEqual([]);
    expect(further([1, 'stolen', 'stolen'])).toEqual(['disturbed']);
    expect(further([1, 'stolen', 'stolen', 'stolen'])).toEqual([]);
  });
});
