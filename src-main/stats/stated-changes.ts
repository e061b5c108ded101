import { benjaminiHochberg } from './benjamini-hochberg.ts';

/** The false discovery rate that gates and histories keep to. */
export const falseDiscoveryRate = 0.05;

/** Which changes of histories that are examined together are stated. */
export type StatedChanges = {
  /** The largest p of one that is; below 0 where none is. */
  readonly maxP: number;
  /** The p of a change adjusted for the number of histories; of one that was not among them, as the next larger one's. */
  adjustedP(p: number): number;
};

/**
 * Benjamini-Hochberg over the p values of the changes that were found and a p of 1 for each of the `steady` histories
 * without one. In one history alone nothing is adjusted.
 */
export function statedChanges(found: readonly number[], steady: number): StatedChanges {
  const ones = Array.from({ length: Math.max(0, steady) }, () => 1);
  const adjustedOnes = benjaminiHochberg([...found, ...ones]);
  const byP = new Map(found.map((p, i) => [p, adjustedOnes[i] ?? 1] as const));
  const ascending = [...byP.keys()].sort((a, b) => a - b);
  const maxP = ascending.findLast((p) => (byP.get(p) ?? 1) <= falseDiscoveryRate) ?? -1;
  return {
    maxP,
    adjustedP: (p) => byP.get(ascending.find((one) => one >= p) ?? Number.NaN) ?? 1,
  };
}
