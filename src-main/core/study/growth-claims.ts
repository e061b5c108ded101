import type { StoredCase } from '../../contract/run.ts';
import type { ClaimVerdict } from '../../contract/study.ts';
import type { Scalar, Values } from '../../contract/workload.ts';
import { type Exponent, exponentOf, lawsOf } from '../analysis/growth.ts';
import type { Sized } from '../analysis/scaling.ts';
import { casesOf, seriesAlong } from './cases.ts';
import type { ClaimOf, Selector } from './definition.ts';
import type { Evidence } from './evidence.ts';
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

/** Which law the time follows, with the exponent of each variant. */
export function growth(
  { variants, workload, span: scope, axis, law }: ClaimOf<'growth'>,
  evidence: Evidence,
): Found {
  const expected = `for every variant, ${law === 'power' ? 'a power law' : 'an exponential law'} fits the times significantly better than ${law === 'power' ? 'an exponential' : 'a power'} law`;
  const fits = variants.flatMap((variant) => {
    const points = pointsOf(evidence.cases, { variant, values: {} }, workload, scope, axis);
    const [exponent, laws] = [exponentOf(points), lawsOf(points)];
    return exponent === null || laws === null ? [] : [{ variant, exponent, laws, points }];
  });
  const [first] = fits;
  if (first === undefined) {
    return nothing(expected, `four sizes of ${workload} ${variants.join(' or ')}`);
  }
  const verdicts = fits.map(
    ({ laws }): ClaimVerdict =>
      laws.law === null ? 'cannot be told' : laws.law === law ? 'holds' : 'does not hold',
  );
  const lacking = namesLacking(variants, fits);
  const verdict = ofAll(judgeAll(verdicts), lacking);
  const finding = fits
    .map(
      ({ variant, exponent, laws }) =>
        `${variant}: time grows as ${axis}^${estimateText(exponent)}, as ${axis}^${fixed(exponent.last)} over the last two sizes; residual ${percent(laws.power)} for a power law, ${percent(laws.exponential)} for an exponential law`,
    )
    .join('; ');
  const otherLaw = law === 'power' ? 'exponential' : 'power';
  const reason = {
    holds: `The ${law} law fits every variant significantly better.`,
    'does not hold': `The ${otherLaw} law fits ${namesOf(fits, ({ laws }) => laws.law === otherLaw)} significantly better.`,
    'cannot be told': fits.some(({ laws }) => laws.law === null)
      ? `Neither law fits significantly better for ${namesOf(fits, ({ laws }) => laws.law === null)}.`
      : `This run lacks four sizes of ${lacking}.`,
  }[verdict];
  return {
    finding,
    estimate: first.exponent.value,
    ci95: first.exponent.ci95,
    expected,
    verdict,
    reason,
    values: Object.fromEntries(fits.map(({ variant, exponent }) => [variant, exponent.value])),
    measured: inEach(fits),
  };
}

/** A claim about several variants holds where each of them was measured. */
function ofAll(verdict: ClaimVerdict, lacking: string): ClaimVerdict {
  return verdict === 'holds' && lacking !== '' ? 'cannot be told' : verdict;
}

type Fit = { readonly variant: string; readonly points: readonly Point[] };

function namesLacking(variants: readonly string[], fits: readonly Fit[]): string {
  return variants.filter((one) => !fits.some(({ variant }) => variant === one)).join(', ');
}

/** Values of the sizes that every variant has. */
function inEach([first, ...others]: readonly Fit[]): readonly Values[] {
  const shared = first?.points.filter(({ x }) =>
    others.every(({ points }) => points.some((point) => point.x === x)),
  );
  return shared?.map(({ values }) => values) ?? [];
}

function namesOf<T extends { readonly variant: string }>(
  fits: readonly T[],
  is: (one: T) => boolean,
): string {
  return fits
    .filter(is)
    .map(({ variant }) => variant)
    .join(', ');
}

/** A residual of logarithms as the part of the time that it is. */
function percent(residual: number): string {
  return `${fixed(100 * Math.expm1(residual))} %`;
}

/** The exponent of each variant against what the claim says. */
export function exponents(
  { variants, workload, span: scope, axis, expect }: ClaimOf<'exponent'>,
  evidence: Evidence,
): Found {
  const expected = expectedText(expect);
  const fits = variants.flatMap((variant) => {
    const points = pointsOf(evidence.cases, { variant, values: {} }, workload, scope, axis);
    const exponent = exponentOf(points);
    return exponent === null
      ? []
      : [{ variant, exponent, points, verdict: judge(exponent, expect) }];
  });
  const all = judgeAll(fits.map((one) => one.verdict));
  const decisive = fits.find((one) => one.verdict === all);
  if (decisive === undefined) {
    return nothing(expected, `two sizes of ${workload} ${variants.join(' or ')}`);
  }
  const lacking = namesLacking(variants, fits);
  const verdict = ofAll(all, lacking);
  return {
    finding: fits
      .map(
        ({ variant, exponent }) =>
          `${variant}: time grows as ${axis}^${estimateText(exponent)}, as ${axis}^${fixed(exponent.last)} over the last two sizes`,
      )
      .join('; '),
    estimate: decisive.exponent.value,
    ci95: decisive.exponent.ci95,
    expected,
    verdict,
    reason: reasonOfExponents(verdict, decisive, fits.length, lacking),
    values: Object.fromEntries(fits.map(({ variant, exponent }) => [variant, exponent.value])),
    measured: inEach(fits),
  };
}

function reasonOfExponents(
  verdict: ClaimVerdict,
  { variant, exponent, verdict: own }: Fit & { exponent: Exponent; verdict: ClaimVerdict },
  count: number,
  lacking: string,
): string {
  if (exponent.ci95 === null) {
    return `An interval of the exponent of ${variant} needs three sizes.`;
  }
  if (verdict !== own)
    return `The claim holds for the measured variants, but this run lacks sizes of ${lacking}.`;
  const what = verdict === 'holds' && count > 1 ? 'each exponent' : `the exponent of ${variant}`;
  return reasonOf(verdict, exponent, what);
}

/** A time with the values of its case. */
type Point = Sized & { readonly values: Values };

function pointsOf(
  cases: readonly StoredCase[],
  selector: Selector,
  workload: string,
  scope: string,
  axis: string,
): readonly Point[] {
  return seriesAlong(casesOf(cases, workload, selector), axis).flatMap((one) => {
    const [x, metric] = [one.values[axis], one.metrics[scope]];
    return isPositive(x) && metric !== undefined && metric.median_ns > 0
      ? [{ x, timeNs: metric.median_ns, values: one.values }]
      : [];
  });
}

function isPositive(value: Scalar | undefined): value is number {
  return typeof value === 'number' && value > 0;
}
