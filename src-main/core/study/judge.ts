import type { ClaimFinding, ClaimVerdict } from '../../contract/study.ts';
import type { Values } from '../../contract/workload.ts';
import type { Expectation } from './definition.ts';
import type { Estimate } from './evidence.ts';

export type Found = Omit<ClaimFinding, 'claim'> & {
  /** Values of the cases that the number is of. */
  readonly measured: readonly Values[];
};

/**
 * Whether a number bears a claim out: its whole interval lies where the claim wants it, its whole interval lies elsewhere,
 * or it cannot be told.
 */
export function judge(
  { ci95 }: Estimate,
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Expectation,
): ClaimVerdict {
  if (ci95 === null) return 'cannot be told';
  const [low, high] = ci95;
  if (low >= atLeast && high <= atMost) return 'holds';
  return high < atLeast || low > atMost ? 'does not hold' : 'cannot be told';
}

/** Of a claim about several things: it holds of all, it fails at one, or it cannot be told. */
export function judgeAll(verdicts: readonly ClaimVerdict[]): ClaimVerdict {
  if (verdicts.includes('does not hold')) return 'does not hold';
  return verdicts.length > 0 && verdicts.every((one) => one === 'holds')
    ? 'holds'
    : 'cannot be told';
}

/** `at least 2: "by far" is taken as twice as fast`. */
export function expectedText({ atLeast, atMost, meaning }: Expectation): string {
  const range =
    atLeast === undefined
      ? `at most ${atMost}`
      : atMost === undefined
        ? `at least ${atLeast}`
        : `${atLeast} to ${atMost}`;
  return `${range}: ${meaning}`;
}

/** Why an interval leads to a verdict. */
export function reasonOf(verdict: ClaimVerdict, { ci95 }: Estimate, what: string): string {
  if (ci95 === null) return `Too few samples for an interval of ${what}.`;
  switch (verdict) {
    case 'holds':
      return `The interval of ${what} lies wholly inside the range of the claim.`;
    case 'does not hold':
      return `The interval of ${what} lies wholly outside the range of the claim.`;
    case 'cannot be told':
      return `The interval of ${what} crosses a limit of the claim.`;
  }
}

export function fixed(value: number): string {
  return Number(value.toPrecision(3)).toString();
}

/** `1.02 [0.98, 1.06]`. */
export function estimateText({ value, ci95 }: Estimate): string {
  return ci95 === null ? fixed(value) : `${fixed(value)} [${fixed(ci95[0])}, ${fixed(ci95[1])}]`;
}

/** Of a run that has no case for the claim. */
export function nothing(expected: string, lacking: string): Found {
  return {
    finding: `this run lacks ${lacking}`,
    estimate: null,
    ci95: null,
    expected,
    verdict: 'cannot be told',
    reason: `This run lacks ${lacking}.`,
    values: {},
    measured: [],
  };
}
