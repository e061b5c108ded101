import type { CaseResult, Metric, Policy, SpanSamples } from '../../contract/run.ts';
import type { Variant } from '../../contract/workload.ts';
import { withEstimate } from '../../stats/metric.ts';
import { concatenate } from '../../stats/order.ts';
import { withProcesses } from '../../stats/process-summary.ts';
import { summarize } from '../../stats/summary.ts';
import { timeStepNs } from '../../stats/time-step.ts';

/** What is kept of the earlier rounds of a case besides their samples, which are in the store. */
export type EarlierRounds = {
  readonly warnings: readonly string[];
  readonly coldStartNs: number | null;
  readonly stopReason: string | null;
};

/**
 * The result of a round with what earlier rounds said: their warnings, the first cold start (each process has one; the
 * first also met a cold file cache), and a time limit that was met in any of them.
 */
export function withEarlier(result: CaseResult, earlier: EarlierRounds | undefined): CaseResult {
  if (earlier === undefined) return result;
  const limited = earlier.stopReason === 'time-limit';
  return {
    ...result,
    warnings: [...new Set([...earlier.warnings, ...result.warnings])],
    coldStartNs: earlier.coldStartNs ?? result.coldStartNs,
    stopReason: limited ? earlier.stopReason : result.stopReason,
  };
}

/**
 * A number of samples that was asked for and that a time limit, asked for too, came before: said with the case, as the
 * number alone would pass for the one that was asked for. Judged when all rounds are there.
 */
export function withShortfall(
  result: CaseResult,
  { rule, parameters, timeLimitS, rounds }: Policy,
  round: number | undefined,
  taken: number | undefined,
): CaseResult {
  const asked = parameters.samples;
  const last = round === rounds - 1 && result.outcome === 'ok';
  if (!last || rule !== 'fixed' || typeof asked !== 'number' || taken === undefined) return result;
  if (taken >= asked || result.stopReason !== 'time-limit') return result;
  const warning = `${taken} of ${asked} samples: the time limit of ${timeLimitS} s came first`;
  return { ...result, warnings: [...result.warnings, warning] };
}

/**
 * A whole that came out below the kernel that it contains, each with its whole interval: said with the case, as both
 * cannot be what the program takes. Judged when all rounds are there.
 */
export function withContained(
  result: CaseResult,
  { rounds }: Policy,
  round: number | undefined,
  metrics: Readonly<Record<string, Metric>>,
): CaseResult {
  if (round !== rounds - 1 || result.outcome !== 'ok') return result;
  const least = metrics.kernel?.ci95_lo_ns ?? null;
  const below = ['call', 'total'].filter((span) => {
    const most = metrics[span]?.ci95_hi_ns ?? null;
    return least !== null && most !== null && most < least;
  });
  if (below.length === 0) return result;
  const contain = below.length === 1 ? 'it contains' : 'they contain';
  const warning = `${below.join(' and ')} came out below the kernel that ${contain}: the machine changed its speed between their samples; measure again on a quieter machine, or with more rounds`;
  return { ...result, warnings: [...result.warnings, warning] };
}

/**
 * Statistics by span: quantiles of the samples of all repetitions together, and what their processes say of the median. A
 * case that is not ok has none: no time of it counts.
 */
export function metricsOf(
  { outcome, facts }: Pick<CaseResult, 'outcome' | 'facts'>,
  device: Variant['device'],
  samples: readonly SpanSamples[],
): Record<string, Metric> {
  if (outcome !== 'ok') return {};
  const taken = withProcesses(samples).filter(({ timesNs }) => timesNs.length > 0);
  const metrics: Record<string, Metric> = {};
  for (const [span, parts] of Map.groupBy(taken, (part) => part.span)) {
    const resolutionNs = timeStepNs(facts, device, span, parts);
    const pooled = summarize(concatenate(parts.map(({ timesNs }) => timesNs)), { resolutionNs });
    const processes = parts.flatMap(({ process }) => process ?? []);
    metrics[span] = withEstimate(pooled, processes, { device, scope: span, resolutionNs });
  }
  return metrics;
}
