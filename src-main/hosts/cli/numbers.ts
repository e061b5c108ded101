import { type Bounds, type Read, readNumber as readWithin } from '../../contract/axis-values.ts';
import { badInput } from '../../contract/failure.ts';
import { parseNumber } from '../../contract/numbers.ts';
import type { Arguments } from './flags.ts';

/** @throws BreakevenError `bad-input` with the sentence of what could not be read. */
export function orThrow<T>(read: Read<T>): T {
  if (read.ok) return read.value;
  throw badInput(read.error);
}

/** Reads a number as people write it, or says which field is not one. */
export function readNumber(field: string, text: string): number {
  const value = parseNumber(text);
  if (value !== null) return value;
  throw badInput(`${field}: "${text}" is not a number; write 1000, 1e6, 2^20, 1M or 64Ki`);
}

/** A number within bounds, for the flags that the catalog does not describe. */
export function readBounded(field: string, text: string, bounds: Bounds): number {
  return orThrow(readWithin(field, text, bounds));
}

/** A share within bounds: `1%`, `1 %` or `0.01`. */
export function readShare(
  field: string,
  text: string,
  { min, max }: Omit<Bounds, 'whole'>,
): number {
  const trimmed = text.trim();
  const unit = trimmed.endsWith('%') ? 100 : 1;
  const number = unit === 100 ? trimmed.slice(0, -1).trim() : trimmed;
  if (unit === 1 && Number(number) > max && Number(number) <= 100 * max) {
    throw badInput(
      `${field}: ${number} is ${100 * Number(number)} %, and at most ${100 * max} % is taken; ${number}% is ${number} %`,
    );
  }
  return readBounded(field, number, { min: min * unit, max: max * unit, whole: false }) / unit;
}

/** A flag of seconds; undefined where it is not there. */
export function readSeconds(args: Pick<Arguments, 'value'>, flag: string): number | undefined {
  const text = args.value(flag);
  if (text === undefined) return undefined;
  return readBounded(`--${flag}`, text, { min: 1e-9, max: 1e6, whole: false });
}

/** `90`, `90s`, `5m`. */
export function secondsOf(flag: string, given: string): number {
  const [, number = given, unit = 's'] = /^(.*?)\s*(s|m|min)?$/.exec(given.trim()) ?? [];
  const factor = unit === 's' ? 1 : 60;
  return factor * readBounded(flag, number, { min: 0.001, max: 1e6, whole: false });
}
