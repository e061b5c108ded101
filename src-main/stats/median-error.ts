import { normalQuantile } from './distributions.ts';
import { medianRanks } from './median-interval.ts';
import { quantileSorted } from './order.ts';

/** Processes with fewer samples do not show their own spread; it is taken to be at least `unknownSpread`. */
const fewSamples = 6;
const unknownSpread = 0.02;

/**
 * Variance of the logarithm of the median of one process's samples (ascending): half the width of the order-statistic interval
 * over its normal quantile, times what serial correlation costs.
 */
export function logMedianVariance(ascending: Float64Array, inflation: number): number {
  const n = ascending.length;
  const ranks = medianRanks(n, 0.68);
  const center = quantileSorted(ascending, 0.5);
  if (n < fewSamples || ranks === null) {
    const range = quantileSorted(ascending, 0.75) - quantileSorted(ascending, 0.25);
    return ((Math.PI / 2) * Math.max(range / 1.349 / center, unknownSpread) ** 2) / n;
  }
  const low = ascending[ranks.lower - 1] ?? 1;
  const high = ascending[ranks.upper - 1] ?? 1;
  const half = (high - low) / 2 / center;
  return (half / normalQuantile(ranks.coverage)) ** 2 * inflation;
}
