import { inputHashAttribute } from '../../contract/input-hash.ts';
import type { CaseResult, Metric, ScopeSamples } from '../../contract/run.ts';
import type { Variant } from '../../contract/workload.ts';
import { withEstimate } from '../../stats/metric.ts';
import { concatenate } from '../../stats/order.ts';
import type { PriorTable } from '../../stats/priors.ts';
import { withProcesses } from '../../stats/process-summary.ts';
import { summarize } from '../../stats/summary.ts';
import { timeStepNs } from '../../stats/time-step.ts';
import { undisturbed } from '../../stats/undisturbed.ts';

/** What is kept of the earlier repetitions of a case besides their samples, which are in the store. */
export type EarlierRepetitions = Pick<
  CaseResult,
  'warnings' | 'coldStartNs' | 'stopReason' | 'answer' | 'attributes'
>;

/**
 * The result of a repetition with what earlier repetitions said: their warnings, the first cold start (each process has one; the
 * first also met a cold file cache), a time limit that was met in any of them, and answer and input, which are hashed once.
 */
export function withEarlier(
  result: CaseResult,
  earlier: EarlierRepetitions | undefined,
): CaseResult {
  if (earlier === undefined) return result;
  const limited = earlier.stopReason === 'time-limit';
  return {
    ...result,
    attributes: { ...keptAttribute(earlier, inputHashAttribute), ...result.attributes },
    warnings: [...new Set([...earlier.warnings, ...result.warnings])],
    coldStartNs: earlier.coldStartNs ?? result.coldStartNs,
    answer: result.answer ?? earlier.answer,
    stopReason: limited ? earlier.stopReason : result.stopReason,
  };
}

function keptAttribute({ attributes }: EarlierRepetitions, name: string): CaseResult['attributes'] {
  const value = attributes[name];
  return value === undefined ? {} : { [name]: value };
}

/**
 * Statistics by timing scope: quantiles of the samples of all repetitions together, and what the processes of the
 * undisturbed ones say of the median. A case that is not ok has none: no time of it counts.
 *
 * @param priors what the machine is expected to vary by; the shipped values by default
 */
export function metricsOf(
  { outcome, attributes }: Pick<CaseResult, 'outcome' | 'attributes'>,
  device: Variant['device'],
  samples: readonly ScopeSamples[],
  priors?: PriorTable,
): Record<string, Metric> {
  if (outcome !== 'ok') return {};
  const taken = withProcesses(samples).filter(({ timesNs }) => timesNs.length > 0);
  const metrics: Record<string, Metric> = {};
  for (const [scope, parts] of Map.groupBy(taken, (part) => part.scope)) {
    const resolutionNs = timeStepNs(attributes, device, scope, parts);
    const pooled = summarize(concatenate(parts.map(({ timesNs }) => timesNs)), { resolutionNs });
    const processes = undisturbed(parts).flatMap(({ process }) => process ?? []);
    metrics[scope] = withEstimate(pooled, processes, {
      ...{ device, attributes, scope, resolutionNs },
      ...(priors === undefined ? {} : { priors }),
    });
  }
  return metrics;
}

/** A time that is not a number would spoil the whole run's statistics: it is the case's failure alone. */
export function withoutWrongTimes(result: CaseResult): CaseResult {
  const wrong = result.samples.find(({ timesNs }) => !timesNs.every(Number.isFinite));
  if (wrong === undefined) return result;
  const reason = `a sample of the timing scope ${wrong.scope} has a time that is not a number`;
  return { ...result, outcome: 'failed', reason, samples: [] };
}
