/** Count, mean and variance of values that arrive one by one. */
export type Moments = {
  readonly add: (value: number) => void;
  readonly count: () => number;
  /** 0 before the first value. */
  readonly mean: () => number;
  /** Sample variance (divisor n - 1); NaN before the second value. */
  readonly variance: () => number;
};

/** Welford's recurrence: stable where the deviations are small compared with the mean, and nothing is kept of the values. */
export function createMoments(): Moments {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    add(value) {
      count += 1;
      const delta = value - mean;
      mean += delta / count;
      squares += delta * (value - mean);
    },
    count: () => count,
    mean: () => mean,
    variance: () => (count < 2 ? Number.NaN : squares / (count - 1)),
  };
}
