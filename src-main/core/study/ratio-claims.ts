import { valueText } from '../../contract/axis-values.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { ClaimVerdict } from '../../contract/study.ts';
import { scopeName } from '../../contract/timing-scopes.ts';
import { type Pair, pairCases } from '../analysis/pairing.ts';
import { casesOf } from './cases.ts';
import type { ClaimOf, Selector } from './definition.ts';
import { type Estimate, type Evidence, meanRatio, type Timed, timeRatio } from './evidence.ts';
import {
  estimateText,
  expectedText,
  type Found,
  fixed,
  judge,
  judgeAll,
  nothing,
  reasonOf,
} from './judge.ts';

/** The cases of two selections that differ in nothing but what is selected and how each runs. */
export function pairsFor(
  evidence: Pick<Evidence, 'cases' | 'variantOf'>,
  workload: string,
  of: Selector,
  over: Selector,
): readonly Pair<StoredCase>[] {
  const tops = casesOf(evidence.cases, workload, of);
  const bottoms = casesOf(evidence.cases, workload, over);
  const free = new Set([
    ...Object.keys(of.values),
    ...Object.keys(over.values),
    ...ownSettings(evidence, tops, bottoms),
  ]);
  const rules = { acrossVariants: true, acrossWorkloads: true, free };
  return pairCases(tops, bottoms, rules).pairs;
}

/** Times of one selection over those of another: their mean, or each of them, against what the claim says. */
export function ratio(definition: ClaimOf<'ratio'>, evidence: Evidence): Found {
  const { of, over, workload, span: scope, statistic, about, mean: kind, expect } = definition;
  const expected = expectedText(expect);
  const pairs = pairsFor(evidence, workload, of, over);
  const ratios = pairs.flatMap(({ contender, baseline, axes }) => {
    const [top, bottom]: [Timed, Timed] = [
      { stored: contender, scope: of.span ?? scope },
      { stored: baseline, scope: over.span ?? scope },
    ];
    const found = timeRatio(evidence, top, bottom, statistic);
    const values = { ...baseline.values, ...contender.values };
    const at = axes.map((axis) => `${axis} = ${valueText(values[axis])}`).join(', ');
    return found === null ? [] : [{ ...found, at, measured: contender.values }];
  });
  const names = `${nameOf(of)} over ${nameOf(over)}`;
  const mean = meanRatio(ratios, kind);
  if (mean === null) return nothing(expected, `a pair of ${nameOf(of)} and ${nameOf(over)}`);
  const sorted = [...ratios].sort((a, b) => a.value - b.value);
  const [min, max] = [sorted[0] ?? mean, sorted.at(-1) ?? mean];
  const spread =
    ratios.length === 1
      ? ''
      : ` (${kind} mean of ${ratios.length} pairs, from ${placed(min)} to ${placed(max)})`;
  const base = {
    finding: `time of ${names}: ${estimateText(mean)}${spread}`,
    estimate: mean.value,
    ci95: mean.ci95,
    expected: about === 'mean' ? expected : `each ${expected}`,
    values: {
      mean: mean.value,
      arithmetic: ratios.reduce((sum, { value }) => sum + value, 0) / ratios.length,
      least: min.value,
      most: max.value,
      pairs: ratios.length,
    },
    measured: ratios.map((one) => one.measured),
  };
  if (about === 'mean') {
    const verdict = judge(mean, expect);
    return { ...base, verdict, reason: reasonOf(verdict, mean, 'the mean ratio') };
  }
  const judged = ratios.map((one) => ({ ...one, verdict: judge(one, expect) }));
  const verdict = judgeAll(judged.map((one) => one.verdict));
  return { ...base, verdict, reason: reasonOfEach(judged, verdict) };
}

function reasonOfEach(
  judged: readonly (Estimate & { readonly at: string; readonly verdict: ClaimVerdict })[],
  verdict: ClaimVerdict,
): string {
  const those = judged.filter((one) => one.verdict === verdict);
  const [first] = those;
  if (first === undefined || judged.length === 1) {
    return reasonOf(verdict, judged[0] ?? { value: Number.NaN, ci95: null }, 'the ratio');
  }
  if (verdict === 'holds') return `The claim holds at each of ${judged.length} pairs.`;
  const which = those.slice(0, 4).map((one) => `${one.at}: ${estimateText(one)}`);
  const more = those.length > which.length ? ` and ${those.length - which.length} more` : '';
  const does = verdict === 'does not hold' ? 'does not hold' : 'is inconclusive';
  return `The claim ${does} at ${those.length} of ${judged.length} (${which.join('; ')}${more}).`;
}

function placed({ value, at = '' }: { readonly value: number; readonly at?: string }): string {
  return at === '' ? fixed(value) : `${fixed(value)} at ${at}`;
}

function nameOf({ variant, values, span: scope }: Selector): string {
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
  const single = (cases: readonly StoredCase[], axis: string): boolean =>
    new Set(cases.map(({ values }) => values[axis])).size <= 1;
  return parameters.filter((axis) => single(tops, axis) && single(bottoms, axis));
}
