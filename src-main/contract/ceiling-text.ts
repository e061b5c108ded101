import type { CeilingShare } from './inspection.ts';
import { format } from './units.ts';

/**
 * A share of a measured ceiling as tables show it: `77 % (L3)` names what it is of where that is not memory, and a star
 * marks one above 100 %, whose reason has to be shown with it.
 */
export function ceilingText({ percent, bound, cache, reason }: CeilingShare): string {
  const of = bound === 'compute' ? 'compute' : cache;
  const number = format(percent / 100, 'percent');
  return `${number}${of === undefined ? '' : ` (${of})`}${reason === undefined ? '' : ' *'}`;
}

/** What the share is of, and why it is above 100 % where it is. */
export function ceilingExplanation({ bound, ceiling, unit, cache, reason }: CeilingShare): string {
  const limit =
    unit === 'B/s'
      ? format(ceiling, 'bytes-per-second')
      : format(ceiling, 'operations-per-second', { operation: unit.replace(/\/s$/, '') });
  const where = cache === undefined ? `${bound} bound` : `its data stay in ${cache}`;
  const above = reason === undefined ? '' : `; above 100 %: ${reason}`;
  return `${where}; the ceiling is ${limit}${above}`;
}
