import type { Strategy } from './headline.ts';
import type { StoredCase } from './run.ts';
import { format } from './units.ts';

/** What one further call of a case costs by a strategy, nanoseconds; null where it was not timed. */
export function callNs(stored: StoredCase, strategy: Strategy, onGpu: boolean): number | null {
  const median = (scope: string) => stored.metrics[scope]?.medianNs ?? null;
  if (strategy === 'copy-each-time') return median('total');
  const call = median('call') ?? median('kernel');
  if (strategy === 'both-stay' || !onGpu || call === null) return call;
  const back = median('d2h');
  return back === null ? null : call + back;
}

/**
 * The cost at a size, nanoseconds: as measured there, else on the straight line between the sizes on both sides of it,
 * both axes logarithmic. Null outside of what was measured.
 */
export function costAt(
  points: readonly { readonly size: number; readonly ns: number }[],
  size: number,
): number | null {
  const sorted = [...points].sort((a, b) => a.size - b.size);
  const after = sorted.find((point) => point.size >= size);
  if (after === undefined) return null;
  if (after.size === size) return after.ns;
  const before = sorted.findLast((point) => point.size < size);
  if (before === undefined || !(before.size > 0) || !(before.ns > 0) || !(after.ns > 0))
    return null;
  const share = Math.log(size / before.size) / Math.log(after.size / before.size);
  return before.ns * (after.ns / before.ns) ** share;
}

/** What calls at a rate cost a second on both sides. */
export type CallRate = {
  /** Parts of each second that calls take, by side; above 1 the machine cannot do it. */
  readonly shares: readonly [number, number];
  /** The side that takes less, 0 or 1. */
  readonly winner: 0 | 1;
  /** What it saves, nanoseconds a second; null where the other side cannot keep up at all. */
  readonly savedNs: number | null;
};

/** @param perSecond calls a second */
export function callRate(costsNs: readonly [number, number], perSecond: number): CallRate {
  const [a, b] = costsNs;
  const winner = b < a ? 1 : 0;
  const shares = [(a * perSecond) / 1e9, (b * perSecond) / 1e9] as const;
  const keepsUp = shares[0] <= 1 && shares[1] <= 1;
  return { shares, winner, savedNs: keepsUp ? Math.abs(a - b) * perSecond : null };
}

/**
 * What calls at a rate save, one sentence: `cub saves 84.0 ms a second: 12.0 ms instead of 96.0 ms.` Where a side needs
 * more than a second a second it says so.
 *
 * @param names of both sides, in the order of the costs
 */
export function callRateText(
  names: readonly [string, string],
  costsNs: readonly [number, number],
  perSecond: number,
): string {
  const { shares, winner, savedNs } = callRate(costsNs, perSecond);
  const loser = winner === 0 ? 1 : 0;
  const second = (side: 0 | 1) => format(shares[side] * 1e9, 'duration');
  if (savedNs !== null) {
    return `${names[winner]} saves ${format(savedNs, 'duration')} a second: ${second(winner)} instead of ${second(loser)} with ${names[loser]}.`;
  }
  return shares[winner] > 1
    ? `This machine cannot do it: of each second ${names[winner]} would need ${second(winner)} and ${names[loser]} ${second(loser)}.`
    : `Only ${names[winner]} keeps up, with ${second(winner)} of each second; ${names[loser]} would need ${second(loser)}, which this machine does not have.`;
}
