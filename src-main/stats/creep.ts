import { defaultMargins, type Margins } from './decide.ts';
import { studentQuantile, studentTwoSided } from './distributions.ts';
import { squaresWithin } from './groups.ts';
import { mean, median } from './order.ts';
import { correlationOf, inflationOf } from './run-correlation.ts';
import type { SegmentOptions } from './segment-change.ts';

/** A change of the same part from each run to the next. */
export interface Creep {
  /** Of one run over the run before it. */
  readonly perRun: number;
  /** Of the last run over the first one. */
  readonly ratio: number;
  readonly ci95: readonly [number, number];
  /** Of no rise beyond the margin. */
  readonly p: number;
}

/** Fewer runs do not tell a line from a few that lie so by chance. */
export const minRunsOfCreep = 10;

/**
 * The straight line through the logarithms of a history of one segment (values > 0, oldest first) by least squares, with
 * Student's interval of what it rises by over all runs. The variance of a run is moderated, and autocorrelated runs count
 * as fewer independent ones. Null where two segments fit better than the line, or those with these `bounds`: then it is a
 * change point, however small.
 */
export function creepOf(
  values: Float64Array,
  { expected }: SegmentOptions,
  { difference }: Pick<Margins, 'difference'> = defaultMargins,
  bounds: readonly number[] = [0, values.length],
): Creep | null {
  const n = values.length;
  if (n < minRunsOfCreep) return null;
  const logs = values.map(Math.log);
  const [center, middle] = [mean(logs), (n - 1) / 2];
  const spread = logs.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
  const slope = logs.reduce((sum, log, i) => sum + (i - middle) * (log - center), 0) / spread;
  const residuals = logs.map((log, i) => log - center - slope * (i - middle));
  const squares = residuals.reduce((sum, one) => sum + one ** 2, 0);
  const line = criterion(squares, 2, n);
  if (criterion(bestOfTwoLevels(logs), 3, n) < line) return null;
  const segments = bounds.slice(1).map((to, i) => logs.subarray(bounds[i], to));
  // A level each, and a place for each but the first.
  const parameters = 2 * segments.length - 1;
  if (criterion(squaresWithin(segments), parameters, n) < line) return null;
  // By distances as well: the square of one run far out would favour the line, which has fewer parameters.
  const off = residuals.reduce((sum, one) => sum + Math.abs(one), 0);
  const byDistance = (sum: number, fitted: number): number => criterion(sum ** 2 / n, fitted, n);
  if (byDistance(distancesWithin(segments), parameters) < byDistance(off, 2)) return null;
  const free = n - 2;
  const degrees = expected.degrees + free;
  const inflation = inflationOf(correlationOf([residuals]), n);
  const variance = (expected.degrees * expected.value + squares) / degrees;
  const rise = slope * (n - 1);
  const error = (n - 1) * Math.sqrt((Math.max(variance, squares / free) * inflation) / spread);
  const half = studentQuantile(0.95, degrees) * error;
  const beyond = Math.abs(rise) - Math.log1p(difference);
  return {
    perRun: Math.exp(slope),
    ratio: Math.exp(rise),
    ci95: [Math.exp(rise - half), Math.exp(rise + half)],
    p: beyond > 0 ? studentTwoSided(beyond / error, degrees) : 1,
  };
}

/** The Bayesian information criterion of n values for normal errors, with so many parameters fitted. */
function criterion(squares: number, parameters: number, n: number): number {
  return n * Math.log(Math.max(squares, Number.MIN_VALUE) / n) + parameters * Math.log(n);
}

/** Sum of the distances of all values from the median of their group. */
function distancesWithin(groups: readonly Float64Array[]): number {
  return groups.reduce((sum, values) => {
    const center = median(values);
    return sum + values.reduce((part, value) => part + Math.abs(value - center), 0);
  }, 0);
}

/** Minimum sum of squares about two segments. */
function bestOfTwoLevels(logs: Float64Array): number {
  let [sum, squares] = [0, 0];
  const [all, allSquares] = logs.reduce(([a, b], log) => [a + log, b + log ** 2], [0, 0]);
  let min = Number.POSITIVE_INFINITY;
  for (let i = 1; i < logs.length; i++) {
    const log = logs[i - 1] ?? 0;
    sum += log;
    squares += log ** 2;
    const [rest, restSquares] = [all - sum, allSquares - squares];
    min = Math.min(min, squares - sum ** 2 / i + restSquares - rest ** 2 / (logs.length - i));
  }
  return min;
}
