/**
 * Count, mean and variance of values that arrive one by one. Welford's recurrence: stable where the deviations are small
 * compared with the mean, and nothing is kept of the values.
 */
export function createMoments() {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    add(value: number): void {
      count += 1;
      const delta = value - mean;
      mean += delta / count;
      squares += delta * (value - mean);
    },
    count: () => count,
    /** 0 before the first value. */
    mean: () => mean,
    /** Sample variance (divisor n - 1); NaN before the second value. */
    variance: () => (count < 2 ? Number.NaN : squares / (count - 1)),
  };
}
