import type { StoredCase } from '../../contract/run.ts';
import type { ClaimFinding } from '../../contract/study.ts';
import { best, range } from './axis-claims.ts';
import type { ClaimDefinition } from './definition.ts';
import type { Evidence } from './evidence.ts';
import { exponents, growth } from './growth-claims.ts';
import type { Found } from './judge.ts';
import { ratio } from './ratio-claims.ts';

/** What a run says of a claim, as numbers with an interval, and whether it bears the claim out. */
export function findingOf(definition: ClaimDefinition, evidence: Evidence): ClaimFinding {
  const within = { ...evidence, cases: evidence.cases.filter((one) => lies(one, definition)) };
  return { claim: definition.claim, ...found(definition, within) };
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

function lies({ values }: StoredCase, { where }: ClaimDefinition): boolean {
  return Object.entries(where).every(([axis, { atLeast, atMost }]) => {
    const value = values[axis];
    if (typeof value !== 'number') return true;
    return value >= (atLeast ?? value) && value <= (atMost ?? value);
  });
}
