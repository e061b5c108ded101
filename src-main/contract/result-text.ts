import type { RunResults } from './run-results.ts';
import { format, formatRatio, formatWithInterval } from './units.ts';

/** Results of runs as tables show them: short in a cell, with its interval where there is room. */
export function breakEvenText({ breakEven }: RunResults): string {
  return breakEven === null ? '' : format(breakEven.at, 'count');
}

export function speedupText({ speedup }: RunResults): string {
  return speedup === null ? '' : `${Number(speedup.ratio.toPrecision(3))}×`;
}

export function medianText({ median }: RunResults): string {
  return median === null ? '' : format(median.ns, 'duration');
}

/** `n* = 1.8 M [1.5, 2.2 M]: cub over cpu-fast, end-to-end time`; empty without one. */
export function breakEvenInFull({ breakEven }: RunResults): string {
  if (breakEven === null) return '';
  const { at, ci95, about } = breakEven;
  return `n* = ${formatWithInterval(at, ci95?.[0], ci95?.[1], 'count')}: ${about}`;
}

export function speedupInFull({ speedup }: RunResults): string {
  if (speedup === null) return '';
  return `${formatRatio(speedup.ratio, speedup.ci95)}: ${speedup.about}`;
}
