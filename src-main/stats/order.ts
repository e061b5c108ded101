/** A sorted copy (ascending; NaN last, as typed arrays sort). */
export function sorted(values: Float64Array): Float64Array {
  return values.slice().sort();
}

/**
 * The p-quantile of ascending values by linear interpolation between the order statistics around
 * h = (n - 1) p (Hyndman and Fan's definition 7, the default of NumPy and R). NaN when there are none.
 */
export function quantileSorted(ascending: Float64Array, p: number): number {
  const n = ascending.length;
  if (n === 0) return Number.NaN;
  const h = (n - 1) * p;
  const low = Math.floor(h);
  const a = ascending[low] ?? Number.NaN;
  const b = ascending[Math.min(low + 1, n - 1)] ?? Number.NaN;
  return a + (h - low) * (b - a);
}

/** The middle value, or the mean of the two middle ones. NaN when there are none. */
export function medianSorted(ascending: Float64Array): number {
  return quantileSorted(ascending, 0.5);
}

export function median(values: Float64Array): number {
  return medianSorted(sorted(values));
}

/** The middle value, or the smaller of the two middle ones: one of the values. NaN when there are none. */
export function lowerMedian(values: Float64Array): number {
  return sorted(values)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** Median absolute deviation of ascending values from `center`, unscaled: distances to either side ascend already. */
export function medianDeviation(ascending: Float64Array, center: number): number {
  const n = ascending.length;
  const distances = new Float64Array(n);
  let right = 0;
  while (right < n && (ascending[right] ?? 0) < center) right++;
  let left = right - 1;
  for (let i = 0; i < n; i++) {
    const below = left < 0 ? Number.POSITIVE_INFINITY : center - (ascending[left] ?? 0);
    const above = right === n ? Number.POSITIVE_INFINITY : (ascending[right] ?? 0) - center;
    distances[i] = Math.min(below, above);
    if (below <= above) left--;
    else right++;
  }
  return medianSorted(distances);
}

/** All repetitions one after the other. */
export function concatenate(repetitions: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(repetitions.reduce((sum, repetition) => sum + repetition.length, 0));
  let at = 0;
  for (const repetition of repetitions) {
    all.set(repetition, at);
    at += repetition.length;
  }
  return all;
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum / values.length;
}

/** Sample variance (divisor n - 1), by two passes; 0 for a single value. */
export function variance(values: ArrayLike<number>): number {
  if (values.length < 2) return 0;
  const center = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += ((values[i] ?? 0) - center) ** 2;
  return sum / (values.length - 1);
}
