import { isReached, reachedText, refinementEnded } from '../../contract/break-even-target.ts';
import { processSeconds } from '../../contract/expected-time.ts';
import type { Between } from '../../contract/procedures/break-evens.ts';
import type { PlannedCase } from '../../contract/run.ts';
import type { BreakEvenView } from '../../contract/verdict.ts';
import { breakEvensOfValues } from '../analysis/break-even/of-values.ts';
import type { Comparer } from '../analysis/compare.ts';
import { sourceOf } from '../analysis/reports.ts';
import { reportRun } from '../analysis/run-report.ts';
import type { Advance } from '../run/step.ts';
import type { Store, StoredRun } from '../store/store.ts';
import {
  bracketingCases,
  nextCases,
  type RefineFilter,
  refuseWhereNothingCrosses,
  selected,
} from './refine.ts';

export type RefineLimits = {
  /** Each interval is to be narrower than this part of its break-even. */
  readonly target: number;
  /** Nothing begins that would not be over by then. */
  readonly timeLimitS: number;
  /** At most so many sizes are added. */
  readonly maxPoints: number;
};

type RefineStore = Pick<Store, 'run' | 'processes' | 'descriptors' | 'repetitions'>;

/** Steps of measuring and looking again after which an interval is left as it is. */
const maxSteps = 12;

/**
 * Sizes near the break-evens of a run, step by step, each measured by the same processes as the two sizes around it, until
 * each interval is narrower than the target or a limit is met. The time begins with the first step: one that waits for the
 * machine spends none of it.
 *
 * @param now seconds on a clock that does not go back
 * @throws BreakevenError `bad-input` when there is nothing to refine.
 */
export function refineSteps(
  store: RefineStore,
  comparer: Comparer,
  runId: string,
  filter: RefineFilter & { readonly between?: Between | undefined },
  { target, timeLimitS, maxPoints }: RefineLimits,
  now: () => number = () => performance.now() / 1000,
): Advance {
  const viewsOf = (stored: StoredRun): readonly BreakEvenView[] => {
    const source = { ...sourceOf(store, comparer, stored), target };
    const { between } = filter;
    const all =
      between === undefined ? reportRun(source).breakEvens : breakEvensOfValues(source, between);
    return selected(all, filter);
  };
  refuseWhereNothingCrosses(viewsOf(store.run(runId)), runId);
  let began: number | null = null;
  let steps = 0;
  let points = 0;
  return (id) => {
    began ??= now();
    const stored = store.run(id);
    const open = viewsOf(stored).filter((view) => !isReached(view, target));
    if (open.length === 0) return reachedText(target);
    if (steps >= maxSteps) return `${refinementEnded} after ${maxSteps} steps`;
    if (points >= maxPoints) return `${refinementEnded} at its limit of ${maxPoints} added sizes`;
    const repetitions = store.repetitions(id);
    const planned = stored.plan.cases;
    const known = [...repetitions.values()].flat().map(({ repetition }) => repetition);
    const first = 1 + Math.max(-1, ...known);
    const wanted = nextCases(open, planned, first);
    if (wanted.length === 0) {
      return `${refinementEnded}: no further size would narrow an interval; a run with more repetitions may (--repetitions)`;
    }
    const leftS = timeLimitS - (now() - began);
    const stepOf = (sizes: number): Step => {
      const added = firstSizes(wanted, sizes);
      const again = bracketingCases(open, planned, added);
      return { sizes, added, again, costS: secondsFor([...again, ...added], planned, repetitions) };
    };
    const {
      sizes: count,
      added,
      again,
      costS,
    } = largestWithin(leftS, stepOf, Math.min(sizesOf(wanted), maxPoints - points));
    if (costS > leftS) {
      return `${refinementEnded}: the next size takes ${Math.ceil(costS)} s, and ${Math.max(0, Math.floor(leftS))} s of ${timeLimitS} s are left`;
    }
    steps += 1;
    points += count;
    // Later steps cost about as much for each size.
    const more = Math.min(maxSteps - steps, Math.ceil((maxPoints - points) / count));
    const laterS = Math.max(0, Math.min(leftS - costS, more * costS));
    return { added, again, laterS };
  };
}

type Step = {
  readonly sizes: number;
  readonly added: readonly PlannedCase[];
  readonly again: readonly PlannedCase[];
  readonly costS: number;
};

/** The step of as many sizes, up to `max`, as the time allows; that of one where it allows none. */
function largestWithin(leftS: number, stepOf: (sizes: number) => Step, max: number): Step {
  let step = stepOf(max);
  while (step.sizes > 1 && step.costS > leftS) step = stepOf(step.sizes - 1);
  return step;
}

/** Both variants at as many sizes as there are points left. */
function firstSizes(cases: readonly PlannedCase[], max: number): readonly PlannedCase[] {
  const sizes = [...Map.groupBy(cases, ({ workload, inputKey }) => `${workload} ${inputKey}`)];
  return sizes.slice(0, max).flatMap(([, own]) => own);
}

function sizesOf(cases: readonly PlannedCase[]): number {
  return new Set(cases.map(({ workload, inputKey }) => `${workload} ${inputKey}`)).size;
}

/**
 * What cases will take: as long as repetitions of theirs took, else those of their variant on average, and the process of
 * each repetition its start.
 */
function secondsFor(
  cases: readonly PlannedCase[],
  planned: readonly PlannedCase[],
  repetitions: ReturnType<RefineStore['repetitions']>,
): number {
  const secondsOf = (ids: readonly number[]): number | null => {
    const perRepetition = ids.flatMap((index) => repetitions.get(index) ?? []);
    return perRepetition.length === 0
      ? null
      : perRepetition.reduce((sum, { seconds }) => sum + seconds, 0) / perRepetition.length;
  };
  const processes = Math.max(0, ...cases.map(({ policy }) => policy.repetitions));
  return cases.reduce((sum, { index, workload, variant, policy }) => {
    const alike = planned.filter((one) => one.workload === workload && one.variant === variant);
    const each = secondsOf([index]) ?? secondsOf(alike.map((one) => one.index)) ?? 0;
    return sum + each * policy.repetitions;
  }, processes * processSeconds);
}
