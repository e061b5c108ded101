import type { Process } from '../contract/run.ts';
import { autocorrelation } from './autocorrelation.ts';
import { logMedianVariance } from './median-error.ts';
import { mean, median } from './order.ts';

/**
 * What one process says of one case and timing scope, of all its samples in the order they were taken. Clocks in Hz, one
 * a sample, where they are known. Throws a RangeError when there is no sample.
 */
export function summarizeProcess(timesNs: Float64Array, clocksHz?: Float64Array): Process {
  const n = timesNs.length;
  if (n === 0) throw new RangeError('a process needs at least one sample, got none');
  const { lag1, effectiveN } = autocorrelation(timesNs);
  const center = median(timesNs);
  return {
    n,
    median_ns: center,
    mean_ns: mean(timesNs),
    effective_n: effectiveN,
    log_error: center > 0 ? Math.sqrt(logMedianVariance(timesNs)) : 0,
    lag1,
    cycles: clocksHz === undefined ? null : medianCycles(timesNs, clocksHz),
  };
}

/** Null where fewer than half of the samples have a clock. */
function medianCycles(timesNs: Float64Array, clocksHz: Float64Array): number | null {
  const cycles = timesNs
    .map((time, i) => (time * (clocksHz[i] ?? Number.NaN)) / 1e9)
    .filter((value) => value > 0);
  return 2 * cycles.length >= timesNs.length ? median(cycles) : null;
}

/** Whether neighbouring samples are alike beyond chance, and that costs more than a third of them. */
export function isAutocorrelated({ n, effective_n, lag1 }: Process): boolean {
  return lag1 !== null && lag1 > 2.6 / Math.sqrt(n) && n / effective_n > 1.5;
}
