import { mean, median, variance } from './order.ts';

/**
 * Where the values of the processes of a case lie. The estimand is the time of the faster four fifths of its processes: of every
 * five one, the slowest, is left out of the mean. One process in ten takes 1.1 to 2.5 times as long on shared machines, and
 * the mean of all of them moves by how many of these a run happens to have.
 */
export interface Location {
  readonly center: number;
  /** Variance of the centre, by the values with the slow ones drawn in to the slowest that counts (Tukey and McLaughlin 1963). */
  readonly variance: number;
  readonly degrees: number;
  readonly count: number;
}

/** Part of the processes that is left out. */
const slowPart = 1 / 5;

/** Of at least one logarithm of a time. */
export function locationOf(logs: readonly number[]): Location {
  const ascending = logs.toSorted((a, b) => a - b);
  const count = ascending.length;
  const kept = count - Math.floor(count * slowPart + 1e-9);
  const drawnIn = ascending.map((value, i) => (i < kept ? value : (ascending[kept - 1] ?? value)));
  return {
    center: mean(ascending.slice(0, kept)),
    variance: count < 2 ? 0 : (variance(drawnIn) * (count - 1)) / (kept * (kept - 1)),
    degrees: kept - 1,
    count,
  };
}

/** Processes of a case that were slow: `count` of `of`, `factor` times as slow as the median. */
export interface SlowShare {
  readonly count: number;
  readonly of: number;
  readonly factor: number;
}

/** A slow process is beyond the median by this factor, and by so many robust standard deviations. */
const slowFactor = 1.1;
const slowDeviations = 5;

/** The processes apart from the others on the slow side; null where none is, or too few are there to tell. */
export function slowShareOf(logs: readonly number[]): SlowShare | null {
  const center = median(Float64Array.from(logs));
  const spread = 1.4826 * median(Float64Array.from(logs, (value) => Math.abs(value - center)));
  const limit = center + Math.max(Math.log(slowFactor), slowDeviations * spread);
  const slow = logs.filter((value) => value > limit);
  if (slow.length === 0 || logs.length < 4) return null;
  const factor = Math.exp(median(Float64Array.from(slow)) - center);
  return { count: slow.length, of: logs.length, factor };
}

/**
 * Lag 1 correlation of values in the order of repetitions, with the bias of so few taken off; null where it is within what
 * chance makes of independent ones.
 */
export function driftOf(logs: readonly number[]): number | null {
  const count = logs.length;
  if (count < 6) return null;
  const center = mean(logs);
  let [square, product] = [0, 0];
  logs.forEach((value, i) => {
    square += (value - center) ** 2;
    product += (value - center) * ((logs[i + 1] ?? center) - center);
  });
  if (square === 0) return null;
  const seen = product / square;
  const lag1 = Math.min(0.9, seen + (1 + 3 * seen) / count);
  return lag1 > 2 / Math.sqrt(count) ? lag1 : null;
}
