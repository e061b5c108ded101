import { mean, median } from './order.ts';

/** Fewer differences of successive runs tell nothing of how they are correlated. */
const minDifferences = 16;
const maxCorrelation = 0.8;
/** Up to this over the root of their number, five of six histories of independent runs stay. */
const byChance = 1.5;
/** A squared difference counts as at most so many times the median one: two runs that something else disturbed are no correlation. */
const maxSquare = 9;

/**
 * How far a run is correlated with the one before it, from 0 to 0.8, over groups of successive values: that of a first-order
 * autoregressive process, by the squares of differences over one run and over two. They need no mean, which takes slow
 * changes for the level of its group. 0 where chance explains it.
 */
export function correlationOf(groups: readonly Float64Array[]): number {
  const [over1, over2] = [squaresOver(1, groups), squaresOver(2, groups)];
  if (over2.count < minDifferences || over1.mean === 0) return 0;
  const seen = over2.mean / over1.mean - 1;
  return seen < byChance / Math.sqrt(over2.count) ? 0 : Math.min(maxCorrelation, seen);
}

/** Variance of the mean of so many correlated runs, over that of as many independent ones. */
export function inflationOfMean(correlation: number, length: number): number {
  const rest = 1 - correlation;
  const late = (2 * correlation * (1 - correlation ** length)) / (length * rest ** 2);
  return (1 + correlation) / rest - late;
}

/** The same over what the variance about their own mean says, from which the distance of that mean is missing. */
export function inflationOf(correlation: number, length: number): number {
  if (correlation === 0 || length < 2) return 1;
  const ofMean = inflationOfMean(correlation, length);
  return ofMean / (1 - (ofMean - 1) / (length - 1));
}

/** Within the groups, each about its own mean; 0 where no group has two values. */
export function pooledVariance(groups: readonly Float64Array[]): number {
  const free = groups.reduce((sum, values) => sum + values.length - 1, 0);
  const squares = groups.reduce((sum, values) => {
    const center = mean(values);
    return sum + values.reduce((part, value) => part + (value - center) ** 2, 0);
  }, 0);
  return free > 0 ? squares / free : 0;
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
