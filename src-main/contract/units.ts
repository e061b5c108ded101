import { assertNever } from './assert-never.ts';
import type { Hint } from './workload.ts';

/**
 * What was measured, as people read it: one formatter for the command line, the window and figures. Exact numbers, such as
 * the values of axes, are written and read by `numbers.ts`. Durations are nanoseconds, sizes bytes, rates per second, shares and ratios fractions (0.05 is 5 %).
 */

/** A unit to show values in: `value / factor` is followed by `symbol` (after a space when it is not empty). */
export type Unit = { readonly symbol: string; readonly factor: number };

const unit = (symbol: string, factor: number): Unit => ({ symbol, factor });

const durations = [
  unit('ns', 1),
  unit('µs', 1e3),
  unit('ms', 1e6),
  unit('s', 1e9),
  unit('min', 60e9),
  unit('h', 3600e9),
];
const binarySizes = ['B', 'KiB', 'MiB', 'GiB', 'TiB'].map((symbol, i) => unit(symbol, 1024 ** i));
const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];
const prefixed = (symbol: string) =>
  prefixes.map((prefix, i) => unit(`${prefix}${symbol}`, 1000 ** i));
const rates = prefixed('B/s');
const hertz = prefixed('Hz');
const counts = prefixed('');
const ratios = [unit('×', 1)];
const percents = [unit('%', 0.01)];

function unitsOf(hint: Hint, operation: string): readonly Unit[] {
  switch (hint) {
    case 'duration':
      return durations;
    case 'bytes':
      return binarySizes;
    case 'bytes-per-second':
      return rates;
    case 'operations-per-second':
      return prefixed(`${operation}/s`);
    case 'hertz':
      return hertz;
    case 'count':
      return counts;
    case 'ratio':
      return ratios;
    case 'percent':
      return percents;
    default:
      return assertNever(hint);
  }
}

/** Digits of a value at `digits` significant ones, never in exponent form, whole digits never rounded away. */
function significant(value: number, digits: number): string {
  if (value === 0) {
    return '0';
  }
  const rounded = Number(value.toPrecision(digits));
  const whole = Math.floor(Math.log10(Math.abs(rounded))) + 1;
  if (whole > 15 || whole < -9) {
    return rounded.toExponential(Math.max(0, digits - 1));
  }
  return value.toFixed(Math.max(0, digits - whole));
}

const trimmed = (text: string): string =>
  text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text;

/** The unit in which `value` has one to three digits before the point. */
export function unitFor(value: number, hint: Hint, operation = 'op'): Unit {
  const units = unitsOf(hint, operation);
  const magnitude = Math.abs(value);
  let chosen = units[0] ?? unit('', 1);
  for (const each of units) {
    // Seconds stay seconds up to two minutes; 999.7 ns is shown as 1.00 µs.
    const from = each.symbol === 'min' ? 2 * each.factor : each.factor;
    if (magnitude >= from * 0.9995) {
      chosen = each;
    }
  }
  return chosen;
}

export type FormatOptions = {
  /** Significant digits; 3 unless given. */
  readonly digits?: number;
  /** What an operation is called in `operations-per-second`: "FLOP", "iteration". */
  readonly operation?: string;
};

const withSymbol = (digits: string, { symbol }: Unit): string =>
  symbol === '' || symbol === '×' ? `${digits}${symbol}` : `${digits} ${symbol}`;

/** The text for a value that is missing or no number. */
export const missing = '–';

/** One value for people: `812 ns`, `1.23 ms`, `4.29 TB/s`, `1.5 GiB`, `3.21×`, `5.2 %`, `1.8 M`. */
export function format(value: number | null | undefined, hint: Hint, options: FormatOptions = {}) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return missing;
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? '∞' : '-∞';
  }
  if (hint === 'count') {
    return formatCount(value, options.digits);
  }
  const chosen = unitFor(value, hint, options.operation);
  const shown = value / chosen.factor;
  // No clock resolves a tenth of a nanosecond in three digits, and bytes are whole.
  const smallest = chosen.factor === 1 && (hint === 'bytes' || hint === 'duration');
  const digits = options.digits ?? 3;
  const text = smallest && Number.isInteger(shown) ? String(shown) : significant(shown, digits);
  return withSymbol(text, chosen);
}

/** A count: exact below 10,000, then `1.8 M`, `12 k`, with trailing zeros left off. */
export function formatCount(value: number, digits = 3): string {
  if (Math.abs(value) < 10_000 && Number.isInteger(value)) {
    return String(value);
  }
  const chosen = unitFor(value, 'count');
  return withSymbol(trimmed(significant(value / chosen.factor, digits)), chosen);
}

type Ends = { readonly lo: number; readonly hi: number };

/** The unit that both ends of an interval, and the value inside, are written in; null when each needs its own. */
function sharedUnit({ lo, hi }: Ends, hint: Hint, operation: string | undefined): Unit | null {
  // A prefix alone is no unit: [11.6, 79.3 k] would read as 11.6 to 79,300.
  if (hint === 'count') return null;
  const apart = Math.abs(lo) < Math.abs(hi) / 1000;
  return apart ? null : unitFor(hi, hint, operation);
}

function endsOf(lo: number | null | undefined, hi: number | null | undefined): Ends | null {
  const known = (end: number | null | undefined): end is number =>
    end !== null && end !== undefined && Number.isFinite(end);
  return known(lo) && known(hi) ? { lo, hi } : null;
}

function inUnit(value: number, { factor }: Unit, digits = 3): string {
  return significant(value / factor, digits);
}

/** `[1.5, 2.2 ms]`: both ends in the unit of the upper one, or each in its own when they are far apart. Counts: `[1.5 M, 2.2 M]`. */
export function formatInterval(
  lo: number | null | undefined,
  hi: number | null | undefined,
  hint: Hint,
  options: FormatOptions = {},
): string {
  const ends = endsOf(lo, hi);
  if (ends === null) {
    return missing;
  }
  const shared = sharedUnit(ends, hint, options.operation);
  if (shared === null) {
    return `[${format(lo, hint, options)}, ${format(hi, hint, options)}]`;
  }
  const [low, high] = [ends.lo, ends.hi].map((end) => inUnit(end, shared, options.digits));
  return `[${low}, ${withSymbol(high ?? '', shared)}]`;
}

/** `1.8 ms [1.5, 2.2 ms]`, all three in one unit, or `1.8 M [1.5 M, 2.2 M]` for counts; without an interval the value alone. */
export function formatWithInterval(
  value: number | null,
  lo: number | null,
  hi: number | null,
  hint: Hint,
  options: FormatOptions = {},
): string {
  const ends = endsOf(lo, hi);
  if (value === null || ends === null) {
    return format(value, hint, options);
  }
  const shared = sharedUnit(ends, hint, options.operation);
  const text =
    shared === null || !Number.isFinite(value)
      ? format(value, hint, options)
      : withSymbol(inUnit(value, shared, options.digits), shared);
  return `${text} ${formatInterval(lo, hi, hint, options)}`;
}
