import { describe, expect, it } from 'vitest';
import { csvField, csvRow } from '../../../src-main/core/table/csv.ts';
import type { Cell } from '../../../src-main/core/table/table.ts';
import { readCsv } from '../../helpers/read-csv.ts';

describe('cells', () => {
  it.each<[Cell, string]>([
    [null, ''],
    [undefined, ''],
    [Number.NaN, ''],
    ['', '""'],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' edge', '" edge"'],
    [0.1, '0.1'],
    [1e21, '1e+21'],
    [-5, '-5'],
    [-0, '-0'],
    [true, 'true'],
    ['true', '"true"'],
    ['12', '"12"'],
    ['1e5', '"1e5"'],
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-5', "'-5"],
    ['@x', "'@x"],
    ['\t=1+1', "'\t=1+1"],
    ['\r\n+1', '"\'\r\n+1"'],
    ['＝1+1', "'＝1+1"],
    ["'=x", "''=x"],
    ["it's", "it's"],
    ["'quoted'", "'quoted'"],
  ])('writes %j as %s', (cell, field) => {
    expect(csvField(cell)).toBe(field);
  });

  it('reads back as it was written', () => {
    const texts = ['plain', 'a,b', 'say "hi"', 'two\r\nlines', ' edge', "it's", ''];
    const header = csvRow(texts.map((_text, i) => `c${i}`));
    expect(readCsv(header + csvRow(texts)).map((row) => Object.values(row))).toEqual([texts]);
  });

  it('keeps every double bit by bit', () => {
    const bits = new DataView(new ArrayBuffer(8));
    let state = 12345n;
    for (let i = 0; i < 20_000; i += 1) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      bits.setBigUint64(0, state);
      const value = bits.getFloat64(0);
      if (!Number.isNaN(value)) expect(Number(csvField(value))).toBe(value);
    }
    for (const value of [5e-324, Number.MAX_VALUE, 2 ** 53 - 1, 1 / 3, Number.POSITIVE_INFINITY]) {
      expect(Number(csvField(value))).toBe(value);
    }
  });
});
