import { parseNumber } from '../../src-main/contract/units.ts';
import type { Axis, Scalar } from '../../src-main/contract/workload.ts';

/** A value that was read from a field, or one sentence: which field, what was given, what is allowed. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string };

export const good = <T>(value: T): Read<T> => ({ ok: true, value });
export const bad = <T>(error: string): Read<T> => ({ ok: false, error });

type Bounds = { readonly min: number; readonly max: number; readonly whole: boolean };

/** A number with its bounds in words: powers of two and round numbers as people write them. */
export function plainNumber(value: number): string {
  const below = Math.log2(value + 1);
  if (value > 4096 && Number.isInteger(below)) return `2^${below}-1`;
  const power = Math.log2(value);
  if (value > 4096 && Number.isInteger(power)) return `2^${power}`;
  return value >= 1e6 && value % 1e5 === 0
    ? value.toExponential().replace('e+', 'e')
    : String(value);
}

/** Reads a number as the command line does: 1000, 1e6, 2^20, 1M, 64Ki. */
export function readNumber(name: string, text: string, bounds: Bounds): Read<number> {
  const given = text.trim();
  const allowed = `${bounds.whole ? 'a whole number' : 'a number'} from ${plainNumber(bounds.min)} to ${plainNumber(bounds.max)}`;
  if (given === '') return bad(`${name} is empty; it takes ${allowed}`);
  const value = parseNumber(given);
  if (value === null) {
    return bad(
      `${name}: "${given}" is not a number; it takes ${allowed}, such as 1000, 1e6, 2^20 or 64Ki`,
    );
  }
  if (bounds.whole && !Number.isInteger(value)) {
    return bad(`${name}: ${given} is not whole; it takes ${allowed}`);
  }
  if (value < bounds.min) return bad(`${name}: ${given} is too small; it takes ${allowed}`);
  if (value > bounds.max) return bad(`${name}: ${given} is too large; it takes ${allowed}`);
  return good(value);
}

/** The number that a numeric axis allows. */
export function readAxisNumber(
  axis: Extract<Axis, { readonly type: 'integer' | 'real' }>,
  text: string,
): Read<number> {
  const { min, max } = axis;
  return readNumber(axis.id, text, { min, max, whole: axis.type === 'integer' });
}

/** A value as it is written into a field, so that reading it gives the value back. */
export function fieldText(value: Scalar): string {
  if (typeof value !== 'number') return String(value);
  const short = value.toExponential().replace('e+', 'e');
  return value >= 1e4 && short.length <= 4 ? short : String(value);
}
