import type { ClaimFinding, ClaimVerdict } from '../../contract/study.ts';
import type { Values } from '../../contract/workload.ts';
import type { Estimate } from './evidence.ts';

export type Finding = Omit<ClaimFinding, 'claim'> & {
  /** Values of the cases that the number is of. */
  readonly measured: readonly Values[];
};

/** The numbers that would bear a claim out, and how its words were read as numbers. */
export type Expectation = {
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly meaning: string;
};

export const atLeast = (limit: number, meaning: string): Expectation => ({
  atLeast: limit,
  meaning,
});
export const atMost = (limit: number, meaning: string): Expectation => ({ atMost: limit, meaning });
export const between = (low: number, high: number, meaning: string): Expectation => ({
  atLeast: low,
  atMost: high,
  meaning,
});

/**
 * Whether a number bears a claim out: its whole interval lies where the claim wants it, its whole interval lies elsewhere,
 * or it cannot be told.
 */
export function judge(
  { ci95 }: Pick<Estimate, 'ci95'>,
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
  if (atLeast === undefined) return `at most ${atMost}: ${meaning}`;
  if (atMost === undefined) return `at least ${atLeast}: ${meaning}`;
  return `${atLeast} to ${atMost}: ${meaning}`;
}

const places = {
  holds: 'lies wholly inside the range',
  'does not hold': 'lies wholly outside the range',
  'cannot be told': 'crosses a limit',
};

/** Why an interval leads to a verdict. */
export function reasonOf(
  verdict: ClaimVerdict,
  { ci95 }: Pick<Estimate, 'ci95'>,
  what: string,
): string {
  return ci95 === null
    ? `Too few samples for an interval of ${what}.`
    : `The interval of ${what} ${places[verdict]} of the claim.`;
}

export function fixed(value: number): string {
  return Number(value.toPrecision(3)).toString();
}

/** `1.02 [0.98, 1.06]`. */
export function estimateText({ value, ci95 }: Estimate): string {
  return ci95 === null ? fixed(value) : `${fixed(value)} [${fixed(ci95[0])}, ${fixed(ci95[1])}]`;
}

/** Of a run that has no case for the claim. */
export function nothing(expected: string, lacking: string): Finding {
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
