import { assertNever } from './assert-never.ts';
import { numberText } from './numbers.ts';
import type { Hint } from './workload.ts';

/**
 * What was measured, as people read it: one formatter for the command line, the window and figures. Exact numbers, such
 * as the values of axes, are written and read by `numbers.ts`. Durations are nanoseconds, sizes bytes, rates per
 * second, shares and ratios fractions (0.05 is 5 %).
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
const joules = ['µJ', 'mJ', 'J', 'kJ'].map((symbol, i) => unit(symbol, 10 ** (3 * i - 6)));
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
    case 'energy':
      return joules;
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
  /** Significant digits where no interval decides them; 3 by default. */
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

type Bound = number | null | undefined;

/** Counts have no intervals in this form: a size that was estimated is written by `formatSizeWithInterval`. */
type Measured = Exclude<Hint, 'count'>;

/**
 * The unit that both ends of an interval, and the value inside, are written in: that of the end farther from 0. Null when
 * each needs its own; not so around 0, where a value is as near to 0 as it likes.
 */
function sharedUnit({ lo, hi }: Ends, hint: Measured, operation: string | undefined): Unit | null {
  const farther = Math.max(Math.abs(lo), Math.abs(hi));
  const apart = lo * hi > 0 && Math.min(Math.abs(lo), Math.abs(hi)) < farther / 1000;
  return apart ? null : unitFor(farther, hint, operation);
}

function endsOf(lo: Bound, hi: Bound): Ends | null {
  const known = (end: Bound): end is number =>
    end !== null && end !== undefined && Number.isFinite(end);
  return known(lo) && known(hi) ? { lo, hi } : null;
}

/** More digits than this are of no use to a reader, however narrow an interval is. */
const maxDigits = 6;
/** A number far below the width of its interval keeps so many digits: 0.05 in [0.05, 3.0] is not 0.1. */
const minDigits = 2;

/**
 * Significant digits of a number next to an interval: its last one is the second digit of the interval's width, so that
 * value and ends end at the same place.
 */
function digitsBeside(value: number, { lo, hi }: Ends): number {
  const whole = placesOf(value);
  const width = Math.abs(hi - lo);
  if (width === 0) return 4;
  return Math.min(maxDigits, Math.max(minDigits, whole - placesOf(width) + 2));
}

/** Digits before the point; 0 for 0.5, -1 for 0.05. */
function placesOf(value: number): number {
  return value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value)) + 1e-9) + 1;
}

function inUnit(value: number, { factor }: Unit, ends: Ends): string {
  // Only inside an interval around 0, of which it is no visible part.
  if (Math.abs(value) < Math.max(-ends.lo, ends.hi) / 1000) return '0';
  const of = { lo: ends.lo / factor, hi: ends.hi / factor };
  return significant(value / factor, digitsBeside(value / factor, of));
}

/** One number next to an interval in a unit of its own. */
function alone(value: number, ends: Ends, hint: Measured, options: FormatOptions): string {
  return format(value, hint, { ...options, digits: digitsBeside(value, ends) });
}

/**
 * `[1.52, 2.20 ms]`: both ends in the unit of the upper one, or each in its own when they are far apart. As many digits as
 * the width carries.
 */
export function formatInterval(
  lo: Bound,
  hi: Bound,
  hint: Measured,
  options: FormatOptions = {},
): string {
  const ends = endsOf(lo, hi);
  if (ends === null) return missing;
  const shared = sharedUnit(ends, hint, options.operation);
  if (shared === null) {
    return `[${alone(ends.lo, ends, hint, options)}, ${alone(ends.hi, ends, hint, options)}]`;
  }
  return `[${inUnit(ends.lo, shared, ends)}, ${withSymbol(inUnit(ends.hi, shared, ends), shared)}]`;
}

/** The value of an estimate without its interval, in the unit and with the digits that it has next to it. */
export function formatEstimate(
  value: number | null | undefined,
  lo: Bound,
  hi: Bound,
  hint: Measured,
  options: FormatOptions = {},
): string {
  const ends = endsOf(lo, hi);
  if (value === null || value === undefined || ends === null || !Number.isFinite(value)) {
    return format(value, hint, options);
  }
  const shared = sharedUnit(ends, hint, options.operation);
  return shared === null
    ? alone(value, ends, hint, options)
    : withSymbol(inUnit(value, shared, ends), shared);
}

/**
 * `1.83 ms [1.52, 2.20 ms]`, all three in one unit; without an interval the value alone.
 */
export function formatWithInterval(
  value: number | null,
  lo: Bound,
  hi: Bound,
  hint: Measured,
  options: FormatOptions = {},
): string {
  const text = formatEstimate(value, lo, hi, hint, options);
  return value === null || endsOf(lo, hi) === null
    ? text
    : `${text} ${formatInterval(lo, hi, hint, options)}`;
}

/** Above this part of the value, or so unlike to both sides, half of an interval does not stand for it. */
const [widestHalf, mostUnlike] = [0.1, 1.3];

/**
 * `4.52(12) ms`: in parentheses the larger half of the interval in units of the last digits, one digit of it, or two where
 * it begins with 1; `1.16× [1.02, 1.32×]` where that half would lose the interval. The value alone without an interval;
 * none where the interval is as wide as the value.
 */
export function formatUncertain(value: number, lo: Bound, hi: Bound, hint: Measured): string {
  const ends = endsOf(lo, hi);
  if (ends === null) return format(value, hint);
  const chosen = unitFor(value, hint);
  const [below, above] = [value - ends.lo, ends.hi - value].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const half = above / chosen.factor;
  const shown = value / chosen.factor;
  if (half >= shown) return missing;
  if (!(half > 0)) return format(value, hint);
  if (half >= widestHalf * shown || above > mostUnlike * below) {
    return formatWithInterval(value, lo, hi, hint);
  }
  const exponent = Math.floor(Math.log10(half));
  const decimals = Math.max(0, Math.round(half / 10 ** exponent) === 1 ? 1 - exponent : -exponent);
  const digits = Math.round(half * 10 ** decimals);
  return withSymbol(`${shown.toFixed(decimals)}(${digits})`, chosen);
}

/** An interval whose ends differ by more than this factor is no number. */
export const widestFactor = 10;

export const isTooWide = ([low, high]: readonly [number, number]): boolean =>
  high > widestFactor * low;

/** `1.25× [1.20, 1.31×]`; a dash where the interval is no number. */
export function formatRatio(
  ratio: number | null,
  interval: readonly [number, number] | null,
): string {
  if (interval !== null && isTooWide(interval)) return missing;
  return formatWithInterval(ratio, interval?.[0], interval?.[1], 'ratio');
}

/** A size that was estimated, in full and as far as its interval tells it: `1,240,000` of [1,200,000, 1,280,000]. */
export function formatSize(value: number, ci95: readonly [number, number] | null): string {
  const ends = ci95 === null ? null : endsOf(...ci95);
  if (ends === null) return numberText(Number(value.toPrecision(4)));
  const rounded = Number(value.toPrecision(digitsBeside(value, ends)));
  return numberText(Number.isInteger(value) ? Math.round(rounded) : rounded);
}

/** Ends of an interval that is no number: measured sizes, or near them. */
export function wideEnds(ci95: readonly [number, number]): readonly string[] {
  return ci95.map((end) => numberText(Number(end.toPrecision(3))));
}

/**
 * `17,000 [16,000, 18,200]`, the same in sentences, figures and tables; the size alone without an interval, and `580,000 –
 * 16,100,000` where the interval is no number.
 */
export function formatSizeWithInterval(
  value: number,
  ci95: readonly [number, number] | null,
): string {
  if (ci95 !== null && isTooWide(ci95)) return wideEnds(ci95).join(' – ');
  const size = formatSize(value, ci95);
  if (ci95 === null) return size;
  const [low, high] = ci95.map((end) => formatSize(end, ci95));
  return `${size} [${low}, ${high}]`;
}
