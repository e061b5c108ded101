import type { RunResults } from './run-results.ts';
import { format, formatRatio, formatSize, formatSizeWithInterval } from './units.ts';

/** What a speedup has that is no answer. */
export const unclearMark = { mark: "'", text: 'disturbed or inconclusive' } as const;

/** Results of runs as tables show them: short in a cell, with its interval where there is room. */
export function breakEvenText({ breakEven }: RunResults): string {
  return breakEven === null ? '' : formatSize(breakEven.at, breakEven.ci95);
}

/** `1.88×`, or `1.88×'` where it is disturbed or inconclusive. */
export function speedupText({ speedup }: RunResults): string {
  if (speedup === null) return '';
  return `${format(speedup.ratio, 'ratio')}${speedup.unclear === true ? unclearMark.mark : ''}`;
}

export function medianText({ median }: RunResults): string {
  return median === null ? '' : format(median.ns, 'duration');
}

/** `n* = 1,800,000 [1,500,000, 2,200,000]: cub over cpu-fast, end-to-end time`; empty without one. */
export function breakEvenInFull({ breakEven }: RunResults): string {
  if (breakEven === null) return '';
  const { at, ci95, about } = breakEven;
  return `n* = ${formatSizeWithInterval(at, ci95)}: ${about}`;
}

export function speedupInFull({ speedup }: RunResults): string {
  if (speedup === null) return '';
  const unclear = speedup.unclear === true ? `; ${unclearMark.text}` : '';
  return `${formatRatio(speedup.ratio, speedup.ci95)}: ${speedup.about}${unclear}`;
}
