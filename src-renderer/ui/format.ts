import { numberText } from '../../src-main/contract/numbers.ts';
import { timeText } from '../../src-main/contract/times.ts';
import { formatEstimate, formatInterval } from '../../src-main/contract/units.ts';

/** Durations of the clock on the wall, in seconds: `8 s`, `2 min 05 s`, `1 h 12 min`. */
export function wallTime(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** A remaining time as a range: `8 to 20 s`. */
export function wallRange([low, high]: readonly [number, number]): string {
  const [from, to] = [wallTime(low), wallTime(high)];
  if (from === to) return from;
  if (low < 1) return `up to ${to}`;
  const unit = / s$/;
  return high < 60 ? `${from.replace(unit, '')} to ${to}` : `${from} to ${to}`;
}

/** `2026-11-21 02:45 +01:00`, by the reader's own clock. */
export function dateTime(iso: string): string {
  return timeText(iso, 'local');
}

/** Four digits for times without an interval: those of samples and their quantiles lie near each other. */
const digits = 4;

/** A time; next to its interval with the digits that it carries. */
export function nanoseconds(
  value: number | null | undefined,
  low?: number | null,
  high?: number | null,
): string {
  return formatEstimate(value, low, high, 'duration', { digits });
}

export function nanosecondInterval(low?: number | null, high?: number | null): string {
  return formatInterval(low, high, 'duration');
}

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `1 case`, `7 cases`. */
export function plural(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The text with each number and its unit or sign kept on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(
    /(?<=\d) (?=(?:%|[nµm]?s|[kM]|[KMGT]i?B|\p{L}+\/[sB])(?![\p{L}\d/]))/gu,
    '\u00a0',
  );
}
