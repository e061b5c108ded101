import type { Metric, Process } from '../contract/run.ts';
import type { Variant } from '../contract/workload.ts';
import { estimateCase } from './estimate.ts';
import { isAutocorrelated } from './process-summary.ts';
import type { Device, RunVariation } from './run-variation.ts';

export interface MetricOptions {
  readonly device: Variant['device'] | undefined;
  /** Id of the timing scope. */
  readonly scope: string;
  readonly resolutionNs: number;
  readonly variation?: RunVariation;
}

/** A variant that does not run on the CPU alone counts as one of the GPU. */
export function deviceKind(device: Variant['device'] | undefined): Device {
  return device !== undefined && device !== 'cpu' ? 'cuda' : 'cpu';
}

/**
 * Statistics of samples with the median and its intervals taken from processes instead. Times of 0 have no logarithm: their
 * statistics stay as they are.
 */
export function withEstimate(
  pooled: Metric,
  processes: readonly Process[],
  { device, ...options }: MetricOptions,
): Metric {
  const estimate = estimateCase(processes, { device: deviceKind(device), ...options });
  if (estimate === null) return pooled;
  const known = processes.filter(({ lag1 }) => lag1 !== null);
  const samples = known.reduce((sum, { n }) => sum + n, 0);
  return {
    ...pooled,
    medianNs: estimate.medianNs,
    ci95LoNs: estimate.ci95?.[0] ?? null,
    ci95HiNs: estimate.ci95?.[1] ?? null,
    ci99LoNs: estimate.ci99?.[0] ?? null,
    ci99HiNs: estimate.ci99?.[1] ?? null,
    ...(estimate.repeat95 === null
      ? {}
      : { repeat95LoNs: estimate.repeat95[0], repeat95HiNs: estimate.repeat95[1] }),
    processes: processes.length,
    processSd: estimate.processSd,
    runSd: estimate.runSd,
    lag1:
      samples === 0
        ? null
        : known.reduce((sum, { lag1, n }) => sum + ((lag1 ?? 0) * n) / samples, 0),
    effectiveN: processes.reduce((sum, one) => sum + one.effectiveN, 0),
    correlated: processes.some(isAutocorrelated),
  };
}
