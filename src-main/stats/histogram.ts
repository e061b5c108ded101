import { lowerMedian, quantileSorted } from './order.ts';

export type Bin = { readonly from: number; readonly to: number; readonly count: number };

/** Where the tail is cut for drawing, and how many samples lie beyond. */
export type Reach = { readonly to: number; readonly beyond: number };

/** Interquartile ranges above the third quartile that are drawn, and the largest share of samples left beyond. */
const reachRanges = 6;
const maxBeyond = 0.1;

/**
 * Largest value worth drawing of ascending samples: all of them, unless a few lie so far above the third quartile that
 * they would squeeze the rest into a few bins. More than a tenth is no tail but part of what was measured, and is shown.
 */
export function reachOf(ascending: Float64Array): Reach {
  const last = ascending.at(-1) ?? 0;
  const q1 = quantileSorted(ascending, 0.25);
  const q3 = quantileSorted(ascending, 0.75);
  // Quantised times may have no range at all.
  const limit = q3 + reachRanges * Math.max(q3 - q1, q3 * 0.002);
  const beyond = ascending.length - firstAbove(ascending, limit);
  return beyond > 0 && beyond <= ascending.length * maxBeyond && ascending.length >= 20
    ? { to: limit, beyond }
    : { to: last, beyond: 0 };
}

/** Interquartile ranges above the third quartile that stay in sight of a series whose spread squeezes the others. */
const whiskerRanges = 1.5;
/** A series compresses the others when it reaches so many times as far as their lower median. */
const maxSpread = 2;

/**
 * Reaches on an axis that several series share: one that spreads far more than the others do is cut where a box plot
 * ends its whiskers, else all the others are a spike next to its tail. `spreads` are of `reaches`, in any unit in which
 * the series can be compared.
 */
export function sharedReaches(
  all: readonly Float64Array[],
  reaches: readonly Reach[],
  spreads: readonly number[],
): readonly Reach[] {
  const middle = lowerMedian(Float64Array.from(spreads));
  return reaches.map((reach, i) => {
    const [ascending, spread = 0] = [all[i], spreads[i]];
    const max = maxSpread * middle;
    if (ascending === undefined || ascending.length < 20 || spread <= max) return reach;
    const q1 = quantileSorted(ascending, 0.25);
    const q3 = quantileSorted(ascending, 0.75);
    const median = quantileSorted(ascending, 0.5);
    const whisker = q3 + whiskerRanges * Math.max(q3 - q1, q3 * 0.002);
    const to = Math.max(whisker, median + ((reach.to - median) * max) / spread);
    if (to >= reach.to) return reach;
    return { to, beyond: ascending.length - firstAbove(ascending, to) };
  });
}

/** How many ascending values are not above the limit. */
export function firstAbove(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Number.POSITIVE_INFINITY) > limit) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** Freedman and Diaconis (1981): 2 IQR / n^(1/3). Falls back to Sturges' count for samples without a range. */
export function binWidth(ascending: Float64Array, from: number, to: number): number {
  const n = ascending.length;
  const range = to - from;
  const iqr = quantileSorted(ascending, 0.75) - quantileSorted(ascending, 0.25);
  const sturges = range / Math.ceil(Math.log2(Math.max(2, n)) + 1);
  return iqr > 0 ? (2 * iqr) / Math.cbrt(n) : sturges;
}

/** Counts ascending values into bins of equal width that start at `from`; values beyond the last bin are left out. */
export function countBins(
  ascending: Float64Array,
  from: number,
  width: number,
  bins: number,
): readonly Bin[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of ascending) {
    const position = (value - from) / width;
    // The upper end belongs to the last bin.
    const index =
      position >= bins && position <= bins * (1 + 1e-12) ? bins - 1 : Math.floor(position);
    if (index >= 0 && index < bins) {
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return counts.map((count, i) => ({ from: from + i * width, to: from + (i + 1) * width, count }));
}
