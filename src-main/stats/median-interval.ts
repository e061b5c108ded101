import { logGamma } from './distributions.ts';

/** The ranks (1-based, from below and from above) that bound the median, and their exact coverage. */
export interface MedianRanks {
  /** The interval is [x_(lower), x_(upper)] of the ascending samples, both ends included. */
  readonly lower: number;
  readonly upper: number;
  /** P(x_(lower) <= median <= x_(upper)) for independent samples of any continuous distribution. */
  readonly coverage: number;
}

/** A coverage that is the level but for rounding reaches it: 75 % with 3 samples. */
const rounding = 1e-9;

const cache = new Map<string, MedianRanks | null>();

/**
 * The narrowest symmetric pair of ranks whose coverage of the median is at least `level`: the number of samples
 * below the median is Binomial(n, 1/2) whatever the distribution. Null where no pair of n samples reaches
 * the level (n < 6 at 95 %, n < 8 at 99 %).
 */
export function medianRanks(n: number, level: number): MedianRanks | null {
  const key = `${n}:${level}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size > 20_000) cache.clear();
  const ranks = computeRanks(n, level);
  cache.set(key, ranks);
  return ranks;
}

function computeRanks(n: number, level: number): MedianRanks | null {
  if (n < 1) return null;
  const tail = ((1 - level) / 2) * (1 + rounding);
  // Walk down from the centre, where the distribution function is known: only about sqrt(n) steps.
  let k = Math.floor(n / 2);
  let mass = Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) - n * Math.LN2);
  let below = n % 2 === 0 ? 0.5 + mass / 2 : 0.5;
  while (k >= 0 && below > tail) {
    below -= mass;
    mass *= k / (n - k + 1);
    k--;
  }
  if (k < 0) return null;
  return { lower: k + 1, upper: n - k, coverage: 1 - 2 * below };
}

/**
 * Interval of the median from order statistics of ascending samples, or null where n does not allow it. It is
 * never narrower than `resolution` (the clock's, in the samples' unit): quantised times can make all
 * order statistics equal although the median is only known to one tick.
 */
export function medianInterval(
  ascending: Float64Array,
  level: number,
  resolution = 0,
): readonly [number, number] | null {
  const ranks = medianRanks(ascending.length, level);
  if (ranks === null) return null;
  const low = ascending[ranks.lower - 1] ?? Number.NaN;
  const high = ascending[ranks.upper - 1] ?? Number.NaN;
  const missing = resolution - (high - low);
  return missing > 0 ? [low - missing / 2, high + missing / 2] : [low, high];
}
