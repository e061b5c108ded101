import type { PercentOfPeak } from './inspection.ts';
import { format } from './units.ts';

/**
 * The percentage of a measured peak as tables show it. `77 % (L3)` names the level where it is not main memory. A star
 * marks a value above 100 %, whose reason must be shown with it.
 */
export function percentOfPeakText({ percent, bound, cache, reason }: PercentOfPeak): string {
  const of = bound === 'compute' ? 'compute' : cache;
  const number = format(percent / 100, 'percent');
  return `${number}${of === undefined ? '' : ` (${of})`}${reason === undefined ? '' : ' *'}`;
}

/** The measured peak behind the percentage, and why the result exceeds 100 % where it does. */
export function percentOfPeakExplanation({
  bound,
  peak,
  unit,
  cache,
  reason,
}: PercentOfPeak): string {
  const limit =
    unit === 'B/s'
      ? format(peak, 'bytes-per-second')
      : format(peak, 'operations-per-second', { operation: unit.replace(/\/s$/, '') });
  const where = cache === undefined ? `${bound} bound` : `working set in ${cache}`;
  const above = reason === undefined ? '' : `; above 100 %: ${reason}`;
  return `${where}; measured peak ${limit}${above}`;
}
