import type { Metric } from '../contract/run.ts';
import { medianInterval } from './median-interval.ts';
import { mean, medianDeviation, medianSorted, quantileSorted, sorted, variance } from './order.ts';

export interface SummaryOptions {
  /** Resolution of the clock that took the times, in nanoseconds; no interval gets narrower. */
  readonly resolutionNs?: number;
}

/** A sample farther from the median than this many median absolute deviations is flagged (10 sigma of a normal). */
const outlierLimit = 14.8;

/**
 * Order statistics of the times of one timing scope, in nanoseconds and in the order they were taken. Quantiles are
 * Hyndman and Fan's definition 7 (linear between order statistics), p99 needs 100 samples, the deviation
 * divides by n - 1, the intervals of the median are exact. Outliers are flagged and kept in every figure.
 * Throws a RangeError when there is no sample or one is not a finite number.
 */
export function summarize(timesNs: Float64Array, options: SummaryOptions = {}): Metric {
  const n = timesNs.length;
  if (n === 0) throw new RangeError('a summary needs at least one sample, got none');
  for (let i = 0; i < n; i++) {
    if (Number.isFinite(timesNs[i])) continue;
    throw new RangeError(`sample ${i} must be a finite number of nanoseconds, got ${timesNs[i]}`);
  }
  const ascending = sorted(timesNs);
  const center = medianSorted(ascending);
  const deviation = Math.max(medianDeviation(ascending, center), (options.resolutionNs ?? 0) / 2);
  const q1 = quantileSorted(ascending, 0.25);
  const q3 = quantileSorted(ascending, 0.75);
  const ci95 = medianInterval(ascending, 0.95, options.resolutionNs);
  const ci99 = medianInterval(ascending, 0.99, options.resolutionNs);
  return {
    n,
    minNs: ascending[0] ?? Number.NaN,
    q1Ns: q1,
    medianNs: center,
    q3Ns: q3,
    p95Ns: quantileSorted(ascending, 0.95),
    p99Ns: n >= 100 ? quantileSorted(ascending, 0.99) : null,
    maxNs: ascending[n - 1] ?? Number.NaN,
    meanNs: mean(timesNs),
    sdNs: Math.sqrt(variance(timesNs)),
    relativeIqr: center > 0 ? (q3 - q1) / center : 0,
    ci95LoNs: ci95?.[0] ?? null,
    ci95HiNs: ci95?.[1] ?? null,
    ci99LoNs: ci99?.[0] ?? null,
    ci99HiNs: ci99?.[1] ?? null,
    outliers: countOutliers(timesNs, center, deviation),
    slowFirst: timesNs[0] === ascending[n - 1] && isFirstSlow(timesNs),
  };
}

function countOutliers(times: Float64Array, center: number, deviation: number): number {
  let count = 0;
  for (const time of times) if (Math.abs(time - center) > outlierLimit * deviation) count++;
  return count;
}

/**
 * Whether the first sample is a slow start: above every later one and far above them, judged by the rest alone
 * (three times their distance from median to maximum, at least 5 %).
 */
function isFirstSlow(times: Float64Array): boolean {
  if (times.length < 6) return false;
  const rest = sorted(times.subarray(1));
  const center = medianSorted(rest);
  const top = rest[rest.length - 1] ?? center;
  return (times[0] ?? 0) > center + Math.max(3 * (top - center), 0.05 * center);
}
