import type { ScopeSamples, StoredCase } from '../../contract/run.ts';
import type { ComparisonView } from '../../contract/verdict.ts';
import type { Device } from '../../contract/workload.ts';
import { studentQuantile } from '../../stats/distributions.ts';
import { mean, variance } from '../../stats/order.ts';
import { haveOtherInputs } from '../analysis/compare.ts';
import { type Statistic, timeOf } from './cases.ts';

export type CaseVariant = {
  readonly device: Device;
  readonly parameters: readonly { readonly id: string }[];
};

/** What claims are judged from: the cases of a run with their samples. */
export type Evidence = {
  readonly cases: readonly StoredCase[];
  readonly samples: (caseIndex: number, scope: string) => readonly ScopeSamples[];
  /** Judges the time of one case against that of another, as every table does. */
  readonly judge: (of: Timed, over: Timed) => Pick<ComparisonView, 'ratio' | 'ci95'>;
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
  readonly scope: string;
};

/** Time of one case over that of another; null where the two cannot be compared. */
export function timeRatio(
  evidence: Evidence,
  of: Timed,
  over: Timed,
  statistic: Statistic,
): Estimate | null {
  const { ratio, ci95 } = evidence.judge(of, over);
  if (ratio !== null && statistic === 'median') return { value: ratio, ci95 };
  const [top, bottom] = [of, over].map(({ stored, scope }) => timeOf(stored, scope, statistic));
  if (top === undefined || bottom === undefined || !(top > 0) || !(bottom > 0)) return null;
  // Of a run without its samples there is a number and no interval.
  if (ratio === null && haveOtherInputs(of.stored, over.stored)) return null;
  const value = top / bottom;
  if (ci95 === null) return { value, ci95: null };
  const half = meanHalfWidth(evidence, of, over, Math.log(ci95[1] / ci95[0]) / 2);
  return { value, ci95: [value * Math.exp(-half), value * Math.exp(half)] };
}

/**
 * Half width of the 95 % interval of a ratio of means, in the logarithm: means differ between processes as medians do,
 * and inside them by their own spread, outliers and all.
 */
function meanHalfWidth(
  { samples }: Evidence,
  of: Timed,
  over: Timed,
  halfOfMedians: number,
): number {
  const sides = [of, over].map(({ stored, scope }) =>
    samples(stored.index, scope).flatMap(({ timesNs }) => [...timesNs]),
  );
  const count = sides.reduce((sum, { length }) => sum + length, 0);
  if (count < 4) return halfOfMedians;
  const withinVariance = sides.reduce((sum, times) => sum + logMeanVariance(times), 0);
  return Math.hypot(halfOfMedians, studentQuantile(0.95, count - 2) * Math.sqrt(withinVariance));
}

function logMeanVariance(times: readonly number[]): number {
  return times.length < 2 ? 0 : variance(times) / times.length / mean(times) ** 2;
}

/** The mean of ratios, with the interval that their own make when their errors have nothing to do with each other. */
export function meanRatio(
  ratios: readonly Estimate[],
  kind: 'geometric' | 'arithmetic',
): Estimate | null {
  const count = ratios.length;
  if (count === 0) return null;
  const isKnown = ratios.every(({ ci95 }) => ci95 !== null);
  const halves = ratios.map(({ value, ci95 }) => {
    const [low = value, high = value] = ci95 ?? [];
    return Math.log(Math.max(value / low, high / value));
  });
  if (kind === 'geometric') {
    const value = Math.exp(mean(ratios.map((one) => Math.log(one.value))));
    const half = Math.hypot(...halves) / count;
    const ci95 = [value * Math.exp(-half), value * Math.exp(half)] as const;
    return { value, ci95: isKnown ? ci95 : null };
  }
  const value = mean(ratios.map((one) => one.value));
  const half = Math.hypot(...ratios.map((one, i) => one.value * (halves[i] ?? 0))) / count;
  return { value, ci95: isKnown ? [Math.max(0, value - half), value + half] : null };
}
