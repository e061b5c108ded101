import type { StoredCase } from '../../contract/run.ts';
import type { ClaimFinding } from '../../contract/study.ts';
import { format } from '../../contract/units.ts';
import { fitScaling } from '../scaling.ts';
import { casesOf, pairsOf } from './cases.ts';
import type { ClaimDefinition } from './definition.ts';

/** What a run says of a claim, as numbers; null where it has no cases for it. */
export function findingOf(
  definition: ClaimDefinition,
  cases: readonly StoredCase[],
): ClaimFinding | null {
  const found = numbersOf(definition, cases);
  return found === null ? null : { claim: definition.claim, ...found };
}

type Numbers = Omit<ClaimFinding, 'claim'>;

function numbersOf(definition: ClaimDefinition, cases: readonly StoredCase[]): Numbers | null {
  switch (definition.kind) {
    case 'exponent':
      return exponents(definition, cases);
    case 'ratio':
      return ratio(definition, cases);
    case 'range':
      return range(definition, cases);
    case 'best':
      return best(definition, cases);
  }
}

type Of<K extends ClaimDefinition['kind']> = Extract<ClaimDefinition, { readonly kind: K }>;

function exponents(
  { variants, workload, span, axis }: Of<'exponent'>,
  cases: readonly StoredCase[],
) {
  const parts: string[] = [];
  const values: Record<string, number> = {};
  for (const variant of variants) {
    const points = casesOf(cases, workload, { variant, values: {} }).flatMap((one) => {
      const [x, metric] = [one.values[axis], one.metrics[span]];
      return typeof x === 'number' && x > 0 && metric !== undefined && metric.median_ns > 0
        ? [{ x, timeNs: metric.median_ns }]
        : [];
    });
    const fit = fitScaling(points);
    if (fit === null) continue;
    const range = fit.ci95 === null ? '' : ` (95 % ${fixed(fit.ci95[0])} to ${fixed(fit.ci95[1])})`;
    const r2 = fit.r2 === null ? '' : `, R2 ${fixed(fit.r2)}`;
    parts.push(`${variant}: time grows as ${axis}^${fixed(fit.exponent)}${range}${r2}`);
    values[variant] = fit.exponent;
  }
  return parts.length === 0 ? null : { finding: parts.join('; '), values };
}

function ratio(
  { of, over, workload, span, statistic }: Of<'ratio'>,
  cases: readonly StoredCase[],
): Numbers | null {
  const free = new Set([...Object.keys(of.values), ...Object.keys(over.values)]);
  const ratios = pairsOf(casesOf(cases, workload, of), casesOf(cases, workload, over), free)
    .map(([a, b]) => {
      const top = a.metrics[of.span ?? span]?.[statistic] ?? Number.NaN;
      return top / (b.metrics[over.span ?? span]?.[statistic] ?? Number.NaN);
    })
    .filter((one) => one > 0 && Number.isFinite(one));
  if (ratios.length === 0) return null;
  // Ratios are averaged as ratios: 2 and 1/2 make 1.
  const mean = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const arithmetic = ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
  const spread =
    ratios.length === 1
      ? ''
      : ` (geometric mean; arithmetic ${fixed(arithmetic)}; ${fixed(least)} to ${fixed(most)} over ${ratios.length} pairs)`;
  const name = (one: typeof of): string =>
    [one.variant, ...Object.values(one.values).map(String)].join(' ');
  return {
    finding: `time of ${name(of)} over ${name(over)}: ${fixed(mean)}${spread}`,
    values: { mean, arithmetic, least, most, pairs: ratios.length },
  };
}

function range(
  { of, workload, span, axis }: Of<'range'>,
  cases: readonly StoredCase[],
): Numbers | null {
  const timed = timesAlong(casesOf(cases, workload, of), axis, span);
  if (timed.length < 2) return null;
  const times = timed.map(({ ns }) => ns);
  const spread = Math.max(...times) / Math.min(...times);
  return {
    finding: `${of.variant}: the slowest of ${timed.length} values of ${axis} takes ${fixed(spread)} times the fastest`,
    values: { spread, points: timed.length },
  };
}

function best(
  { of, workload, span, axis }: Of<'best'>,
  cases: readonly StoredCase[],
): Numbers | null {
  const timed = timesAlong(casesOf(cases, workload, of), axis, span);
  const [first, second] = [...timed].sort((a, b) => a.ns - b.ns);
  if (first === undefined || second === undefined) return null;
  const finding = `${of.variant} is fastest at ${axis} = ${first.x} (${format(first.ns, 'duration')}), next at ${second.x} (${format(second.ns, 'duration')})`;
  return { finding, values: { best: first.x, ns: first.ns } };
}

function timesAlong(cases: readonly StoredCase[], axis: string, span: string) {
  return cases.flatMap((one) => {
    const [x, ns] = [one.values[axis], one.metrics[span]?.median_ns];
    return typeof x === 'number' && ns !== undefined ? [{ x, ns }] : [];
  });
}

function fixed(value: number): string {
  return Number(value.toPrecision(3)).toString();
}
