import { agree } from '../../contract/case-names.ts';
import type { ClaimFinding } from '../../contract/study.ts';
import type { Selection } from './cases.ts';
import type { Evidence } from './evidence.ts';
import type { Finding } from './judge.ts';
import {
  claimedText,
  isOneOf,
  isWithin,
  lackingSizes,
  liesIn,
  type Sizes,
  sizesText,
  type Where,
} from './sizes.ts';
import type { Claim } from './study.ts';

/** What every claim is given. */
export type About = {
  readonly workload: string;
  readonly scope: string;
  /** The sizes that the study measured; where it does not state them, those of its preset. */
  readonly sizes: Sizes;
  /** Only cases within these ends count. */
  readonly where?: Where;
  /** The claim is a law that any of the sizes show, and not of all of them. */
  readonly anySizes?: boolean;
};

type Rules = {
  readonly selections: readonly Selection[];
  /** Only cases at the sizes count, and none between them: a mean over other sizes is another mean. */
  readonly exact?: boolean;
  /** One case contradicts the claim, whichever other sizes this run lacks. */
  readonly refutedByOne?: boolean;
  /** Over the cases that count. */
  find(evidence: Evidence): Finding;
};

/**
 * A claim judged by cases at the sizes of its study, or between them where it is about the range. Of other sizes the study
 * says nothing. A claim that holds at some sizes need not hold at all of them; one counterexample refutes it.
 */
export function claimOf(
  claim: string,
  { workload, sizes: studied, where = {}, anySizes = false }: About,
  { selections, exact = false, refutedByOne = false, find }: Rules,
): Claim {
  const sizes = studied.filter(
    (size) => liesIn(size, where) && selections.every(({ values = {} }) => agree(size, values)),
  );
  const isIncluded = exact ? isOneOf : isWithin;
  return {
    ...{ claim, workload, sizes, selections },
    finding(evidence): ClaimFinding {
      const cases = evidence.cases.filter(
        ({ values }) => liesIn(values, where) && isIncluded(values, sizes),
      );
      const { measured, ...finding } = find({ ...evidence, cases });
      const { estimate, verdict, reason } = finding;
      if (estimate === null) {
        const which = exact || sizes.length === 1 ? 'only' : 'and the range between them';
        const about = `The claim is about ${claimedText(sizes, where)} ${which}.`;
        return { claim, ...finding, reason: about };
      }
      const lacking = anySizes ? [] : lackingSizes(sizes, measured);
      if (lacking.length === 0 || (refutedByOne && verdict === 'does not hold')) {
        return { claim, ...finding };
      }
      const lacks = `this run lacks ${sizesText(lacking)}`;
      return {
        ...{ claim, ...finding, verdict: 'cannot be told' },
        reason:
          verdict === 'cannot be told'
            ? `${reason} Also, ${lacks}.`
            : `The claim is about all sizes of the study, and ${lacks}.`,
      };
    },
  };
}
