import { format, formatInterval } from '../../src-main/contract/units.ts';
import type { Scalar } from '../../src-main/contract/workload.ts';

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

const local = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `2026-11-21 02:45` in the reader's own time. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : local.format(date).replace(',', '');
}

/** Four digits: an interval of half a percent must not look like a point. */
const digits = 4;

export function nanoseconds(value: number | null | undefined): string {
  return format(value, 'duration', { digits });
}

export function nanosecondInterval(
  low: number | null | undefined,
  high: number | null | undefined,
): string {
  return formatInterval(low, high, 'duration', { digits });
}

/** A ratio with its interval; ends that say no more than "anything" are cut: `1.25× [0.83, >1000×]`. */
export function ratioText(
  ratio: number | null,
  interval: readonly [number, number] | null,
): string {
  const text = format(ratio, 'ratio');
  if (interval === null) return text;
  const [low, high] = interval;
  if (low >= 0.001 && high <= 1000) return `${text} ${formatInterval(low, high, 'ratio')}`;
  const lowText = low < 0.001 ? '<0.001' : format(low, 'ratio').replace('×', '');
  const highText = high > 1000 ? '>1000×' : format(high, 'ratio');
  return `${text} [${lowText}, ${highText}]`;
}

/** An axis value as tables show it: 1048576 keeps its digits, in groups. */
export function scalarText(value: Scalar | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) && Math.abs(value) >= 10_000
    ? String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f')
    : String(value);
}

/** `1 case`, `7 cases`. */
export function plural(count: number, noun: string): string {
  const digits = scalarText(count);
  return `${digits} ${noun}${count === 1 ? '' : 's'}`;
}
