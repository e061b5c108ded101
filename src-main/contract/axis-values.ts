import { assertNever } from './assert-never.ts';
import { hintFor } from './did-you-mean.ts';
import { boundText, numberText, parseNumber, plainText, shortText } from './numbers.ts';
import type { Axis, Scalar } from './workload.ts';

/**
 * The values of axes: what an axis takes, how a value is written and how it is read. Command line, window, planner,
 * imports and queries ask here, so that one text means one value everywhere and what is printed can be pasted back.
 */

export type NumericAxis = Extract<Axis, { readonly type: 'integer' | 'real' }>;

export function isNumeric(axis: Axis): axis is NumericAxis {
  return axis.type === 'integer' || axis.type === 'real';
}

/** A value that was read, or one sentence: which field, what was given, what is allowed. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string };

export const good = <T>(value: T): Read<T> => ({ ok: true, value });
export const bad = <T>(error: string): Read<T> => ({ ok: false, error });

export type Bounds = { readonly min: number; readonly max: number; readonly whole: boolean };

/** `a whole number from 0 to 2^31-1`. */
export function boundsText({ min, max, whole }: Bounds): string {
  return `${whole ? 'a whole number' : 'a number'} from ${boundText(min)} to ${boundText(max)}`;
}

export function boundsOf({ type, min, max }: NumericAxis): Bounds {
  return { min, max, whole: type === 'integer' };
}

/** Why a number is outside of bounds; null where it is not. */
function boundsFault(name: string, given: string, value: number, bounds: Bounds): string | null {
  const takes = `it takes ${boundsText(bounds)}`;
  if (bounds.whole && !Number.isInteger(value)) return `${name}: ${given} is not whole; ${takes}`;
  if (value < bounds.min) return `${name}: ${given} is too small; ${takes}`;
  return value > bounds.max ? `${name}: ${given} is too large; ${takes}` : null;
}

/** Reads a number within bounds; `name` is the field or flag that the sentence speaks of. */
export function readNumber(name: string, text: string, bounds: Bounds): Read<number> {
  const trimmed = text.trim();
  if (trimmed === '') return bad(`${name} is empty; it takes ${boundsText(bounds)}`);
  const value = parseNumber(trimmed);
  if (value === null) {
    return bad(
      `${name}: "${trimmed}" is not a number; it takes ${boundsText(bounds)}, such as 1000, 1e6, 2^20 or 64Ki`,
    );
  }
  const fault = boundsFault(name, trimmed, value, bounds);
  return fault === null ? good(value) : bad(fault);
}

/** The same without a look at the bounds, which stand in the sentence. */
function readAnyNumber(name: string, text: string, bounds: Bounds): Read<number> {
  const value = parseNumber(text);
  return value === null ? readNumber(name, text, bounds) : good(value);
}

/**
 * `type`: a value of the right type is read, since variants may bound an axis of one name differently and the planner
 * knows them all; `range`: it has to be one that this axis takes.
 */
export type Checked = 'type' | 'range';

/** Reads a number of an axis; `name` where a part of a sweep is read. */
export function readAxisNumber(
  axis: NumericAxis,
  text: string,
  checked: Checked = 'range',
  name: string = axis.id,
): Read<number> {
  const read = checked === 'range' ? readNumber : readAnyNumber;
  return read(name, text, boundsOf(axis));
}

/** Reads one value of an axis. */
export function readValue(axis: Axis, text: string, checked: Checked = 'range'): Read<Scalar> {
  switch (axis.type) {
    case 'integer':
    case 'real':
      return readAxisNumber(axis, text, checked);
    case 'flag':
      return readFlag(axis.id, text);
    case 'choice': {
      const trimmed = text.trim();
      const fault = checked === 'range' ? valueFault(axis, trimmed) : null;
      return fault === null ? good(trimmed) : bad(fault);
    }
    case 'text':
      return good(text);
    default:
      return assertNever(axis);
  }
}

/** Reads a value of an axis that is not described here: a number where it is one, a flag or a word. */
export function readUndescribed(text: string): Scalar {
  if (text === 'true' || text === 'false') return text === 'true';
  return parseNumber(text) ?? text;
}

function readFlag(name: string, text: string): Read<boolean> {
  const trimmed = text.trim();
  if (/^(true|on|yes|1)$/i.test(trimmed)) return good(true);
  if (/^(false|off|no|0)$/i.test(trimmed)) return good(false);
  return bad(`${name}: "${trimmed}" is neither true nor false`);
}

/** Why an axis does not take a value that is of some type already, in one sentence; null when it does. */
export function valueFault(axis: Axis, value: Scalar): string | null {
  const shown = JSON.stringify(value);
  switch (axis.type) {
    case 'integer':
    case 'real': {
      const bounds = boundsOf(axis);
      if (typeof value !== 'number' || Number.isNaN(value)) {
        return `${axis.id}: ${shown} is not a number; it takes ${boundsText(bounds)}`;
      }
      return boundsFault(axis.id, plainText(value), value, bounds);
    }
    case 'choice': {
      const ids = axis.choices.map(({ id }) => id);
      if (typeof value === 'string' && ids.includes(value)) return null;
      return `${axis.id}: ${shown} is no choice${hintFor(String(value), ids)}`;
    }
    case 'text':
      return typeof value === 'string' ? null : `${axis.id}: ${shown} is not a text`;
    case 'flag':
      return typeof value === 'boolean' ? null : `${axis.id}: ${shown} is neither true nor false`;
    default:
      return assertNever(axis);
  }
}

/**
 * What the axis takes, where `value` is nothing of it; else null. Of what a file only asked for, the type alone counts:
 * `bounded` is false.
 */
export function takenInstead(axis: Axis, value: Scalar, bounded: boolean): string | null {
  if (isNumeric(axis)) {
    const whole = axis.type === 'integer';
    const bounds = bounded
      ? boundsOf(axis)
      : { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, whole };
    if (typeof value === 'number' && boundsFault('', '', value, bounds) === null) return null;
    return bounded ? boundsText(bounds) : whole ? 'a whole number' : 'a number';
  }
  if (valueFault(axis, value) === null) return null;
  switch (axis.type) {
    case 'choice':
      return `one of ${axis.choices.map(({ id }) => id).join(', ')}`;
    case 'text':
      return 'a text';
    case 'flag':
      return 'true or false';
    default:
      return assertNever(axis);
  }
}

/** `a whole number from 0 to 2^31-1, default 1,000,000`: what an axis takes, for its help. */
export function takesText(axis: Axis): string {
  const usual = axis.default === '' ? '' : `, default ${valueText(axis.default)}`;
  switch (axis.type) {
    case 'integer':
    case 'real':
      return `${boundsText(boundsOf(axis))}${axis.unit === undefined ? '' : ` ${axis.unit}`}${usual}`;
    case 'choice':
      return `${axis.choices.map(({ id }) => id).join(' | ')}${usual}`;
    case 'flag':
      return `true | false${usual}`;
    case 'text':
      return `a text${usual}`;
    default:
      return assertNever(axis);
  }
}

/** A value in tables and sentences, exact: `131,072`, `uniform`, `true`; `absent` for one that a case does not have. */
export function valueText(value: Scalar | undefined, absent = ''): string {
  if (value === undefined) return absent;
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** A value in a field or a word of a command, exact and short: `1e6`, `131072`, `true`. */
export function fieldText(value: Scalar): string {
  return typeof value === 'number' ? shortText(value) : String(value);
}
