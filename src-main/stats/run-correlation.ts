import { mean } from './order.ts';

/** Fewer differences of successive runs tell nothing of how they are correlated. */
const minDifferences = 16;
const maxCorrelation = 0.8;
/** Up to this over the root of their number, five of six histories of independent runs stay. */
const byChance = 1.5;

/**
 * How many times as large as for independent runs the variance of a mean is, over the variance within the groups (each a stretch
 * of successive values). The correlation is that of a first-order autoregressive process, by the squares of differences over
 * one run and over two. They need no mean, which takes slow changes for the level of its stretch.
 */
export function inflationOf(groups: readonly Float64Array[]): number {
  const [over1, over2] = [squaresOver(1, groups), squaresOver(2, groups)];
  if (over2.count < minDifferences || over1.mean === 0) return 1;
  const seen = over2.mean / over1.mean - 1;
  if (seen < byChance / Math.sqrt(over2.count)) return 1;
  const length = groups.reduce((sum, { length: own }) => sum + own, 0) / groups.length;
  return inflationBy(Math.min(maxCorrelation, seen), length);
}

/**
 * For stretches of `length` runs: exact for the mean, whose distance from the true one is missing from the variance about it.
 */
function inflationBy(correlation: number, length: number): number {
  const rest = 1 - correlation;
  const late = (2 * correlation * (1 - correlation ** length)) / (length * rest ** 2);
  const ofMean = (1 + correlation) / rest - late;
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
  return { count: squares.length, mean: squares.length === 0 ? 0 : mean(squares) };
}
