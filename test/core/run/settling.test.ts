import { expect, it } from 'vitest';
import type { Policy } from '../../../src-main/contract/configuration.ts';
import type { Metric, PlannedCase } from '../../../src-main/contract/run.ts';
import type { BreakEvenView, ComparisonView } from '../../../src-main/contract/verdict.ts';
import { type QuestionedCase, repetitionsThatSettle } from '../../../src-main/core/run/settling.ts';

const policy: Policy = {
  ...{ criterion: 'precision', parameters: {}, timeLimitS: 1, repetitions: 5 },
  order: 'shuffled',
};

/** `half`: relative half-width of the interval of its kernel; its end to end time is known to 50 %. */
function timed(index: number, variant: string, n: number, half = 0.001, isGpu = false) {
  const of = (width: number) =>
    ({ medianNs: 100, ci95LoNs: 100 / (1 + width), ci95HiNs: 100 * (1 + width) }) as Metric;
  const planned: PlannedCase = {
    ...{ index, workload: 'scan', variant, values: { n }, inputKey: `n=${n}`, policy },
  };
  return { planned, isGpu, count: 5, metrics: { kernel: of(half), total: of(0.5) } };
}

const view = (more: Partial<ComparisonView>): ComparisonView => ({
  ...{ verdict: 'faster', reason: '', ratio: 0.5, ci95: [0.4, 0.6], against: 'sequential' },
  ...more,
});
const inconclusive = (repetitions?: number) =>
  view({
    verdict: 'inconclusive',
    ...(repetitions === undefined ? {} : { needed: { repetitions } }),
  });
const breakEven = (more: Partial<BreakEvenView>): BreakEvenView => ({
  ...{ workload: 'scan', scope: 'total', small: 'sequential', large: 'cub', axis: 'n' },
  ...{ answer: 'one', at: 1500, ci95: [1200, 1800], sentence: '', headline: 'cpu-gpu' },
  brackets: [[1000, 2000]],
  ...more,
});

const sweep: readonly QuestionedCase[] = [
  timed(0, 'sequential', 1000, 0.3),
  timed(1, 'cub', 1000, 0.3),
  timed(2, 'sequential', 2000),
  timed(3, 'cub', 2000),
  timed(4, 'sequential', 4000),
  timed(5, 'cub', 4000),
];
const decided = { 1: view({}), 3: view({}), 5: view({}) };
const asked = (comparisons: object, breakEvens: readonly BreakEvenView[] = []) =>
  Object.fromEntries(
    repetitionsThatSettle(sweep, { comparisons: { ...comparisons }, breakEvens: [...breakEvens] }),
  );

it('asks for nothing where all verdicts stand, however wide the intervals of cases are', () => {
  expect(asked(decided)).toEqual({});
});

it('asks for both sides of a verdict that more repetitions settle', () => {
  expect(asked({ ...decided, 3: inconclusive(8) })).toEqual({ 2: 8, 3: 8 });
});

it('asks for nothing that does not help', () => {
  expect(asked({ ...decided, 3: inconclusive() })).toEqual({});
  expect(asked({ ...decided, 3: inconclusive(21) })).toEqual({});
  expect(asked({ ...decided, 3: view({ verdict: 'not comparable' }) })).toEqual({});
});

it('asks for the sizes next to a break-even that is wider than refining would leave it', () => {
  // Known to 40 %: twice 20 %, which 5 repetitions times four narrow it to.
  expect(asked(decided, [breakEven({})])).toEqual({ 0: 20, 1: 20, 2: 20, 3: 20 });
  expect(asked(decided, [breakEven({ ci95: [1450, 1600] })])).toEqual({});
  expect(asked(decided, [breakEven({ ci95: [600, 1800] })])).toEqual({});
  const { headline: _, ...another } = breakEven({});
  expect(asked(decided, [another])).toEqual({});
});

it('asks for a case that nothing is compared with by the interval of its headline alone', () => {
  const alone = (half: number, isGpu = false) =>
    Object.fromEntries(
      repetitionsThatSettle([timed(7, 'cub', 1000, half, isGpu)], {
        comparisons: {},
        breakEvens: [],
      }),
    );
  expect(alone(0.019)).toEqual({});
  expect(alone(0.03)).toEqual({ 7: 12 });
  expect(alone(0.011, true)).toEqual({ 7: 7 });
  expect(alone(0.05)).toEqual({});
});
