import type { CaseResult, Metric, ScopeProcess, ScopeSamples } from '../contract/run.ts';
import type { Variant } from '../contract/workload.ts';
import { withEstimate } from './metric.ts';
import { concatenate, median } from './order.ts';
import type { PriorTable } from './priors.ts';
import { withProcesses } from './process-summary.ts';
import { summarize } from './summary.ts';
import { timeStepNs } from './time-step.ts';
import { undisturbed } from './undisturbed.ts';

type MeasuredResult = Pick<CaseResult, 'outcome' | 'attributes'>;

/**
 * Statistics by timing scope: quantiles of the samples of all repetitions together, and what the processes of the
 * undisturbed ones say of the median. A case that is not ok has none: no time of it counts.
 *
 * @param priors what the machine is expected to vary by; the shipped values by default
 */
export function metricsOf(
  result: MeasuredResult,
  device: Variant['device'],
  samples: readonly ScopeSamples[],
  priors?: PriorTable,
): Record<string, Metric> {
  const parts = withProcesses(samples).flatMap(({ process, ...part }) =>
    process === undefined || part.timesNs.length === 0 ? [] : [{ ...part, ...process }],
  );
  return byScope(result, device, parts, priors, (all, resolutionNs) =>
    summarize(concatenate(all.map(({ timesNs }) => timesNs)), { resolutionNs }),
  );
}

/** As `metricsOf`, without the samples: medians, their intervals and counts; what needs all samples together is NaN. */
export function metricsOfProcesses(
  result: MeasuredResult,
  device: Variant['device'],
  processes: readonly ScopeProcess[],
  priors?: PriorTable,
): Record<string, Metric> {
  return byScope(result, device, processes, priors, withoutSamples);
}

function byScope<Part extends ScopeProcess>(
  { outcome, attributes }: MeasuredResult,
  device: Variant['device'],
  all: readonly Part[],
  priors: PriorTable | undefined,
  pool: (parts: readonly Part[], resolutionNs: number) => Metric,
): Record<string, Metric> {
  if (outcome !== 'ok') return {};
  const metrics: Record<string, Metric> = {};
  for (const [scope, parts] of Map.groupBy(all, (part) => part.scope)) {
    const resolutionNs = timeStepNs(attributes, device, scope, parts);
    metrics[scope] = withEstimate(pool(parts, resolutionNs), undisturbed(parts), {
      ...{ device, attributes, scope, resolutionNs },
      ...(priors === undefined ? {} : { priors }),
    });
  }
  return metrics;
}

function withoutSamples(processes: readonly ScopeProcess[]): Metric {
  const n = processes.reduce((sum, one) => sum + one.n, 0);
  return {
    n,
    minNs: Number.NaN,
    q1Ns: Number.NaN,
    medianNs: median(Float64Array.from(processes, ({ medianNs }) => medianNs)),
    q3Ns: Number.NaN,
    p95Ns: Number.NaN,
    p99Ns: null,
    maxNs: Number.NaN,
    meanNs: processes.reduce((sum, one) => sum + (one.n / n) * one.meanNs, 0),
    sdNs: Number.NaN,
    relativeIqr: Number.NaN,
    ci95LoNs: null,
    ci95HiNs: null,
    ci99LoNs: null,
    ci99HiNs: null,
    outliers: 0,
    slowFirst: false,
  };
}
