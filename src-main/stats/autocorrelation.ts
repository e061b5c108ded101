import { medianSorted, sorted } from './order.ts';

export interface SerialCorrelation {
  /** Correlation of consecutive samples, of their side of the median. Null when n < 8 or all are equal. */
  readonly lag1: number | null;
  /** How many independent samples would know the median as well as these do; at most n. */
  readonly effectiveN: number;
  /** Samples that one independent sample is worth: n / effectiveN, at least 1. */
  readonly inflation: number;
  /** The correlation is significant and costs more than a third of the samples: intervals are too narrow. */
  readonly correlated: boolean;
}

/**
 * Serial correlation as the median feels it: the variance of a median depends on the correlation of the indicators
 * "above the median", which no outlier can distort. The effective number sums correlations by Geyer's initial
 * monotone positive sequence ("Practical Markov chain Monte Carlo", Statistical Science 7, 1992). Repetitions are
 * separate processes: give one repetition at a time. `center` is the median, where it is known already.
 */
export function autocorrelation(
  times: Float64Array,
  center: number = times.length === 0 ? 0 : medianSorted(sorted(times)),
): SerialCorrelation {
  const n = times.length;
  const side = new Float64Array(n);
  let average = 0;
  for (let i = 0; i < n; i++) {
    const value = Math.sign((times[i] ?? 0) - center);
    side[i] = value;
    average += value / n;
  }
  let energy = 0;
  for (let i = 0; i < n; i++) {
    side[i] = (side[i] ?? 0) - average;
    energy += (side[i] ?? 0) ** 2;
  }
  if (n < 8 || energy === 0) return { lag1: null, effectiveN: n, inflation: 1, correlated: false };

  const at = (lag: number): number => {
    let sum = 0;
    for (let i = lag; i < n; i++) sum += (side[i] ?? 0) * (side[i - lag] ?? 0);
    return sum / energy;
  };
  const lag1 = at(1);
  let tau = -1;
  let before = Number.POSITIVE_INFINITY;
  for (let lag = 0; lag + 1 < Math.min(n / 2, 1000); lag += 2) {
    const pair = Math.min(before, (lag === 0 ? 1 : at(lag)) + (lag === 0 ? lag1 : at(lag + 1)));
    if (pair <= 0) break;
    tau += 2 * pair;
    before = pair;
  }
  const inflation = Math.min(Math.max(1, tau), n);
  const effectiveN = n / inflation;
  const beyondChance = lag1 > 2.6 / Math.sqrt(n);
  return { lag1, effectiveN, inflation, correlated: beyondChance && inflation > 1.5 };
}
