import { describe, expect, it } from 'vitest';
import { fieldText, readAxisNumber } from '../../src-main/contract/axis-values.ts';
import type { Axis } from '../../src-main/contract/workload.ts';
import { valuesOf } from '../../src-renderer/state/resolve.ts';
import { integerAxis } from '../helpers/catalog-parts.ts';

const n = integerAxis('n', 0, 2 ** 31 - 1, 1_000_000);
const share: Axis = { ...integerAxis('share', 0, 1, 0.5), type: 'real', scale: 'linear' };

describe('a number in a field', () => {
  it.each([
    ['1000', 1000],
    ['1e6', 1e6],
    ['2^20', 1048576],
    ['1M', 1e6],
    ['64Ki', 65536],
    [' 7 ', 7],
    ['0', 0],
  ])('is read: %s', (text, value) => {
    expect(readAxisNumber(n, text)).toEqual({ ok: true, value });
  });

  it.each([
    ['', 'n is empty; it takes a whole number from 0 to 2^31-1'],
    [
      'many',
      'n: "many" is not a number; it takes a whole number from 0 to 2^31-1, such as 1000, 1e6, 2^20 or 64Ki',
    ],
    ['1.5', 'n: 1.5 is not whole; it takes a whole number from 0 to 2^31-1'],
    ['-5', 'n: -5 is too small; it takes a whole number from 0 to 2^31-1'],
    ['2^31', 'n: 2^31 is too large; it takes a whole number from 0 to 2^31-1'],
  ])('is refused with field, input and what is allowed: "%s"', (text, error) => {
    expect(readAxisNumber(n, text)).toEqual({ ok: false, error });
  });

  it.each([0, 1, 999, 10_000, 1e6, 1_048_576, 123_456_789, 0.005, 1e9, 2 ** 53 - 1])(
    'is written so that reading gives it back: %s',
    (value) => {
      expect(readAxisNumber({ ...n, type: 'real', max: 1e300 }, fieldText(value))).toEqual({
        ok: true,
        value,
      });
    },
  );
});

describe('what stands in the field of an axis', () => {
  const values = (axis: Axis, text: string) => valuesOf(axis, { kind: 'number', text });

  it.each<readonly [Axis, string, readonly number[]]>([
    [n, '1e6', [1e6]],
    [n, '1e3, 1k 4Ki;7', [1000, 4096, 7]],
    [n, '4096, 16384', [4096, 16_384]],
    [share, '0..0.3:+0.1', [0, 0.1, 0.2, 0.3]],
    [n, '10..100:x1.5', [10, 15, 23, 34, 51, 76]],
    [n, '1e3..1e6:x10', [1e3, 1e4, 1e5, 1e6]],
    [n, '2^3..2^6:x2', [8, 16, 32, 64]],
    [n, '7, 1e3..1e4:x10', [7, 1e3, 1e4]],
  ])('is one value or a sweep, as on the command line: %o %s', (axis, text, value) => {
    expect(values(axis, text)).toEqual({ ok: true, value });
  });

  it.each<readonly [string, RegExp]>([
    [' ', /n: the list is empty/],
    ['1, x', /n: "x" is not a number/],
    ['1,,2', /n: empty value in "1,,2"/],
    ['7,100,000,5', /"7,100,000" in "7,100,000,5" may be one value or several/],
    ['9..3:+1', /ends at 3, before it starts at 9/],
    ['0..1e9:+1', /1,000,000,001 points; it may have 10,000/],
    ['0..9:+0', /n step: 0 is too small; it takes a whole number from 1/],
    ['0..9:x2', /start above 0/],
    ['1..9:x1', /factor: 1 must be above 1/],
    ['1e3..1e6', /"1e3..1e6" is not a range; write 1e3..1e6:x2 \(times\)/],
    ['2^9..2^40:x2', /2\^40 is too large/],
  ])('is refused in one sentence: "%s"', (text, sentence) => {
    const read = values(n, text);
    expect(read.ok ? '' : read.error).toMatch(sentence);
  });
});
