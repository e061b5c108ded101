import { autocorrelation } from './autocorrelation.ts';
import { studentQuantile } from './distributions.ts';
import { mean, median } from './order.ts';
import type { SegmentChange, SegmentOptions } from './segment-change.ts';

/** A change of the same part from each run to the next. */
export interface Creep extends SegmentChange {
  /** Of one run over the run before it; `ratio` is that of the last run over the first one. */
  readonly perRun: number;
}

/** Fewer runs do not tell a line from a few that lie so by chance. */
export const minRunsOfCreep = 10;

/**
 * The straight line through the logarithms of a history of one level (values > 0, oldest first) by least squares, with
 * Student's interval of what it rises by over all runs: the moderated variance of a run, and as many fewer runs as
 * neighbours are alike. Null where two levels fit better than the line: then it is a step, however small.
 */
export function creepOf(values: Float64Array, { expected }: SegmentOptions): Creep | null {
  const n = values.length;
  if (n < minRunsOfCreep) return null;
  const logs = values.map(Math.log);
  const [center, middle] = [mean(logs), (n - 1) / 2];
  const spread = logs.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  const slope = logs.reduce((sum, log, i) => sum + (i - middle) * (log - center), 0) / spread;
  const residuals = logs.map((log, i) => log - center - slope * (i - middle));
  const squares = residuals.reduce((sum, one) => sum + one ** 2, 0);
  if (bestOfTwoLevels(logs) < squares) return null;
  const free = n - 2;
  const degrees = expected.degrees + free;
  const { inflation } = autocorrelation(residuals, median(residuals));
  const variance = (expected.degrees * expected.value + squares) / degrees;
  const rise = slope * (n - 1);
  const error = (n - 1) * Math.sqrt((Math.max(variance, squares / free) * inflation) / spread);
  const half = studentQuantile(0.95, degrees) * error;
  return {
    perRun: Math.exp(slope),
    ratio: Math.exp(rise),
    ci95: [Math.exp(rise - half), Math.exp(rise + half)],
  };
}

/** Least sum of squares about two levels. */
function bestOfTwoLevels(logs: Float64Array): number {
  let [sum, squares] = [0, 0];
  const [all, allSquares] = logs.reduce(([a, b], log) => [a + log, b + log ** 2], [0, 0]);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < logs.length; i++) {
    const log = logs[i - 1] ?? 0;
    sum += log;
    squares += log ** 2;
    const [rest, restSquares] = [all - sum, allSquares - squares];
    least = Math.min(least, squares - sum ** 2 / i + restSquares - rest ** 2 / (logs.length - i));
  }
  return least;
}
