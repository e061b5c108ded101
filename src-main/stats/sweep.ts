import type { ComparisonView } from '../contract/verdict.ts';
import { benjaminiHochberg } from './benjamini-hochberg.ts';

/**
 * Adds the p of each comparison adjusted for the number of comparisons of a sweep (Benjamini-Hochberg on the judge's own p):
 * taking those at or below q for differences keeps the expected part of false ones at q.
 */
export function adjustSweep(views: readonly ComparisonView[]): readonly ComparisonView[] {
  const judged = views.filter(({ p }) => p !== undefined);
  const adjusted = benjaminiHochberg(judged.map(({ p }) => p ?? 1));
  const byView = new Map(judged.map((view, index) => [view, adjusted[index] ?? 1]));
  return views.map((view) => {
    const adjustedP = byView.get(view);
    return adjustedP === undefined ? view : { ...view, adjustedP };
  });
}
