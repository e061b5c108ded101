import { studentQuantile } from './distributions.ts';
import { priorVariance, scaled, sumOfVariances, type Variance } from './moderated.ts';
import { mean, median } from './order.ts';
import type { Prior } from './priors.ts';

export interface SegmentOptions {
  /** What is expected of the logarithms of two runs' estimates of the same program: see `varianceOfRuns`. */
  readonly expected: Variance;
}

export interface SegmentChange {
  /** Level after over level before. */
  readonly ratio: number;
  readonly ci95: readonly [number, number];
}

/** Variance of a run-level estimate of so many processes: theirs, and what runs differ by beyond that. */
export function varianceOfRuns({ processes, runs }: Prior, repetitions: number): Variance {
  return sumOfVariances([
    scaled(priorVariance(processes, []), 1 / Math.max(1, repetitions)),
    { value: runs.sd ** 2, degrees: runs.degrees },
  ]);
}

/**
 * How far a level lies from another, each known from the medians of its runs (values > 0), by the logarithms: Student's
 * interval of the difference of their medians, with a moderated variance (see `moderate`). The place of a step was chosen
 * because the values differ there, which the interval does not count.
 */
export function segmentChange(
  before: Float64Array,
  after: Float64Array,
  options: SegmentOptions,
): SegmentChange {
  const left = before.map(Math.log);
  const right = after.map(Math.log);
  const difference = median(right) - median(left);
  const half = halfWidth([left, right], options);
  return {
    ratio: Math.exp(difference),
    ci95: [Math.exp(difference - half), Math.exp(difference + half)],
  };
}

/** 95 % interval of one level, as `segmentChange` sees it; in the unit of the values. */
export function segmentInterval(
  values: Float64Array,
  options: SegmentOptions,
): readonly [number, number] {
  const logs = values.map(Math.log);
  const half = halfWidth([logs], options);
  const center = median(logs);
  return [Math.exp(center - half), Math.exp(center + half)];
}

/** Half the width of the interval of one median, or of the difference of two, in the logarithm. */
function halfWidth(levels: readonly Float64Array[], { expected }: SegmentOptions): number {
  const free = levels.reduce((sum, level) => sum + level.length - 1, 0);
  const squares = levels.reduce((sum, level) => sum + squaresOf(level), 0);
  const share = levels.reduce((sum, level) => sum + shareOf(level.length), 0);
  const degrees = expected.degrees + free;
  const both = (expected.degrees * expected.value + squares) / degrees;
  const known = studentQuantile(0.95, degrees) * Math.sqrt(both * share);
  // Runs that differ more than is expected have another cause of it: they alone tell how far.
  const more = free > 0 && squares / free > expected.value;
  const seen = more ? studentQuantile(0.95, free) * Math.sqrt((squares / free) * share) : 0;
  return Math.max(known, seen);
}

function squaresOf(values: Float64Array): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}

/** Variance of the median of n normal values over theirs; of one or two it is their mean. */
function shareOf(n: number): number {
  return (n <= 2 ? 1 : Math.PI / 2) / n;
}
