import type { ComparisonView } from '../../contract/verdict.ts';
import { falseDiscoveryRate } from '../../stats/stated-changes.ts';
import { adjustSweep } from '../../stats/sweep.ts';

export { falseDiscoveryRate };

/** With the p values adjusted for the number of comparisons of a sweep (Benjamini-Hochberg). One alone is not adjusted. */
export function adjusted(views: readonly ComparisonView[]): readonly ComparisonView[] {
  return views.filter(({ p }) => p !== undefined).length < 2 ? views : adjustSweep(views);
}

/** Whether a gate may count a verdict: of a sweep a difference has to hold after the adjustment too. */
export function holdsInSweep({ verdict, adjustedP }: ComparisonView): boolean {
  const isDifference = verdict === 'faster' || verdict === 'slower';
  return !isDifference || adjustedP === undefined || adjustedP <= falseDiscoveryRate;
}
