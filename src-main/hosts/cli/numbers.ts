import { BreakevenError } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/units.ts';

/** Reads a number as people write it, or says which field is not one. */
export function readNumber(field: string, text: string): number {
  const value = parseNumber(text);
  if (value !== null) return value;
  throw new BreakevenError(
    'bad-input',
    `${field}: "${text}" is not a number; write 1000, 1e6, 2^20, 1M or 64Ki`,
  );
}

type Bounds = { readonly min: number; readonly max: number; readonly whole: boolean };

/** A number within bounds, for the flags that the catalog does not describe. */
export function readBounded(field: string, text: string, { min, max, whole }: Bounds): number {
  const value = readNumber(field, text);
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  const what = whole ? 'a whole number' : 'a number';
  throw new BreakevenError('bad-input', `${field}: "${text}" is not ${what} from ${min} to ${max}`);
}
