import type { ComparisonView } from '../contract/verdict.ts';
import type { Margins } from './decide.ts';
import { studentQuantile } from './distributions.ts';
import { pooledVariance } from './groups.ts';
import { judge } from './judge.ts';
import type { JudgedSide } from './judged-case.ts';
import { moderate, priorVariance, scaled, sumOfVariances, type Variance } from './moderated.ts';
import { mean, median } from './order.ts';
import { type Prior, type PriorTable, tableOf } from './priors.ts';
import { correlationOf, inflationOf, inflationOfMean } from './run-correlation.ts';

export interface SegmentOptions {
  /** What is expected of the logarithms of two runs' estimates of the same program: see `varianceOfRuns`. */
  readonly expected: Variance;
}

/** A change that was judged: `ratio` is the later over the earlier time. */
export interface SegmentChange {
  readonly verdict: ComparisonView['verdict'];
  readonly ratio: number;
  readonly ci95: readonly [number, number];
  /** Of no difference beyond the margin. */
  readonly p: number;
}

/** Variance of a run-level estimate of so many processes: theirs, and what runs differ by beyond that. */
export function varianceOfRuns({ processes, runs }: Prior, repetitions: number): Variance {
  return sumOfVariances([
    scaled(priorVariance(processes, []), 1 / Math.max(1, repetitions)),
    { value: runs.sd ** 2, degrees: runs.degrees },
  ]);
}

/**
 * The runs of a segment compared with those of the one before it, as every comparison is judged. Each run has the
 * same weight, and its value is the median that it reports (> 0): what processes are to a run, runs are to a segment.
 * Autocorrelated runs count as fewer independent ones. The place of a change point was chosen because the values differ there, which the judge does not count.
 */
export function segmentChange(
  before: Float64Array,
  after: Float64Array,
  { expected }: SegmentOptions,
  margins: Margins,
): SegmentChange {
  const logs = [before.map(Math.log), after.map(Math.log)] as const;
  const seen = pooledVariance(logs);
  const correlation = correlationOf(logs);
  // Runs that differ more than is expected have another cause of it: they alone tell how far.
  const { value, degrees } = seen > expected.value ? { value: seen, degrees: 0 } : expected;
  const ofMeans = logs.map(({ length }) => inflationOfMean(correlation, length));
  const priors = tableOf({
    processes: { sd: Math.sqrt(value * mean(ofMeans)), degrees },
    // How runs differ is expected of them here, as of processes elsewhere: there is nothing beyond it.
    runs: { sd: 0, degrees: 1 },
  });
  const { verdict, ratio, ci95, p } = judge(
    segmentOf('the runs after', widened(logs[1], correlation), before.length, priors),
    segmentOf('the runs before', widened(logs[0], correlation), 0, priors),
    { sameRun: false, margins },
  );
  if (ratio === null || ci95 === null) throw new RangeError('the times of runs are greater than 0');
  return { verdict, ratio, ci95, p: p ?? 1 };
}

/** The times of a segment, spread about the mean of their logarithms so that independent runs would know it as well. */
function widened(logs: Float64Array, correlation: number): Float64Array {
  const center = mean(logs);
  const factor = Math.sqrt(inflationOf(correlation, logs.length));
  return logs.map((log) => Math.exp(center + (log - center) * factor));
}

function segmentOf(
  label: string,
  values: Float64Array,
  first: number,
  priors: PriorTable,
): JudgedSide {
  const processes = Array.from(values, (medianNs, i) => ({
    repetition: first + i,
    medianNs,
    logError: 0,
    n: 1,
    effectiveN: 1,
  }));
  return { label, device: 'cpu', scope: 'kernel', processes, priors };
}

/** 95 % interval of the median of one segment, with the moderated variance of a run; in the unit of the values. */
export function segmentInterval(
  values: Float64Array,
  { expected }: SegmentOptions,
): readonly [number, number] {
  const logs = values.map(Math.log);
  const seen = { value: pooledVariance([logs]), degrees: logs.length - 1 };
  const inflation = inflationOf(correlationOf([logs]), logs.length);
  const half = Math.max(
    ...[moderate([...logs], expected), ...(seen.value > expected.value ? [seen] : [])].map(
      ({ value, degrees }) =>
        studentQuantile(0.95, degrees) * Math.sqrt(value * inflation * shareOf(logs.length)),
    ),
  );
  const center = median(logs);
  return [Math.exp(center - half), Math.exp(center + half)];
}

/** Variance of the median of n normal values over theirs; of one or two it is their mean. */
function shareOf(n: number): number {
  return (n <= 2 ? 1 : Math.PI / 2) / n;
}
