import type { ClaimFinding } from '../../contract/study.ts';
import { best, range } from './axis-claims.ts';
import type { ClaimDefinition } from './definition.ts';
import type { Evidence } from './evidence.ts';
import { exponents, growth } from './growth-claims.ts';
import type { Found } from './judge.ts';
import { ratio } from './ratio-claims.ts';
import {
  claimedText,
  isOneOf,
  isWithin,
  lackingSizes,
  liesIn,
  type Sizes,
  sizesOfClaim,
  sizesText,
} from './sizes.ts';

/**
 * What a run says of a claim, as numbers with an interval, and whether it bears the claim out: by cases at the sizes of
 * the study, or between them where the claim is about the range. Of other sizes the study says nothing.
 */
export function findingOf(definition: ClaimDefinition, evidence: Evidence): ClaimFinding {
  const sizes = sizesOfClaim(definition);
  const exact = isExact(definition);
  const asked = evidence.cases.filter(
    ({ values }) =>
      liesIn(values, definition.where) &&
      (exact ? isOneOf(values, sizes) : isWithin(values, sizes)),
  );
  const { measured, ...told } = found(definition, { ...evidence, cases: asked });
  const lacking = definition.needs === 'any' ? [] : lackingSizes(sizes, measured);
  return { claim: definition.claim, ...overSizes(definition, told, lacking) };
}

/** A mean over other sizes is another mean. A claim that holds at some sizes need not hold at all of them; one counterexample refutes it. */
function overSizes(
  definition: ClaimDefinition,
  told: Omit<Found, 'measured'>,
  lacking: Sizes,
): Omit<Found, 'measured'> {
  if (told.estimate === null) {
    const alone = isExact(definition) || sizesOfClaim(definition).length === 1;
    const which = alone ? 'only' : 'and the range between them';
    return { ...told, reason: `The claim is about ${claimedText(definition)} ${which}.` };
  }
  const counterexample =
    told.verdict === 'does not hold' &&
    !isOfMean(definition) &&
    definition.kind !== 'exponent' &&
    definition.kind !== 'growth';
  if (lacking.length === 0 || counterexample) return told;
  const lacks = `this run lacks ${sizesText(lacking)}`;
  const reason =
    told.verdict === 'cannot be told'
      ? `${told.reason} Also, ${lacks}.`
      : `The claim is about all sizes of the study, and ${lacks}.`;
  return { ...told, verdict: 'cannot be told', reason };
}

/** Whether it is about these sizes and nothing between them. */
function isExact(definition: ClaimDefinition): boolean {
  return definition.asks === 'sizes' || isOfMean(definition);
}

function isOfMean(definition: ClaimDefinition): boolean {
  return definition.kind === 'ratio' && definition.about === 'mean';
}

function found(definition: ClaimDefinition, evidence: Evidence): Found {
  switch (definition.kind) {
    case 'growth':
      return growth(definition, evidence);
    case 'exponent':
      return exponents(definition, evidence);
    case 'ratio':
      return ratio(definition, evidence);
    case 'range':
      return range(definition, evidence);
    case 'best':
      return best(definition, evidence);
  }
}
