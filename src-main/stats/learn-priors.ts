import { digamma, inverseTrigamma, trigamma } from './gamma-derivatives.ts';
import { mean, median, medianDeviation, variance } from './order.ts';
import {
  type Component,
  type Device,
  type Prior,
  type PriorScope,
  type PriorTable,
  priorScopeOf,
  shippedPriors,
  type TimeClass,
  timeClassOf,
} from './priors.ts';

/** One case and timing scope as runs of one machine measured it. */
export interface CaseHistory {
  readonly device: Device;
  readonly scope: string;
  /** For each run the log medians (of nanoseconds) of its processes. */
  readonly runs: readonly (readonly number[])[];
  /** As `runs`, of runs under other conditions: they say how far processes differ, and nothing of how far runs do. */
  readonly apart?: readonly (readonly number[])[];
}

/** A variance that was seen, and the degrees of freedom that it was seen with. */
export interface SeenVariance {
  readonly value: number;
  readonly degrees: number;
}

/** Fewer cases, and fewer variances, say little about how far variances differ. */
export const enoughGroups = 10;
/** No variance is known better than this before a case is measured, nor less than one process says. */
const maxDegrees = 30;
const minDegrees = 1;
/**
 * Logarithms of variances farther from their median than this many of their (robust) standard deviations are drawn in to
 * it: farther below, where those of few degrees of freedom have a long tail of their own.
 */
const farBelow = 8;
const farAbove = 4;

/**
 * What processes and runs of one machine vary by, learned from its own results; where these are too few for a device, timing
 * scope and time class, `otherwise` stays.
 */
export function learnPriors(
  histories: readonly CaseHistory[],
  otherwise: PriorTable = shippedPriors,
): PriorTable {
  const cells = Map.groupBy(
    histories.filter((history) => allRuns(history).some((run) => run.length > 0)),
    ({ device, scope, ...own }) => {
      const center = median(Float64Array.from(allRuns(own).flat()));
      return `${device} ${priorScopeOf(scope)} ${timeClassOf(Math.exp(center))}`;
    },
  );
  const each = (device: Device, scope: PriorScope, time: TimeClass): Prior => {
    const own = cells.get(`${device} ${scope} ${time}`) ?? [];
    const before = otherwise[device][scope][time];
    const processes =
      own.length < enoughGroups ? null : fitComponent(own.flatMap(processVariances));
    const runs = fitRuns(own, before.runs);
    if (processes === null && runs === null) return before;
    return {
      processes: processes ?? before.processes,
      runs: runs?.component ?? before.runs,
      learned: {
        cases: processes === null ? (before.learned?.cases ?? 0) : own.length,
        runs: runs?.count ?? before.learned?.runs ?? 0,
      },
    };
  };
  const byTime = (device: Device, scope: PriorScope) => ({
    below100us: each(device, scope, 'below100us'),
    below10ms: each(device, scope, 'below10ms'),
    above: each(device, scope, 'above'),
  });
  const byScope = (device: Device) => ({
    kernel: byTime(device, 'kernel'),
    call: byTime(device, 'call'),
    total: byTime(device, 'total'),
  });
  return {
    cpu: byScope('cpu'),
    watchedCpu: byScope('watchedCpu'),
    cuda: byScope('cuda'),
  };
}

/**
 * The scaled inverse chi-square distribution that variances of many cases are drawn from, by the moments of their
 * logarithms (Smyth 2004, section 6.2). Logarithms far out are drawn in first: variances of 0 where a clock is
 * coarse, and cases that were disturbed. Null where there are too few.
 */
export function fitComponent(seen: readonly SeenVariance[]): Component | null {
  const usable = seen.filter(({ value, degrees }) => degrees > 0 && value >= 0);
  const positive = usable.filter(({ value }) => value > 0);
  if (positive.length < enoughGroups) return null;
  const min = Math.min(...positive.map(({ value }) => value));
  const logs = drawnIn(
    Float64Array.from(
      usable,
      ({ value, degrees }) =>
        Math.log(Math.max(value, min)) - digamma(degrees / 2) + Math.log(degrees / 2),
    ),
  );
  const center = mean(logs);
  const excess = variance(logs) - mean(usable.map(({ degrees }) => trigamma(degrees / 2)));
  const found = excess > 0 ? 2 * inverseTrigamma(excess) : maxDegrees;
  const degrees = Math.min(maxDegrees, Math.max(minDegrees, found));
  const value = Math.exp(center + digamma(degrees / 2) - Math.log(degrees / 2));
  return { sd: Math.sqrt(value), degrees };
}

function drawnIn(values: Float64Array): Float64Array {
  const center = median(values);
  const sd = 1.4826 * medianDeviation(values, center);
  const [low, high] = [center - farBelow * sd, center + farAbove * sd];
  return values.map((value) => Math.min(high, Math.max(low, value)));
}

function allRuns({ runs, apart = [] }: Pick<CaseHistory, 'runs' | 'apart'>) {
  return [...runs, ...apart];
}

function processVariances(history: CaseHistory): readonly SeenVariance[] {
  return allRuns(history)
    .filter((run) => run.length > 1)
    .map((run) => ({ value: variance(run), degrees: run.length - 1 }));
}

/**
 * What means of runs vary by beyond what their processes explain. What makes a run slower or faster does so to all of its
 * cases: the number of runs, not that of cases, is how often it was seen, and `before` counts next to it.
 */
function fitRuns(
  histories: readonly CaseHistory[],
  before: Component,
): { readonly component: Component; readonly count: number } | null {
  const several = histories
    .map(({ runs }) => runs.filter((run) => run.length > 0))
    .filter((runs) => runs.length > 1);
  const means = fitComponent(
    several.map((runs) => ({ value: variance(runs.map(mean)), degrees: runs.length - 1 })),
  );
  if (means === null) return null;
  const explained = several.map((runs) => {
    const inside = runs.filter((run) => run.length > 1);
    return inside.length === 0 ? 0 : mean(inside.map((run) => variance(run) / run.length));
  });
  const found = Math.max(0, means.sd ** 2 - median(Float64Array.from(explained)));
  const count = Math.max(...several.map(({ length }) => length));
  const degrees = Math.min(maxDegrees, before.degrees + count - 1);
  const together = before.degrees * before.sd ** 2 + (count - 1) * found;
  const sd = Math.sqrt(together / (before.degrees + count - 1));
  return { component: { sd, degrees }, count };
}
