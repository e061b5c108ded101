import { decideLog, type Judged, type Margins } from './decide.ts';
import { studentQuantile, studentTwoSided } from './distributions.ts';
import { pooledVariance } from './groups.ts';
import { sumOfVariances } from './judge.ts';
import { mean, median, variance } from './order.ts';
import { correlationOf, inflationOf, inflationOfMean } from './run-correlation.ts';
import type { Variance } from './run-variation.ts';

export interface SegmentOptions {
  /** What is expected of the logarithms of runs' estimates of the same program. */
  readonly expected: Variance;
}

/** A change that was judged: `ratio` is the later over the earlier time. */
export interface SegmentChange {
  readonly verdict: Judged;
  readonly ratio: number;
  readonly ci95: readonly [number, number];
  /** Of no difference beyond the margin. */
  readonly p: number;
}

/**
 * The runs of a segment compared with those of the one before it. Each run has the same weight, and its value is the median that
 * it reports (> 0): what processes are to a run, runs are to a segment. Variances are moderated (Smyth 2004). Autocorrelated
 * runs count as fewer independent ones. The place of a change point was chosen because the values differ there, which
 * is not counted.
 */
export function segmentChange(
  before: Float64Array,
  after: Float64Array,
  { expected }: SegmentOptions,
  margins: Margins,
): SegmentChange {
  const logs = [before.map(Math.log), after.map(Math.log)] as const;
  if (!logs.every((own) => own.every(Number.isFinite))) {
    throw new RangeError('the times of runs are greater than 0');
  }
  const seen = pooledVariance(logs);
  const correlation = correlationOf(logs);
  // Runs that differ more than is expected have another cause of it: they alone tell how far.
  const { value, degrees } = seen > expected.value ? { value: seen, degrees: 0 } : expected;
  const ofMeans = mean(logs.map(({ length }) => inflationOfMean(correlation, length)));
  const prior = { value: value * ofMeans, degrees };
  // What is expected of runs is one expectation: each segment counts half of the degrees that it is worth.
  const moderated = logs.map((own) => {
    const wide = variance(own) * inflationOf(correlation, own.length);
    const both = moderate(wide, own.length, prior);
    return { value: both.value / own.length, degrees: both.degrees - degrees / 2 };
  });
  const ofDifference = sumOfVariances(moderated);
  const log = mean(logs[1]) - mean(logs[0]);
  const half = studentQuantile(0.95, ofDifference.degrees) * Math.sqrt(ofDifference.value);
  const interval = [log - half, log + half] as const;
  const beyond = Math.abs(log) - Math.log1p(margins.difference);
  const p =
    beyond <= 0
      ? 1
      : ofDifference.value > 0
        ? studentTwoSided(beyond / Math.sqrt(ofDifference.value), ofDifference.degrees)
        : 0;
  const ci95 = [Math.exp(interval[0]), Math.exp(interval[1])] as const;
  return { verdict: decideLog(interval, margins), ratio: Math.exp(log), ci95, p };
}

/** (d0 s0^2 + (R - 1) s^2) / (d0 + R - 1), with d0 + R - 1 degrees of freedom; of one run it is the expected one alone. */
function moderate(seen: number, count: number, prior: Variance): Variance {
  const own = Math.max(0, count - 1);
  const degrees = prior.degrees + own;
  return { value: (prior.degrees * prior.value + own * seen) / degrees, degrees };
}

/** 95 % interval of the median of one segment, with the moderated variance of a run; in the unit of the values. */
export function segmentInterval(
  values: Float64Array,
  { expected }: SegmentOptions,
): readonly [number, number] {
  const logs = values.map(Math.log);
  const seen = { value: pooledVariance([logs]), degrees: logs.length - 1 };
  const inflation = inflationOf(correlationOf([logs]), logs.length);
  const moderated = moderate(variance(logs), logs.length, expected);
  const half = Math.max(
    ...[moderated, ...(seen.value > expected.value ? [seen] : [])].map(
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
