import { isTimedByEvents } from '../contract/timing-scopes.ts';
import { type Location, locationOf } from './location.ts';
import { mean, median } from './order.ts';

/** A variance and the degrees of freedom that it is known by. */
export interface Variance {
  readonly value: number;
  readonly degrees: number;
}

export interface RunVariance extends Variance {
  /** The part of it that is a multiple of the variance of the processes. */
  readonly ofProcesses: number;
}

export type Device = 'cpu' | 'cuda';
export type RunScope = 'kernel' | 'call' | 'total';

/** What whole runs of one machine differ by in one device and timing scope, as its store shows it. */
export interface LearnedRuns {
  /** Standard deviation of the logarithm. */
  readonly sd: number;
  readonly degrees: number;
  /** Runs that it was learned from. */
  readonly runs: number;
}

/** By device and timing scope (`cpu kernel`); absent where the store has no two runs of one build. */
export type RunVariation = Readonly<Record<string, LearnedRuns>>;

export const nothingLearned: RunVariation = {};

/**
 * What runs are expected to differ by before a store shows it, as part of the standard deviation between the processes of
 * a case: the recorded tables (`npm run bench -- start`) have 0 to 0.9 of it, on machines whose runs differ by 0.1 to 9 %. Each
 * value is the root mean square over these tables.
 */
const startParts: Readonly<Record<string, number>> = {
  'cuda kernel': 0.2,
  'cuda call': 0.33,
  'cuda total': 0.33,
  'cpu kernel': 0.41,
  'cpu total': 0.4,
};
/** No card is expected to differ by less: one whose runs shift by 1 % has 26 % false verdicts with 0.2 %. */
const leastOfGpuKernel = 0.005;
/** What a start is worth, as if it had been seen in one run more. */
export const startDegrees = 3;

/** Phases vary as the whole of an execution does, a batch as the kernel. On a CPU the device call is the kernel. */
export function runScopeOf(device: Device, scope: string): string {
  const own: RunScope =
    isTimedByEvents(scope) || (device === 'cpu' && scope === 'call')
      ? 'kernel'
      : scope === 'call'
        ? 'call'
        : 'total';
  return `${device} ${own}`;
}

/** The variance of a run's estimate beyond what its processes explain: the start and what was learned, by their degrees. */
export function runVariance(
  { variance, count }: Pick<Location, 'variance' | 'count'>,
  key: string,
  learned: LearnedRuns | undefined,
  part = startParts[key] ?? 0,
): RunVariance {
  const least = key === 'cuda kernel' ? leastOfGpuKernel ** 2 : 0;
  const expected = part ** 2 * variance * count;
  const learnedDegrees = learned?.degrees ?? 0;
  const degrees = startDegrees + learnedDegrees;
  const start = (startDegrees * Math.max(least, expected)) / degrees;
  return {
    value: start + (learnedDegrees * (learned?.sd ?? 0) ** 2) / degrees,
    degrees,
    ofProcesses: expected > least ? start : 0,
  };
}

/**
 * The variance of a run's estimate as one of the runs of its machine. What is expected before runs are seen is a multiple of what the
 * processes show and wrong together with it: as an independent part it would count their degrees of freedom twice.
 */
export function varianceOfOne(
  place: Pick<Location, 'variance' | 'degrees'>,
  { value, degrees, ofProcesses }: RunVariance,
): Variance {
  const own = place.variance + ofProcesses;
  const seen = value - ofProcesses;
  const seenDegrees = ofProcesses > 0 ? degrees - startDegrees : degrees;
  const squares =
    own ** 2 / place.degrees +
    ofProcesses ** 2 / startDegrees +
    (seenDegrees > 0 ? seen ** 2 / seenDegrees : 0);
  const all = own + seen;
  return { value: all, degrees: squares > 0 ? all ** 2 / squares : degrees };
}

/** One case and timing scope in one run: what its processes say. */
export interface CaseOfRun {
  /** The same for cases that measured the same with the same build on the same machine. */
  readonly series: string;
  readonly build: string;
  readonly run: number;
  readonly device: Device;
  readonly scope: string;
  /** Logarithms of the medians of its processes. */
  readonly logs: readonly number[];
}

/** Fewer processes say too little of where a case lies. */
const minProcesses = 3;

/**
 * What runs of a machine differ by. All cases of a run give one observation together, the median of how far each lies from its mean over
 * the runs of its build, so that the number of runs decides how well it is known and not that of cases.
 */
export function learnRuns(cases: readonly CaseOfRun[]): RunVariation {
  const told = cases.filter(({ logs }) => logs.length >= minProcesses);
  const cells = Map.groupBy(told, ({ device, scope }) => runScopeOf(device, scope));
  const learned = [...cells].flatMap(([key, own]) => learnCell(own).map((one) => [key, one]));
  return Object.fromEntries(learned);
}

function learnCell(cases: readonly CaseOfRun[]): readonly LearnedRuns[] {
  const deviations = [...Map.groupBy(cases, ({ series, scope }) => `${series} ${scope}`).values()]
    .filter((own) => own.length > 1)
    .flatMap((own) => {
      const located = own.map((one) => ({ ...one, ...locationOf(one.logs) }));
      const center = mean(located.map((one) => one.center));
      return located.map((one) => ({ ...one, apart: one.center - center }));
    });
  const runs = [...Map.groupBy(deviations, ({ run }) => run).values()];
  const builds = new Set(deviations.map(({ build }) => build)).size;
  const degrees = runs.length - builds;
  if (degrees < 1) return [];
  let squares = 0;
  for (const own of runs) {
    const effect = median(Float64Array.from(own, ({ apart }) => apart));
    // What processes do to the median of so many cases is no difference of runs.
    const explained = mean(own.map(({ variance }) => variance)) / own.length;
    squares += Math.max(0, effect ** 2 - explained);
  }
  return [{ sd: Math.sqrt(squares / degrees), degrees, runs: runs.length }];
}
