import { describe, expect, it } from 'vitest';
import type { Metric, PlannedCase, Policy } from '../../../src-main/contract/run.ts';
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
/** `half`: relative half-width of its interval. */
const kernel = (half: number): Readonly<Record<string, Metric>> => ({
  kernel: { medianNs: 100, ci95LoNs: 100 / (1 + half), ci95HiNs: 100 * (1 + half) } as Metric,
});
type Asked = Partial<Omit<Measured, 'planned'>> & {
  readonly index?: number;
  readonly policy?: Partial<Policy>;
  readonly took?: readonly (number | string)[];
};

/** `took`: one entry a repetition, a reason why it was disturbed or how many seconds it took. */
function measured({ index = 0, policy: own, took = [1, 1], ...more }: Asked): Measured {
  return {
    planned: { index, policy: { ...policy, ...own } } as PlannedCase,
    ...{ isGpu: false, outcome: 'ok', metrics: kernel(0.01), outOfLine: null, closed: false },
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
    ['none within the target', {}, null],
    ['an interval wider than 2 %', { metrics: kernel(0.021) }, 'wide'],
    ['a GPU kernel wider than 1 %', { metrics: kernel(0.011), isGpu: true }, 'wide'],
    [
      'a target of its own',
      { metrics: kernel(0.011), policy: { target: { gpuKernel: 0.01, other: 0.01 } } },
      'wide',
    ],
    [
      'none for its interval where the samples are counted',
      { metrics: kernel(0.5), policy: { criterion: 'fixed' } },
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
      'a single disturbed repetition, until two others let it be left out',
      { took: ['stolen', 1], policy: { repetitions: 1 } },
      'disturbed',
    ],
    ['and no longer', { took: ['stolen', 1, 1], policy: { repetitions: 1 } }, null],
    [
      'none where one repetition was asked for and its samples are counted',
      { took: ['stolen'], policy: { repetitions: 1, criterion: 'fixed' } },
      null,
    ],
    ['none at the maximum', { metrics: kernel(0.5), policy: { maxRepetitions: 2 } }, null],
    ['none at the default maximum', { metrics: kernel(0.5), took: Array(20).fill(1) }, null],
    ['none before the minimum', { metrics: kernel(0.5), took: [1] }, null],
    ['none of a failed case', { metrics: kernel(0.5), outcome: 'failed' }, null],
    ['none where the user has seen enough', { metrics: kernel(0.5), closed: true }, null],
    ['a disturbed repetition', { took: [1, 'stolen'] }, 'disturbed'],
    ['none once it was made up for', { took: [1, 'stolen', 1] }, null],
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
  it('takes the disturbed ones, then the widest, as the time allows', () => {
    const all = [
      measured({ index: 0, metrics: kernel(0.03) }),
      measured({ index: 1, metrics: kernel(0.3) }),
      measured({ index: 2, took: [1, 'stolen'] }),
      measured({ index: 3, took: [3, 3], metrics: kernel(0.9) }),
      measured({ index: 4 }),
    ];
    expect([...furtherCases(all)].map(([{ index }, need]) => [index, need])).toEqual([
      [2, 'disturbed'],
      [3, 'wide'],
      [1, 'wide'],
      [0, 'wide'],
    ]);
  });

  it('comes to an end after as much time again', () => {
    const open = (took: readonly number[]) => [
      ...furtherCases([measured({ metrics: kernel(0.5), took })]),
    ];
    expect(open([1, 1, 1])).toHaveLength(1);
    expect(open([1, 1, 1, 1])).toEqual([]);
    expect(open([1, 1, 0.5, 0.5, 0.5])).toEqual([]);
  });
});
