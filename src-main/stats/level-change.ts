import { studentQuantile } from './distributions.ts';
import { mean, median } from './order.ts';
import { expectedVariance, leastSurprise, type ProcessModel } from './process-model.ts';

export interface LevelOptions {
  /** What is expected of runs that measure the same: processes of their device. */
  readonly model: ProcessModel;
  /** Relative spread (sigma) of the samples inside a run. */
  readonly spread: number;
}

export interface LevelChange {
  /** Level after over level before. */
  readonly ratio: number;
  readonly ci95: readonly [number, number];
}

/**
 * How far a level lies from another, each known from the medians of its runs (values > 0), by the logarithms: Student's
 * interval of the difference of their medians. Two or three runs say little about how far runs differ: the interval is
 * not narrower than what is known of processes (see `process-model.ts`) makes it. The place of a step was chosen because
 * the values differ there, which the interval does not count.
 */
export function levelChange(
  before: Float64Array,
  after: Float64Array,
  options: LevelOptions,
): LevelChange {
  const left = before.map(Math.log);
  const right = after.map(Math.log);
  const difference = median(right) - median(left);
  const half = halfWidth([left, right], options);
  return {
    ratio: Math.exp(difference),
    ci95: [Math.exp(difference - half), Math.exp(difference + half)],
  };
}

/** 95 % interval of one level, as `levelChange` sees it; in the unit of the values. */
export function levelInterval(
  values: Float64Array,
  options: LevelOptions,
): readonly [number, number] {
  const logs = values.map(Math.log);
  const half = halfWidth([logs], options);
  const center = median(logs);
  return [Math.exp(center - half), Math.exp(center + half)];
}

/** Half the width of the interval of one median, or of the difference of two, in the logarithm. */
function halfWidth(levels: readonly Float64Array[], { model, spread }: LevelOptions): number {
  const expected = expectedVariance(model, spread);
  const free = levels.reduce((sum, level) => sum + level.length - 1, 0);
  const squares = levels.reduce((sum, level) => sum + squaresOf(level), 0);
  const share = levels.reduce((sum, level) => sum + shareOf(level.length), 0);
  const degrees = model.degrees + free;
  const both = Math.max((model.degrees * expected + squares) / degrees, leastSurprise * expected);
  const known = studentQuantile(0.95, degrees) * Math.sqrt(both * share);
  // Runs that differ more than processes do have another cause of it: they alone tell how far.
  const more = free > 0 && squares / free > expected;
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
