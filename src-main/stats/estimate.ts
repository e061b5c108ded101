import { studentQuantile } from './distributions.ts';
import type { JudgedProcess } from './judged-case.ts';
import { locationOf } from './location.ts';
import { variance } from './order.ts';
import {
  type Device,
  type RunVariation,
  runScopeOf,
  runVariance,
  type Variance,
  varianceOfOne,
} from './run-variation.ts';

export interface EstimateOptions {
  readonly device: Device;
  /** Id of the timing scope. */
  readonly scope: string;
  /** Smallest step of the times in nanoseconds; no interval is narrower. */
  readonly resolutionNs?: number;
  /** What runs of the machine differ by, as its store shows it. */
  readonly variation?: RunVariation;
}

export type Interval = readonly [number, number];

export interface Estimate {
  /** Time of the faster four fifths of its processes, each of which has the same weight (`locationOf`). */
  readonly medianNs: number;
  /** Of this run: the time of the program under the conditions of this run. Null where fewer than three processes tell. */
  readonly ci95: Interval | null;
  readonly ci99: Interval | null;
  /** Repeatability: where the value of another run with as many repetitions lies in 95 % of cases. */
  readonly repeat95: Interval | null;
  /** Standard deviation of the log medians of processes as seen; null for one process. */
  readonly processSd: number | null;
  /** The same from run to run beyond that, as it is expected or was learned. */
  readonly runSd: number;
}

type MedianOfProcess = Pick<JudgedProcess, 'medianNs'>;

/** Fewer processes have no interval. */
const minProcesses = 3;

/** The time of one case at the level of processes; null where there is none, or a median that has no logarithm. */
export function estimateCase(
  processes: readonly MedianOfProcess[],
  { device, scope, resolutionNs = 0, variation = {} }: EstimateOptions,
): Estimate | null {
  const logs = processes.map(({ medianNs }) => Math.log(medianNs));
  if (logs.length === 0 || !logs.every(Number.isFinite)) return null;
  const place = locationOf(logs);
  // Equal medians stay what they are, to the last digit.
  const [first] = processes;
  const equal = processes.every(({ medianNs }) => medianNs === first?.medianNs);
  const medianNs = equal ? (first?.medianNs ?? Number.NaN) : Math.exp(place.center);
  const key = runScopeOf(device, scope);
  const runs = runVariance(place, key, variation[key]);
  const ofRun: Variance = { value: place.variance, degrees: place.degrees };
  const ofOne = varianceOfOne(place, runs);
  const ofAnother = { ...ofOne, value: 2 * ofOne.value };
  const tick = resolutionNs / 2 / medianNs;
  const around = ({ value, degrees }: Variance, level: number): Interval | null => {
    if (logs.length < minProcesses) return null;
    const half = Math.max(studentQuantile(level, degrees) * Math.sqrt(value), tick);
    return [medianNs * Math.exp(-half), medianNs * Math.exp(half)];
  };
  return {
    medianNs,
    ci95: around(ofRun, 0.95),
    ci99: around(ofRun, 0.99),
    repeat95: around(ofAnother, 0.95),
    processSd: logs.length > 1 ? Math.sqrt(variance(logs)) : null,
    runSd: Math.sqrt(runs.value),
  };
}
