import type { Verdict } from '../contract/verdict.ts';

/** How far a ratio of times has to be from 1. */
export interface Margins {
  /** Wholly beyond 1 +- this it is faster or slower. */
  readonly difference: number;
  /** Wholly inside 1 +- this it is the same. */
  readonly same: number;
}

export const defaultMargins: Margins = { difference: 0.005, same: 0.02 };

export function decide(
  [low, high]: readonly [number, number],
  { difference, same }: Margins,
): Exclude<Verdict, 'not comparable'> {
  if (high < 1 - difference) return 'faster';
  if (low > 1 + difference) return 'slower';
  if (low > 1 - same && high < 1 + same) return 'same';
  return 'ambiguous';
}
