import type { Verdict } from '../contract/verdict.ts';

/** How far a ratio of times has to be from 1; the same up and down, so (1 + margin) or 1 / (1 + margin). */
export interface Margins {
  /** Wholly beyond it a ratio is faster or slower. */
  readonly difference: number;
  /** Wholly inside it a ratio is equivalent (two one-sided tests). Settings are stored under this name. */
  readonly same: number;
}

export const defaultMargins: Margins = { difference: 0.005, same: 0.02 };

export type Judged = Exclude<Verdict, 'not comparable'>;

/** The smallest change (percent of time, positive) that an interval of this half width (of a logarithm) establishes. */
export function tellsPercent(half: number, { difference }: Margins): number {
  return 100 * Math.expm1(half + Math.log1p(difference));
}

/** By the interval of the logarithm of a ratio. Swapping the sides swaps faster and slower, and nothing else. */
export function decideLog(
  [low, high]: readonly [number, number],
  { difference, same }: Margins,
): Judged {
  const beyond = Math.log1p(difference);
  const inside = Math.log1p(same);
  if (high < -beyond) return 'faster';
  if (low > beyond) return 'slower';
  if (low > -inside && high < inside) return 'equivalent';
  return 'inconclusive';
}

/** By the interval of a ratio. */
export function decide([low, high]: readonly [number, number], margins: Margins): Judged {
  return decideLog([Math.log(low), Math.log(high)], margins);
}
