import {
  bad,
  boundsOf,
  type Checked,
  good,
  isNumeric,
  type NumericAxis,
  type Read,
  readAxisNumber,
  readNumber,
  readValue,
} from './axis-values.ts';
import { numberText } from './numbers.ts';
import { splitList } from './value-list.ts';
import type { Axis, Scalar } from './workload.ts';

/** More points than this in one axis is a slip of the hand: 1e3..1e9:+1. */
const maxPoints = 10_000;

/**
 * Reads the values of a sweep, in order and without duplicates: a list `1e3,1e4`, a geometric range `1e3..1e6:x2`, a
 * linear one `0..100:+10`, or any of them joined by commas (`splitList` has the rule for grouped digits). The end belongs
 * to a range when a step lands on it. Texts may hold commas themselves (a region of the plane) and are joined by
 * semicolons.
 */
export function readSweep(
  axis: Axis,
  text: string,
  checked: Checked = 'range',
): Read<readonly Scalar[]> {
  if (text.trim() === '' && axis.type !== 'text') {
    return bad(`${axis.id}: the list is empty; write values such as 1e3, 1e4, 1e6`);
  }
  const parts = isNumeric(axis)
    ? splitList(axis.id, text)
    : splitAt(axis, text, axis.type === 'text' ? ';' : ',');
  if (!parts.ok) return parts;
  const values: Scalar[] = [];
  for (const part of parts.value) {
    const read =
      isNumeric(axis) && part.includes('..')
        ? readRange(axis, part, checked)
        : asList(readValue(axis, part, checked));
    if (!read.ok) return read;
    values.push(...read.value);
  }
  return good([...new Set(values)]);
}

function splitAt(axis: Axis, text: string, mark: string): Read<readonly string[]> {
  const parts = text.split(mark).map((part) => part.trim());
  return parts.length > 1 && parts.includes('')
    ? bad(`${axis.id}: empty value in "${text}"`)
    : good(parts);
}

function asList<T>(read: Read<T>): Read<readonly T[]> {
  return read.ok ? good([read.value]) : read;
}

function readRange(axis: NumericAxis, text: string, checked: Checked): Read<readonly number[]> {
  // Splits at the first two dots: a pattern that tries every pair takes quadratic time on a text of dots.
  const dots = text.indexOf('..', 1);
  const match = dots < 0 ? null : /^(.+?):([x*+])(.+)$/.exec(text.slice(dots + 2));
  // A third dot would begin the end as a fraction: 1...10 is 1 to 0.1.
  if (match === null || text.includes('...')) {
    return bad(
      `${axis.id}: "${text}" is not a range; write 1e3..1e6:x2 (times) or 0..100:+10 (plus)`,
    );
  }
  const [, to = '', operator, by = ''] = match;
  const range = { from: text.slice(0, dots), to };
  return operator === '+'
    ? readLinear(axis, { ...range, step: by }, checked)
    : readGeometric(axis, { ...range, factor: by }, checked);
}

type Ends = { readonly from: string; readonly to: string };

function readEnds(
  axis: NumericAxis,
  { from, to }: Ends,
  checked: Checked,
): Read<readonly [number, number]> {
  const first = readAxisNumber(axis, from, checked, `${axis.id} from`);
  if (!first.ok) return first;
  const last = readAxisNumber(axis, to, checked, `${axis.id} to`);
  if (!last.ok) return last;
  return last.value < first.value
    ? bad(`${axis.id}: the range ends at ${to.trim()}, before it starts at ${from.trim()}`)
    : good([first.value, last.value]);
}

/** From one end by equal steps to the other. */
export function readLinear(
  axis: NumericAxis,
  { step: by, ...range }: Ends & { readonly step: string },
  checked: Checked = 'range',
): Read<readonly number[]> {
  const ends = readEnds(axis, range, checked);
  if (!ends.ok) return ends;
  const whole = axis.type === 'integer';
  const step = readNumber(`${axis.id} step`, by, { ...boundsOf(axis), min: whole ? 1 : 0 });
  if (!step.ok) return step;
  if (step.value <= 0) return bad(`${axis.id} step: ${by.trim()} must be above 0`);
  const [from, to] = ends.value;
  // A little over the quotient, so that 0 to 1 by 0.1 has its last point in spite of rounding.
  const steps = Math.floor((to - from) / step.value + 1e-9);
  return points(axis, steps + 1, (i) => clean(from + i * step.value));
}

/** From one end by equal factors to the other; rounded where the axis has whole numbers alone. */
export function readGeometric(
  axis: NumericAxis,
  { factor: by, ...range }: Ends & { readonly factor: string },
  checked: Checked = 'range',
): Read<readonly number[]> {
  const ends = readEnds(axis, range, checked);
  if (!ends.ok) return ends;
  const [from, to] = ends.value;
  if (from <= 0) {
    return bad(`${axis.id} from: ${range.from.trim()} cannot be multiplied; start above 0`);
  }
  const factor = readNumber(`${axis.id} factor`, by, { min: 0, max: 1e9, whole: false });
  if (!factor.ok) return factor;
  if (factor.value <= 1) return bad(`${axis.id} factor: ${by.trim()} must be above 1`);
  const steps = Math.floor(Math.log(to / from) / Math.log(factor.value) + 1e-9);
  const rounded = axis.type === 'integer' ? Math.round : clean;
  return points(axis, steps + 1, (i) => rounded(clean(from * factor.value ** i)));
}

function points(
  axis: NumericAxis,
  count: number,
  at: (i: number) => number,
): Read<readonly number[]> {
  if (count > maxPoints) {
    return bad(
      `${axis.id}: this range has ${numberText(count)} points; it may have ${numberText(maxPoints)}`,
    );
  }
  return good([...new Set(Array.from({ length: count }, (_, i) => at(i)))]);
}

/** Twelve digits take the dust off 0.30000000000000004. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
