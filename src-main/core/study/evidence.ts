import type { SpanSamples, StoredCase } from '../../contract/run.ts';
import type { Device } from '../../contract/workload.ts';
import { studentQuantile } from '../../stats/distributions.ts';
import { mean, variance } from '../../stats/order.ts';
import { processModels } from '../../stats/process-model.ts';
import { ratioInterval } from '../../stats/ratio-interval.ts';
import { sampleSet } from '../analysis/sample-set.ts';

export type CaseVariant = {
  readonly device: Device;
  readonly parameters: readonly { readonly id: string }[];
};

/** What claims are judged from: the cases of a run with their samples. */
export type Evidence = {
  readonly cases: readonly StoredCase[];
  readonly samples: (caseIndex: number, span: string) => readonly SpanSamples[];
  /** The variant of a case as it described itself then: its device, and the axes that it alone takes. */
  readonly variantOf: (caseIndex: number) => CaseVariant | undefined;
};

/** A number with its 95 % interval; null where the samples allow none. */
export type Estimate = {
  readonly value: number;
  readonly ci95: readonly [number, number] | null;
};

export type Timed = {
  readonly stored: StoredCase;
  readonly span: string;
};

/** Time of one case over that of another; null where one of them has no such span. */
export function timeRatio(
  evidence: Evidence,
  of: Timed,
  over: Timed,
  statistic: 'mean_ns' | 'median_ns',
): Estimate | null {
  const [top, bottom] = [of, over].map(({ stored, span }) => stored.metrics[span]?.[statistic]);
  if (top === undefined || bottom === undefined || !(top > 0) || !(bottom > 0)) return null;
  const value = top / bottom;
  const half = halfWidth(evidence, of, over, statistic);
  return { value, ci95: half === null ? null : [value * Math.exp(-half), value * Math.exp(half)] };
}

/** Half width of the 95 % interval in the logarithm. */
function halfWidth(
  { samples, variantOf }: Evidence,
  of: Timed,
  over: Timed,
  statistic: 'mean_ns' | 'median_ns',
): number | null {
  const [a, b] = [of, over].map(({ stored, span }) => {
    const device = variantOf(stored.index)?.device;
    const parts = samples(stored.index, span).filter(({ timesNs }) => timesNs.length > 0);
    return sampleSet(stored.variant, device, stored.facts, span, parts);
  });
  if (a === undefined || b === undefined) return null;
  const all = [...a.rounds, ...b.rounds];
  if (a.rounds.length === 0 || b.rounds.length === 0) return null;
  if (all.some((round) => round.some((time) => !(time > 0)))) return null;
  const { ratio, ci95, betweenHalf } = ratioInterval(a.rounds, b.rounds, {
    models: [processModels[a.device ?? 'cpu'], processModels[b.device ?? 'cpu']],
    resolutionNs: Math.max(a.resolutionNs ?? 0, b.resolutionNs ?? 0),
  });
  const ofMedians = Math.max(Math.log(ratio / ci95[0]), Math.log(ci95[1] / ratio));
  if (statistic === 'median_ns') return ofMedians;
  // A mean differs between processes as a median does, and inside them by its own spread, outliers and all.
  const counts = all.reduce((sum, { length }) => sum + length, 0);
  const own = logMeanVariance(a.rounds) + logMeanVariance(b.rounds);
  if (counts < 4) return ofMedians;
  return Math.hypot(betweenHalf, studentQuantile(0.95, counts - 2) * Math.sqrt(own));
}

function logMeanVariance(rounds: readonly Float64Array[]): number {
  const times = rounds.flatMap((round) => [...round]);
  return times.length < 2 ? 0 : variance(times) / times.length / mean(times) ** 2;
}

/** The mean of ratios, with the interval that their own make when their errors have nothing to do with each other. */
export function meanRatio(
  ratios: readonly Estimate[],
  kind: 'geometric' | 'arithmetic',
): Estimate | null {
  const count = ratios.length;
  if (count === 0) return null;
  const halves = ratios.map(({ value, ci95 }) =>
    ci95 === null ? null : Math.max(Math.log(value / ci95[0]), Math.log(ci95[1] / value)),
  );
  const known = halves.every((half) => half !== null);
  if (kind === 'geometric') {
    const value = Math.exp(mean(ratios.map((one) => Math.log(one.value))));
    if (!known) return { value, ci95: null };
    const half = Math.hypot(...halves) / count;
    return { value, ci95: [value * Math.exp(-half), value * Math.exp(half)] };
  }
  const value = mean(ratios.map((one) => one.value));
  if (!known) return { value, ci95: null };
  const half = Math.hypot(...ratios.map((one, i) => one.value * (halves[i] ?? 0))) / count;
  return { value, ci95: [Math.max(0, value - half), value + half] };
}
