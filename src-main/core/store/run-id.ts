import { randomInt } from 'node:crypto';

/** Crockford's base 32: no i, l, o, u, so that an id can be read aloud and typed. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const epoch = Date.UTC(2024, 0, 1);
const timeDigits = 8;
const randomDigits = 4;
const randomRange = 32 ** randomDigits;

let last = { time: 0, tail: 0 };

/**
 * A run id of 12 characters: milliseconds since 2024 (8 digits, until 2058), then 4 random digits that count up inside
 * one millisecond. Sorts by time of creation.
 */
export function newRunId(now: number = Date.now()): string {
  const time = Math.max(0, Math.floor(now) - epoch);
  const tail = time === last.time ? (last.tail + 1) % randomRange : randomInt(randomRange);
  last = { time, tail };
  return base32(time, timeDigits) + base32(tail, randomDigits);
}

function base32(value: number, length: number): string {
  let text = '';
  for (let rest = value, i = 0; i < length; i += 1) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
