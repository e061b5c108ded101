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

/** Rounds from which the quantiles beside the median tell something. */
const enoughForNear = 16;

/**
 * The same from the samples beside the median: half of the way from the 37.5th to the 62.5th percentile over its
 * normal quantile. A third of slow samples makes the interquartile range wide but leaves this as it was, and where two
 * modes share the samples equally, so that the median may fall into either, it is as wide as they are apart.
 */
export function spreadNearMedian(round: Float64Array): number {
  if (round.length < enoughForNear) return relativeSpread(round);
  const ascending = sorted(round);
  const range = quantileSorted(ascending, 0.625) - quantileSorted(ascending, 0.375);
  return range / (2 * normalQuantile(0.625)) / quantileSorted(ascending, 0.5);
}

/**
 * Variance of the logarithm of one round's median, without drawing: half the width of the order-statistic interval
 * over its normal quantile, times what serial correlation costs.
 */
export function logMedianVariance(round: Float64Array, resolutionNs = 0): number {
  const ascending = sorted(round);
  return logMedianVarianceSorted(ascending, autocorrelation(round).inflation, resolutionNs);
}

/** The same of samples that are ascending, with what their serial correlation costs. */
export function logMedianVarianceSorted(
  ascending: Float64Array,
  inflation: number,
  resolutionNs = 0,
): number {
  const n = ascending.length;
  const ranks = medianRanks(n, 0.68);
  const center = quantileSorted(ascending, 0.5);
  if (n < fewSamples || ranks === null) {
    const range = quantileSorted(ascending, 0.75) - quantileSorted(ascending, 0.25);
    return ((Math.PI / 2) * Math.max(range / 1.349 / center, unknownSpread) ** 2) / n;
  }
  const low = ascending[ranks.lower - 1] ?? 1;
  const high = ascending[ranks.upper - 1] ?? 1;
  const half = Math.max((high - low) / 2, resolutionNs / 4) / center;
  return (half / normalQuantile(ranks.coverage)) ** 2 * inflation;
}
