import { autocorrelation } from './autocorrelation.ts';
import { normalQuantile } from './distributions.ts';
import { medianRanks } from './median-interval.ts';
import { quantileSorted, sorted } from './order.ts';

/** Rounds with fewer samples do not show their own spread; it is taken to be at least `unknownSpread`. */
export const fewSamples = 6;
export const unknownSpread = 0.02;

/** Robust relative standard deviation of one round's samples: IQR over 1.349 medians. */
export function relativeSpread(round: Float64Array): number {
  const ascending = sorted(round);
  const range = quantileSorted(ascending, 0.75) - quantileSorted(ascending, 0.25);
  return range / 1.349 / quantileSorted(ascending, 0.5);
}

/**
 * Variance of the logarithm of one round's median, without drawing: half the width of the order-statistic interval
 * over its normal quantile, times what serial correlation costs.
 */
export function logMedianVariance(round: Float64Array, resolutionNs = 0): number {
  const n = round.length;
  const ranks = medianRanks(n, 0.68);
  if (n < fewSamples || ranks === null) {
    return ((Math.PI / 2) * Math.max(relativeSpread(round), unknownSpread) ** 2) / n;
  }
  const ascending = sorted(round);
  const low = ascending[ranks.lower - 1] ?? 1;
  const high = ascending[ranks.upper - 1] ?? 1;
  const center = quantileSorted(ascending, 0.5);
  const half = Math.max((high - low) / 2, resolutionNs / 4) / center;
  return (half / normalQuantile(ranks.coverage)) ** 2 * autocorrelation(round).inflation;
}
