import { valueText } from '../../contract/axis-values.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { ClaimVerdict } from '../../contract/study.ts';
import { scopeName } from '../../contract/timing-scopes.ts';
import { type Pair, pairCases } from '../analysis/pairing.ts';
import { casesOf, type Selection, type Statistic } from './cases.ts';
import { type About, claimOf } from './claims.ts';
import { type Estimate, type Evidence, meanRatio, timeRatio } from './evidence.ts';
import {
  type Expectation,
  estimateText,
  expectedText,
  type Finding,
  fixed,
  judge,
  judgeAll,
  nothing,
  reasonOf,
} from './judge.ts';
import type { Claim } from './study.ts';

/** The cases of two selections that differ in nothing but what is selected and how each runs. */
export function pairsFor(
  evidence: Pick<Evidence, 'cases' | 'variantOf'>,
  workload: string,
  of: Selection,
  over: Selection,
): readonly Pair<StoredCase>[] {
  const tops = casesOf(evidence.cases, workload, of);
  const bottoms = casesOf(evidence.cases, workload, over);
  const free = new Set([
    ...Object.keys({ ...of.values, ...over.values }),
    ...ownSettings(evidence, tops, bottoms),
  ]);
  const rules = { acrossVariants: true, acrossWorkloads: true, free };
  return pairCases(tops, bottoms, rules).pairs;
}

type RatioClaim = About & {
  readonly of: Selection;
  readonly over: Selection;
  readonly expect: Expectation;
  readonly statistic?: Statistic;
  /** The claim is about each pair, and not about the mean of all. */
  readonly each?: boolean;
  /** Cases at the sizes alone count, and none between them; a mean is always over the sizes alone. */
  readonly exact?: boolean;
  /** Ratios are averaged as ratios unless the study adds them up. */
  readonly mean?: 'geometric' | 'arithmetic';
};

/** Times of one selection over those of another wherever the other values agree: their mean, or each of them. */
export function ratio(claim: string, options: RatioClaim): Claim {
  const { of, over, each = false, exact = !each } = options;
  return claimOf(claim, options, {
    ...{ selections: [of, over], exact, refutedByOne: each },
    find: (evidence) => findRatio(options, evidence),
  });
}

function findRatio(
  { of, over, workload, scope, statistic = 'median', each = false, mean: kind, expect }: RatioClaim,
  evidence: Evidence,
): Finding {
  const expected = expectedText(expect);
  const average = kind ?? 'geometric';
  const ratios = pairsFor(evidence, workload, of, over).flatMap(({ contender, baseline, axes }) => {
    const top = { stored: contender, scope: of.scope ?? scope };
    const bottom = { stored: baseline, scope: over.scope ?? scope };
    const estimate = timeRatio(evidence, top, bottom, statistic);
    const values = { ...baseline.values, ...contender.values };
    const at = axes.map((axis) => `${axis} = ${valueText(values[axis])}`).join(', ');
    return estimate === null ? [] : [{ ...estimate, at, measured: contender.values }];
  });
  const mean = meanRatio(ratios, average);
  if (mean === null) return nothing(expected, `a pair of ${nameOf(of)} and ${nameOf(over)}`);
  const sorted = [...ratios].sort((a, b) => a.value - b.value);
  const [min, max] = [sorted[0] ?? mean, sorted.at(-1) ?? mean];
  const spread = `${average} mean of ${ratios.length} pairs, from ${placed(min)} to ${placed(max)}`;
  const judged = ratios.map((one) => ({ ...one, verdict: judge(one, expect) }));
  const verdict = each ? judgeAll(judged.map((one) => one.verdict)) : judge(mean, expect);
  return {
    finding: `time of ${nameOf(of)} over ${nameOf(over)}: ${estimateText(mean)}${ratios.length === 1 ? '' : ` (${spread})`}`,
    estimate: mean.value,
    ci95: mean.ci95,
    expected: each ? `each ${expected}` : expected,
    verdict,
    reason: each ? reasonOfEach(judged, verdict) : reasonOf(verdict, mean, 'the mean ratio'),
    values: {
      mean: mean.value,
      arithmetic: ratios.reduce((sum, { value }) => sum + value, 0) / ratios.length,
      least: min.value,
      most: max.value,
      pairs: ratios.length,
    },
    measured: ratios.map((one) => one.measured),
  };
}

function reasonOfEach(
  judged: readonly (Estimate & { readonly at: string; readonly verdict: ClaimVerdict })[],
  verdict: ClaimVerdict,
): string {
  const those = judged.filter((one) => one.verdict === verdict);
  if (judged.length === 1) return reasonOf(verdict, judged[0] ?? { ci95: null }, 'the ratio');
  if (verdict === 'holds') return `The claim holds at each of ${judged.length} pairs.`;
  const which = those.slice(0, 4).map((one) => `${one.at}: ${estimateText(one)}`);
  const more = those.length > which.length ? ` and ${those.length - which.length} more` : '';
  const does = verdict === 'does not hold' ? 'does not hold' : 'is inconclusive';
  return `The claim ${does} at ${those.length} of ${judged.length} (${which.join('; ')}${more}).`;
}

function placed({ value, at = '' }: { readonly value: number; readonly at?: string }): string {
  return at === '' ? fixed(value) : `${fixed(value)} at ${at}`;
}

function nameOf({ variant, values = {}, scope }: Selection): string {
  const settings = Object.entries(values).map(([axis, value]) => `${axis} ${value}`);
  const suffix = [...settings, ...(scope === undefined ? [] : [scopeName(scope)])].join(', ');
  return suffix === '' ? variant : `${variant} (${suffix})`;
}

/**
 * How two variants run, each in its own one way (their block sizes, say), is no part of what they work on: such an axis may
 * differ. Where one of them has it swept, it has to agree.
 */
function ownSettings(
  { variantOf }: Pick<Evidence, 'variantOf'>,
  tops: readonly StoredCase[],
  bottoms: readonly StoredCase[],
): readonly string[] {
  const [first] = tops;
  if (first === undefined || first.variant === bottoms[0]?.variant) return [];
  const parameters = variantOf(first.index)?.parameters.map(({ id }) => id) ?? [];
  const isSingle = (cases: readonly StoredCase[], axis: string): boolean =>
    new Set(cases.map(({ values }) => values[axis])).size <= 1;
  return parameters.filter((axis) => isSingle(tops, axis) && isSingle(bottoms, axis));
}
