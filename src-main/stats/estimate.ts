import { studentQuantile } from './distributions.ts';
import type { JudgedProcess } from './judged-case.ts';
import { moderate, priorVariance, scaled, sumOfVariances, type Variance } from './moderated.ts';
import { mean, variance } from './order.ts';
import { type Device, type PriorTable, priorFor, shippedPriors } from './priors.ts';

export interface EstimateOptions {
  readonly device: Device;
  /** Id of the timing scope. */
  readonly scope: string;
  /** Smallest step of the times in nanoseconds; no interval is narrower. */
  readonly resolutionNs?: number;
  readonly priors?: PriorTable;
}

export type Interval = readonly [number, number];

export interface Estimate {
  /** Geometric mean of the medians of the processes: each has the same weight. */
  readonly medianNs: number;
  /** Of this run: the time of the program under the conditions of this run. */
  readonly ci95: Interval;
  readonly ci99: Interval;
  /** Repeatability: where the value of another run with as many repetitions lies in 95 % of cases. */
  readonly repeat95: Interval;
  /** Standard deviation of the log medians of processes as seen; null for one process. */
  readonly processSd: number | null;
  /** The same from run to run beyond that, as it is assumed or was learned. */
  readonly runSd: number;
}

type Given = readonly Pick<JudgedProcess, 'medianNs' | 'logError'>[];

/** The time of one case at the level of processes; null where there is none, or a median that has no logarithm. */
export function estimateCase(processes: Given, options: EstimateOptions): Estimate | null {
  const { device, scope, resolutionNs = 0, priors = shippedPriors } = options;
  const logs = processes.map(({ medianNs }) => Math.log(medianNs));
  if (logs.length === 0 || !logs.every(Number.isFinite)) return null;
  const center = mean(logs);
  // Equal medians stay what they are, to the last digit.
  const [first] = processes;
  const equal = processes.every(({ medianNs }) => medianNs === first?.medianNs);
  const medianNs = equal ? (first?.medianNs ?? Number.NaN) : Math.exp(center);
  const prior = priorFor(priors, device, scope, medianNs);
  const errors = processes.map(({ logError }) => logError);
  const moderated = moderate(logs, priorVariance(prior.processes, errors));
  const ofRun = scaled(moderated, 1 / logs.length);
  const fromRunToRun: Variance = { value: prior.runs.sd ** 2, degrees: prior.runs.degrees };
  const ofAnother = scaled(sumOfVariances([ofRun, fromRunToRun]), 2);
  const tick = resolutionNs / 2 / medianNs;
  const around = ({ value, degrees }: Variance, level: number): Interval => {
    const half = Math.max(studentQuantile(level, degrees) * Math.sqrt(value), tick);
    return [medianNs * Math.exp(-half), medianNs * Math.exp(half)];
  };
  return {
    medianNs,
    ci95: around(ofRun, 0.95),
    ci99: around(ofRun, 0.99),
    repeat95: around(ofAnother, 0.95),
    processSd: logs.length > 1 ? Math.sqrt(variance(logs)) : null,
    runSd: prior.runs.sd,
  };
}
