import { describe, expect, it } from 'vitest';
import {
  boundText,
  groupDigits,
  numberText,
  parseNumber,
  plainText,
  shortText,
} from '../../src-main/contract/numbers.ts';
import { awkwardNumbers } from '../helpers/awkward-numbers.ts';

describe('parseNumber', () => {
  it.each([
    ['1e6', 1e6],
    ['2^20', 1048576],
    ['2^31-1', 2 ** 31 - 1],
    ['2^10+1', 1025],
    ['64Ki', 65536],
    ['1_000', 1000],
    ['1.1M', 1100000],
    ['.5', 0.5],
    ['-3', -3],
    ['\u22123', -3],
    ['1k', 1000],
    ['131\u202fk', 131000],
    ['131.072 k', 131072],
    ['1.5Gi', 1610612736],
    ['2.5e-3', 0.0025],
    [' 42 ', 42],
    ['+7', 7],
    ['1,000,000', 1e6],
    ['-1,234,567.25', -1234567.25],
    ['1 000 000', 1e6],
    ['1\u202f000\u202f000', 1e6],
    ['1\u20091048'.replace('1048', '048'), 1048],
  ])('reads %j', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  // Between bars: among them is the empty text, and some have blanks.
  const refused =
    '|abc|1e|1,00|1,0000|1000,000|0,500|1,000 000|1 000,000|1  000|,000|1,|2^|2^-1|2^31-|1MB|1 m|1__0|_1|1_|1e999|0x10|NaN|--1|1.2.3';
  it.each(refused.split('|'))('refuses %j', (text) => {
    expect(parseNumber(text)).toBeNull();
  });
});

describe('the forms of an exact number', () => {
  it.each([
    [0, '0'],
    [1024, '1024'],
    [131_072, '131,072'],
    [1e6, '1,000,000'],
    [-12_345.5, '-12,345.5'],
    [0.25, '0.25'],
    [2 ** 53 - 1, '9,007,199,254,740,991'],
    [1e21, '1e21'],
    [5e-7, '5e-7'],
  ])('has the digits of %d in groups', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it('groups what are digits already, and leaves fractions alone', () => {
    expect(groupDigits('12345.67890')).toBe('12,345.67890');
    expect(groupDigits('1e12345')).toBe('1e12345');
  });

  it.each([
    [65_536, '2^16'],
    [2 ** 31 - 1, '2^31-1'],
    [1e9, '1e9'],
    [1024, '1024'],
    [1e6 + 1, '1000001'],
    [0.5, '0.5'],
  ])('has the end %d of a range as people know it', (value, text) => {
    expect(boundText(value)).toBe(text);
  });

  it('is read back as the same number, whichever form it is', () => {
    for (const value of awkwardNumbers(20_000)) {
      for (const write of [numberText, plainText, shortText, boundText]) {
        expect(parseNumber(write(value)), write(value)).toBe(value);
      }
      for (const blank of [' ', '\u00a0', '\u2009', '\u202f']) {
        expect(parseNumber(numberText(value).replaceAll(',', blank))).toBe(value);
      }
    }
  });
});
