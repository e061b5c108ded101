import type { CaseResult, Metric, ScopeProcess, ScopeSamples } from '../contract/run.ts';
import type { Variant } from '../contract/workload.ts';
import { withEstimate } from './metric.ts';
import { concatenate, median } from './order.ts';
import { withProcesses } from './process-summary.ts';
import type { RunVariation } from './run-variation.ts';
import { summarize } from './summary.ts';
import { timeStepNs } from './time-step.ts';
import { undisturbed } from './undisturbed.ts';

type MeasuredResult = Pick<CaseResult, 'outcome' | 'attributes'>;

/**
 * Statistics by timing scope: quantiles of the samples of all repetitions that count together, and what their processes
 * say of the median. Disturbed repetitions are left out and their samples counted. A case that is not ok has none: no
 * time of it counts.
 *
 * @param variation what runs of the machine differ by, as its store shows it
 */
export function metricsOf(
  result: MeasuredResult,
  device: Variant['device'],
  samples: readonly ScopeSamples[],
  variation?: RunVariation,
): Record<string, Metric> {
  const parts = withProcesses(samples).flatMap(({ process, ...part }) =>
    process === undefined || part.timesNs.length === 0 ? [] : [{ ...part, ...process }],
  );
  // Timing scopes of a function on a CPU often have the same samples.
  const made: { readonly of: readonly Float64Array[]; readonly step: number; metric: Metric }[] =
    [];
  return byScope(result, device, parts, variation, (all, resolutionNs) => {
    const same = made.find(
      ({ of, step }) =>
        step === resolutionNs &&
        of.length === all.length &&
        of.every((times, i) => times === all[i]?.timesNs),
    );
    if (same !== undefined) return same.metric;
    const of = all.map(({ timesNs }) => timesNs);
    const metric = summarize(concatenate(of), { resolutionNs });
    made.push({ of, step: resolutionNs, metric });
    return metric;
  });
}

/** As `metricsOf`, without the samples: medians, their intervals and counts; what needs all samples together is NaN. */
export function metricsOfProcesses(
  result: MeasuredResult,
  device: Variant['device'],
  processes: readonly ScopeProcess[],
  variation?: RunVariation,
): Record<string, Metric> {
  return byScope(result, device, processes, variation, withoutSamples);
}

function byScope<Part extends ScopeProcess>(
  { outcome, attributes }: MeasuredResult,
  device: Variant['device'],
  all: readonly Part[],
  variation: RunVariation | undefined,
  pool: (parts: readonly Part[], resolutionNs: number) => Metric,
): Record<string, Metric> {
  if (outcome !== 'ok') return {};
  const metrics: Record<string, Metric> = {};
  for (const [scope, parts] of Map.groupBy(all, (part) => part.scope)) {
    const resolutionNs = timeStepNs(attributes, device, scope, parts);
    const counted = undisturbed(parts);
    const metric = withEstimate(pool(counted, resolutionNs), counted, {
      ...{ device, scope, resolutionNs },
      ...(variation === undefined ? {} : { variation }),
    });
    // By what its processes took: a file may hold fewer samples.
    const leftOut = takenBy(parts) - takenBy(counted);
    metrics[scope] = leftOut === 0 ? metric : { ...metric, leftOut };
  }
  return metrics;
}

const takenBy = (processes: readonly ScopeProcess[]): number =>
  processes.reduce((sum, { n }) => sum + n, 0);

function withoutSamples(processes: readonly ScopeProcess[]): Metric {
  const n = takenBy(processes);
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
