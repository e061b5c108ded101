import { describe, expect, it } from 'vitest';
import type { PlannedCase } from '../../../src-main/contract/run.ts';
import type { BreakEvenView } from '../../../src-main/contract/verdict.ts';
import { nextCases, refuseWhereNothingCrosses } from '../../../src-main/core/adaptive/refine.ts';
import { policy } from '../store/fixtures.ts';

const view: BreakEvenView = {
  workload: 'count',
  scope: 'call',
  axis: 'n',
  pair: ['plain', 'split'],
  small: 'plain',
  large: 'plain',
  answer: 'several',
  at: null,
  ci95: null,
  sentence: 'The faster of plain and split changes 2 times.',
  next: [300, 3000],
};

const cases = [100, 1000, 10_000].flatMap((n, i) =>
  ['plain', 'split', 'other'].map(
    (variant, j): PlannedCase => ({
      index: 3 * i + j,
      workload: 'count',
      variant,
      values: { n },
      inputKey: `count n=${n} seed=1`,
      policy: { ...policy, parameters: {}, repetitions: 2, order: 'shuffled' },
      estimate: { hostBytes: 8 * n, deviceBytes: 0, seconds: n },
    }),
  ),
);

describe('what refining measures next', () => {
  it('is both variants at each size, with the estimate of the next larger size', () => {
    const added = nextCases([view], cases);
    expect(
      added.map(({ index, variant, values, inputKey, estimate }) => [
        index,
        variant,
        values.n,
        inputKey,
        estimate?.seconds,
      ]),
    ).toEqual([
      [9, 'plain', 300, 'count n=300 seed=1', 1000],
      [10, 'split', 300, 'count n=300 seed=1', 1000],
      [11, 'plain', 3000, 'count n=3000 seed=1', 10_000],
      [12, 'split', 3000, 'count n=3000 seed=1', 10_000],
    ]);
    expect(nextCases([view], [...cases, ...added])).toEqual([]);
  });

  it('gives each break-even its first size before any has its second', () => {
    const other: BreakEvenView = { ...view, pair: ['plain', 'other'], next: [500] };
    const sizes = nextCases([view, other], cases).map(({ values }) => values.n);
    expect([...new Set(sizes)]).toEqual([300, 500, 3000]);
  });

  it('has the size on every axis that is tied to it', () => {
    const squares = cases.map((planned) => ({
      ...planned,
      values: { width: planned.values.n ?? 0, height: planned.values.n ?? 0 },
      inputKey: `count width=${planned.values.n} height=${planned.values.n} seed=1`,
    }));
    const added = nextCases(
      [{ ...view, axis: 'width', linkedAxes: ['height'], next: [300] }],
      squares,
    );
    expect(added.map(({ variant, values, inputKey }) => ({ variant, values, inputKey }))).toEqual(
      ['plain', 'split'].map((variant) => ({
        variant,
        values: { width: 300, height: 300 },
        inputKey: 'count width=300 height=300 seed=1',
      })),
    );
  });

  it('may go on from an answer that refining has spoiled, and from no other that is not one size', () => {
    expect(() => refuseWhereNothingCrosses([view], 'r')).not.toThrow();
    const { next: _next, ...settled } = view;
    expect(() => refuseWhereNothingCrosses([settled], 'r')).toThrow(
      'run r has no single break-even to refine: The faster of plain and split',
    );
    expect(() => refuseWhereNothingCrosses([], 'r')).toThrow('two variants at two sizes or more');
  });
});
