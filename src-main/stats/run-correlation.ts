import { mean, median } from './order.ts';

/** Fewer differences of successive runs tell nothing of how they are correlated. */
const minDifferences = 16;
const maxCorrelation = 0.8;
/** Five of six histories of independent runs show a correlation below this over the root of the number of differences. */
const byChance = 1.5;
/** Limit of a squared difference, in medians of them: two disturbed runs in a row must not look like a correlation. */
const maxSquare = 9;

/**
 * The correlation of a run with the one before it, from 0 to 0.8, over groups of successive values, as of a first-order
 * autoregressive process. It follows from the squared differences over one run and over two. These need no mean: the mean
 * of a group hides slow changes. 0 where chance explains the differences.
 */
export function correlationOf(groups: readonly Float64Array[]): number {
  const [over1, over2] = [squaresOver(1, groups), squaresOver(2, groups)];
  if (over2.count < minDifferences || over1.mean === 0) return 0;
  const seen = over2.mean / over1.mean - 1;
  return seen < byChance / Math.sqrt(over2.count) ? 0 : Math.min(maxCorrelation, seen);
}

/** Variance of the mean of `length` correlated runs over that of as many independent runs. */
export function inflationOfMean(correlation: number, length: number): number {
  const rest = 1 - correlation;
  const late = (2 * correlation * (1 - correlation ** length)) / (length * rest ** 2);
  return (1 + correlation) / rest - late;
}

/** Variance of the mean of `length` correlated runs over its estimate from the sample variance, which correlation makes too small. */
export function inflationOf(correlation: number, length: number): number {
  if (correlation === 0 || length < 2) return 1;
  const ofMean = inflationOfMean(correlation, length);
  return ofMean / (1 - (ofMean - 1) / (length - 1));
}

function squaresOver(
  lag: number,
  groups: readonly Float64Array[],
): { readonly count: number; readonly mean: number } {
  const squares = groups.flatMap((values) =>
    Array.from(values.subarray(lag), (value, i) => (value - (values[i] ?? 0)) ** 2),
  );
  if (squares.length === 0) return { count: 0, mean: 0 };
  const middle = median(Float64Array.from(squares));
  const limit = middle > 0 ? maxSquare * middle : Number.POSITIVE_INFINITY;
  return { count: squares.length, mean: mean(squares.map((one) => Math.min(one, limit))) };
}
