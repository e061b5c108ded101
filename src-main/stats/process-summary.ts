import type { Process, ScopeProcess, ScopeSamples } from '../contract/run.ts';
import { autocorrelation } from './autocorrelation.ts';
import { normalQuantile } from './distributions.ts';
import type { JudgedProcess } from './judged-case.ts';
import { medianRanks } from './median-interval.ts';
import { mean, median, medianSorted, quantileSorted, sorted } from './order.ts';

/** Standard error of a logarithm beyond which nothing is said any more. */
export const unknownError = 10;

/**
 * What one process says of one case and timing scope, of all its samples in the order they were taken. Clocks in Hz,
 * one a sample, where they are known. Throws a RangeError when there is no sample.
 */
export function summarizeProcess(timesNs: Float64Array, clocksHz?: Float64Array): Process {
  const n = timesNs.length;
  if (n === 0) throw new RangeError('a process needs at least one sample, got none');
  const ascending = sorted(timesNs);
  const center = medianSorted(ascending);
  const { lag1, effectiveN, inflation } = autocorrelation(timesNs, center);
  const error = Math.sqrt(logMedianVariance(ascending, inflation));
  return {
    n,
    medianNs: center,
    meanNs: mean(timesNs),
    effectiveN,
    // Samples from 0 to endless have an error that is no number.
    logError:
      center > 0 ? Math.min(Number.isFinite(error) ? error : unknownError, unknownError) : 0,
    lag1,
    cycles: clocksHz === undefined ? null : medianCycles(timesNs, clocksHz),
  };
}

/** Null where fewer than half of the samples have a clock. */
function medianCycles(timesNs: Float64Array, clocksHz: Float64Array): number | null {
  const all = new Float64Array(timesNs.length);
  let known = 0;
  for (let i = 0; i < all.length; i++) {
    const value = ((timesNs[i] ?? Number.NaN) * (clocksHz[i] ?? Number.NaN)) / 1e9;
    if (value > 0 && Number.isFinite(value)) all[known++] = value;
  }
  const cycles = all.subarray(0, known);
  return cycles.length > 0 && 2 * cycles.length >= timesNs.length ? median(cycles) : null;
}

/** Whether samples are significantly autocorrelated, and that costs more than a third of them. */
export function isAutocorrelated({ n, effectiveN, lag1 }: Process): boolean {
  return lag1 !== null && lag1 > 2.6 / Math.sqrt(n) && n / effectiveN > 1.5;
}

/** The same samples, each part with what its process says; made of the samples that are there where it is not given. */
export function withProcesses(samples: readonly ScopeSamples[]): readonly ScopeSamples[] {
  return samples.map((part) =>
    part.process !== undefined || part.timesNs.length === 0
      ? part
      : { ...part, process: summarizeProcess(part.timesNs, part.clocksHz) },
  );
}

/** What the processes of samples say, of parts that have any. */
export function scopeProcesses(samples: readonly ScopeSamples[]): readonly ScopeProcess[] {
  return withProcesses(samples).flatMap(({ scope, repetition, repeats, disturbed, process }) =>
    process === undefined
      ? []
      : [
          {
            ...process,
            ...{ scope, repetition, repeats },
            ...(disturbed === undefined ? {} : { disturbed }),
          },
        ],
  );
}

/** A process of the store as it is judged. */
export function judgedProcess(
  process: Process & Pick<JudgedProcess, 'repetition' | 'node'>,
): JudgedProcess {
  const { repetition, node, n, medianNs, logError, effectiveN, cycles } = process;
  return {
    ...{ repetition, node, n, medianNs, logError },
    effectiveN: effectiveN,
    autocorrelated: isAutocorrelated(process),
    cycles,
  };
}

/** Processes with fewer samples do not show their own spread; it is taken to be at least `unknownSpread`. */
const fewSamples = 6;
const unknownSpread = 0.02;

/**
 * Variance of the logarithm of the median of one process's samples (ascending): half the width of the order-statistic interval
 * over its normal quantile, times what serial correlation costs.
 */
function logMedianVariance(ascending: Float64Array, inflation: number): number {
  const n = ascending.length;
  const ranks = medianRanks(n, 0.68);
  const center = quantileSorted(ascending, 0.5);
  if (n < fewSamples || ranks === null) {
    const range = quantileSorted(ascending, 0.75) - quantileSorted(ascending, 0.25);
    return ((Math.PI / 2) * Math.max(range / 1.349 / center, unknownSpread) ** 2) / n;
  }
  const low = ascending[ranks.lower - 1] ?? 1;
  const high = ascending[ranks.upper - 1] ?? 1;
  const half = (high - low) / 2 / center;
  return (half / normalQuantile(ranks.coverage)) ** 2 * inflation;
}
