import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import type { BreakEvenView, ComparisonView } from '../../../src-main/contract/verdict.ts';
import { runResults } from '../../../src-main/core/analysis/run-results.ts';
import { descriptor, finished, metric } from '../store/fixtures.ts';

function caseOf(index: number, variant: string, n: number, median: number): StoredCase {
  const { result } = finished(index);
  const { samples, interference, ...rest } = result;
  return {
    ...rest,
    ...{ index, workload: 'histogram', variant, values: { n } },
    metrics: { kernel: metric(median), total: metric(2 * median) },
    finishedAt: '2026-01-01T00:00:00.000Z',
  };
}

const cases = [
  caseOf(0, 'sequential', 1000, 100),
  caseOf(1, 'cub', 1000, 400),
  caseOf(2, 'sequential', 4000, 400),
  caseOf(3, 'cub', 4000, 200),
  caseOf(4, 'omp', 4000, 250),
];
const descriptors = new Map(
  cases.map(({ index, variant }) => [index, descriptor('histogram', variant)] as const),
);

const ratio = (value: number): ComparisonView => ({
  ...{ verdict: 'faster', reason: 'it is', ratio: value, against: 'sequential' },
  ci95: [value * 0.9, value * 1.25],
});
const comparisons = { '1': ratio(4), '3': ratio(0.5), '4': ratio(0.625) };

const breakEven = (given: Partial<BreakEvenView>): BreakEvenView => ({
  ...{ workload: 'histogram', scope: 'call', small: 'sequential', large: 'cub', axis: 'n' },
  ...{ answer: 'one', at: 2000, ci95: [1500, 2500], sentence: '', headline: 'cpu-gpu' },
  ...given,
});

describe('what a run came to', () => {
  it('is the break-even of its headline pair in the time that a user waits for, and the best ratio with its place', () => {
    const breakEvens = [
      breakEven({ at: 7, headline: undefined, scope: 'total' }),
      breakEven({ at: 1800 }),
      breakEven({ at: 2600, scope: 'total' }),
    ];
    expect(runResults({ cases, descriptors }, { headline: null, breakEvens, comparisons })).toEqual(
      {
        breakEven: { at: 2600, ci95: [1500, 2500], about: 'cub over sequential, end-to-end time' },
        speedup: { ratio: 2, ci95: [1.6, 1 / 0.45], about: 'cub, n = 4000, over sequential' },
        median: { ns: 200, caseIndex: 3, about: 'cub, n = 4000, kernel time' },
      },
    );
  });

  it('has no break-even where the pair has no single one, and then the best ratio stands for it', () => {
    const breakEvens = [breakEven({ answer: 'none', at: null })];
    const found = runResults(
      { cases, descriptors },
      { headline: null, breakEvens, comparisons: { '4': ratio(0.625) } },
    );
    expect(found.breakEven).toBeNull();
    expect(found.median?.caseIndex).toBe(4);
  });

  it('is the time of its largest case where nothing was compared, and nothing where nothing was measured', () => {
    const report = { headline: null, breakEvens: [], comparisons: {} };
    const found = runResults({ cases, descriptors }, report);
    expect([found.speedup, found.median?.caseIndex]).toEqual([null, 2]);
    const failed = cases.map((one) => ({ ...one, outcome: 'failed' as const }));
    expect(runResults({ cases: failed, descriptors }, report)).toEqual({
      ...{ breakEven: null, speedup: null, median: null },
    });
  });
});
