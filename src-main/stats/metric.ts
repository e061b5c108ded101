import type { Metric, Process } from '../contract/run.ts';
import type { Variant } from '../contract/workload.ts';
import { estimateCase } from './estimate.ts';
import type { Device, PriorTable } from './priors.ts';
import { isAutocorrelated } from './process-summary.ts';

export interface MetricOptions {
  readonly device: Variant['device'] | undefined;
  /** Attributes of the case. */
  readonly attributes: CaseAttributes;
  /** Id of the timing scope. */
  readonly scope: string;
  readonly resolutionNs: number;
  readonly priors?: PriorTable;
}

type CaseAttributes = Readonly<Record<string, unknown>>;

/** The timing scopes whose samples are taken again on shared cores. */
const watchedScopes: ReadonlySet<string> = new Set(['kernel', 'call', 'total']);

/**
 * The kind of device that decides how far times of a case vary in a timing scope. Attributes are those of the measured case. A
 * variant that does not run on the CPU alone counts as one of the GPU.
 */
export function deviceKind(
  device: Variant['device'] | undefined,
  { coresWatched = false }: CaseAttributes = {},
  scope = 'kernel',
): Device {
  if (device !== undefined && device !== 'cpu') return 'cuda';
  return coresWatched === true && watchedScopes.has(scope) ? 'watchedCpu' : 'cpu';
}

/**
 * Statistics of samples with the median and its intervals taken from processes instead. Times of 0 have no logarithm: their
 * statistics stay as they are.
 */
export function withEstimate(
  pooled: Metric,
  processes: readonly Process[],
  { device, attributes, ...options }: MetricOptions,
): Metric {
  const given = processes.map(({ medianNs, logError }) => ({
    medianNs,
    logError,
  }));
  const estimate = estimateCase(given, {
    device: deviceKind(device, attributes, options.scope),
    ...options,
  });
  if (estimate === null) return pooled;
  const known = processes.filter(({ lag1 }) => lag1 !== null);
  const samples = known.reduce((sum, { n }) => sum + n, 0);
  return {
    ...pooled,
    medianNs: estimate.medianNs,
    ci95LoNs: estimate.ci95[0],
    ci95HiNs: estimate.ci95[1],
    ci99LoNs: estimate.ci99[0],
    ci99HiNs: estimate.ci99[1],
    repeat95LoNs: estimate.repeat95[0],
    repeat95HiNs: estimate.repeat95[1],
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
