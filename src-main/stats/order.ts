/** A sorted copy (ascending; NaN last, as typed arrays sort). */
export function sorted(values: Float64Array): Float64Array {
  return Float64Array.from(values).sort();
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

/**
 * The same of values in any order, which it moves about: only as far as the two order statistics ask for. Several
 * quantiles of the same values cost little more than one.
 */
export function quantileInPlace(values: Float64Array, p: number): number {
  const n = values.length;
  if (n === 0) return Number.NaN;
  const h = (n - 1) * p;
  const low = Math.floor(h);
  selectInPlace(values, low);
  const a = values[low] ?? Number.NaN;
  let b = low + 1 < n ? Number.POSITIVE_INFINITY : a;
  for (let i = low + 1; i < n; i++) b = Math.min(b, values[i] ?? Number.NaN);
  return a + (h - low) * (b - a);
}

/** Moves values until the one at `place` is that of the sorted values, none before it greater, none behind it less. */
function selectInPlace(values: Float64Array, place: number): void {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = middleOf(values[left] ?? 0, values[(left + right) >> 1] ?? 0, values[right] ?? 0);
    let i = left;
    let j = right;
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i++;
      while ((values[j] ?? 0) > pivot) j--;
      if (i > j) break;
      const moved = values[i] ?? 0;
      values[i++] = values[j] ?? 0;
      values[j--] = moved;
    }
    if (place <= j) right = j;
    else if (place >= i) left = i;
    else return;
  }
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
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

/** Median absolute deviation from `center`, unscaled. */
export function medianDeviation(values: Float64Array, center: number): number {
  return median(values.map((value) => Math.abs(value - center)));
}

/** All rounds one after the other. */
export function concatenate(rounds: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(rounds.reduce((sum, round) => sum + round.length, 0));
  let at = 0;
  for (const round of rounds) {
    all.set(round, at);
    at += round.length;
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
