import type { ComparisonView } from '../../contract/verdict.ts';
import { benjaminiHochberg } from '../../stats/benjamini-hochberg.ts';

/** The false discovery rate that the gate of a sweep keeps to. */
export const falseDiscoveryRate = 0.05;

/** Adds the p values adjusted for the number of comparisons of a sweep (Benjamini-Hochberg). One alone is not adjusted. */
export function adjustSweep(views: readonly ComparisonView[]): readonly ComparisonView[] {
  const judged = views.filter(({ p }) => p !== undefined);
  if (judged.length < 2) return views;
  const adjusted = benjaminiHochberg(judged.map(({ p }) => p ?? 1));
  const byView = new Map(judged.map((view, i) => [view, adjusted[i] ?? 1]));
  return views.map((view) => {
    const adjustedP = byView.get(view);
    return adjustedP === undefined ? view : { ...view, adjustedP };
  });
}

/** Whether a gate may count a verdict: of a sweep a difference has to hold after the adjustment too. */
export function holdsInSweep({ verdict, adjustedP }: ComparisonView): boolean {
  const isDifference = verdict === 'faster' || verdict === 'slower';
  return !isDifference || adjustedP === undefined || adjustedP <= falseDiscoveryRate;
}
