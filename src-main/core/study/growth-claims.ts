import type { StoredCase } from '../../contract/run.ts';
import type { ClaimVerdict } from '../../contract/study.ts';
import type { Values } from '../../contract/workload.ts';
import { type Exponent, exponentOf, lawsOf } from '../analysis/growth.ts';
import type { Sized } from '../analysis/scaling.ts';
import { casesOf, seriesAlong, timeOf } from './cases.ts';
import { type About, claimOf } from './claims.ts';
import {
  type Expectation,
  estimateText,
  expectedText,
  fixed,
  judge,
  judgeAll,
  nothing,
  reasonOf,
} from './judge.ts';
import type { Claim } from './study.ts';

type GrowthClaim = About & { readonly axis: string; readonly variants: readonly string[] };

/** A time with the values of its case. */
type Point = Sized & { readonly values: Values };

type Fit = {
  readonly variant: string;
  readonly points: readonly Point[];
  readonly exponent: Exponent;
  readonly verdict: ClaimVerdict;
  /** The rest of the finding. */
  readonly more: string;
};

/** How the fits of a claim are judged. */
type Rules = {
  readonly expected: string;
  /** What a fit needs. */
  readonly needs: string;
  judged(points: readonly Point[], exponent: Exponent): Pick<Fit, 'verdict' | 'more'> | null;
  /** The fit whose exponent is the estimate. */
  shown(fits: readonly Fit[], all: ClaimVerdict): Fit | undefined;
  reason(verdict: ClaimVerdict, fits: readonly Fit[], lacking: string, shown: Fit): string;
};

/** Which law the time of each variant follows over an axis, with its exponent. */
export function growth(
  claim: string,
  options: GrowthClaim & { readonly law: 'exponential' | 'power' },
): Claim {
  const { law } = options;
  const other = law === 'power' ? 'exponential' : 'power';
  const text = { power: 'a power law', exponential: 'an exponential law' };
  return overVariants(claim, options, {
    expected: `for every variant, ${text[law]} fits the times significantly better than ${text[other]}`,
    needs: 'four sizes',
    judged(points) {
      const laws = lawsOf(points);
      if (laws === null) return null;
      const verdict = laws.law === law ? 'holds' : 'does not hold';
      return {
        verdict: laws.law === null ? 'cannot be told' : verdict,
        more: `; residual ${percent(laws.power)} for a power law, ${percent(laws.exponential)} for an exponential law`,
      };
    },
    shown: ([first]) => first,
    reason(verdict, fits, lacking) {
      const those = fits.filter((one) => one.verdict === verdict).map(({ variant }) => variant);
      if (verdict === 'holds') return `The ${law} law fits every variant significantly better.`;
      const names = those.join(', ');
      if (verdict === 'does not hold')
        return `The ${other} law fits ${names} significantly better.`;
      return names === ''
        ? `This run lacks four sizes of ${lacking}.`
        : `Neither law fits significantly better for ${names}.`;
    },
  });
}

/** The exponent of time in the size, of each variant, against what the claim says. */
export function exponent(
  claim: string,
  options: GrowthClaim & { readonly expect: Expectation },
): Claim {
  return overVariants(claim, options, {
    expected: expectedText(options.expect),
    needs: 'two sizes',
    judged: (_, estimate) => ({ verdict: judge(estimate, options.expect), more: '' }),
    shown: (fits, all) => fits.find(({ verdict }) => verdict === all),
    reason(verdict, { length }, lacking, { variant, exponent: estimate, verdict: judged }) {
      if (estimate.ci95 === null) {
        return `An interval of the exponent of ${variant} needs three sizes.`;
      }
      if (verdict !== judged) {
        return `The claim holds for the measured variants, but this run lacks sizes of ${lacking}.`;
      }
      const isEach = verdict === 'holds' && length > 1;
      return reasonOf(verdict, estimate, isEach ? 'each exponent' : `the exponent of ${variant}`);
    },
  });
}

/** A claim about several variants holds where each of them was measured. */
function overVariants(
  claim: string,
  options: GrowthClaim,
  { expected, needs, judged, shown, reason }: Rules,
): Claim {
  const { variants, workload, axis } = options;
  return claimOf(claim, options, {
    selections: variants.map((variant) => ({ variant })),
    find({ cases }) {
      const fits = variants.flatMap((variant): Fit[] => {
        const points = pointsOf(options, cases, variant);
        const estimate = exponentOf(points);
        const fit = estimate && judged(points, estimate);
        return estimate && fit ? [{ ...fit, variant, points, exponent: estimate }] : [];
      });
      const all = judgeAll(fits.map(({ verdict }) => verdict));
      const one = shown(fits, all);
      if (one === undefined) {
        return nothing(expected, `${needs} of ${workload} ${variants.join(' or ')}`);
      }
      const lacking = variants
        .filter((id) => !fits.some(({ variant }) => variant === id))
        .join(', ');
      const verdict = all === 'holds' && lacking !== '' ? 'cannot be told' : all;
      return {
        finding: fits
          .map(
            ({ variant, exponent: { last, ...estimate }, more }) =>
              `${variant}: time grows as ${axis}^${estimateText(estimate)}, as ${axis}^${fixed(last)} over the last two sizes${more}`,
          )
          .join('; '),
        ...{ estimate: one.exponent.value, ci95: one.exponent.ci95, expected, verdict },
        reason: reason(verdict, fits, lacking, one),
        values: Object.fromEntries(fits.map((each) => [each.variant, each.exponent.value])),
        measured: inEach(fits),
      };
    },
  });
}

/** Values of the sizes that every variant has. */
function inEach([first, ...others]: readonly Fit[]): readonly Values[] {
  const shared = first?.points.filter(({ x }) =>
    others.every(({ points }) => points.some((point) => point.x === x)),
  );
  return shared?.map(({ values }) => values) ?? [];
}

/** A residual of logarithms as the part of the time that it is. */
function percent(residual: number): string {
  return `${fixed(100 * Math.expm1(residual))} %`;
}

function pointsOf(
  { workload, scope, axis }: GrowthClaim,
  cases: readonly StoredCase[],
  variant: string,
): readonly Point[] {
  return seriesAlong(casesOf(cases, workload, { variant }), axis).flatMap((stored) => {
    const { values } = stored;
    const [x, timeNs = 0] = [values[axis], timeOf(stored, scope)];
    return typeof x === 'number' && x > 0 && timeNs > 0 ? [{ x, timeNs, values }] : [];
  });
}
