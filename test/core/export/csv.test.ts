import { describe, expect, it } from 'vitest';
import {
  type Cell,
  cellOf,
  csvField,
  csvRow,
  numberOf,
  readCsv,
  textOf,
} from '../../../src-main/core/export/csv.ts';

const read = (text: string) => [...readCsv([text])].map((row) => row.map((field) => field.text));

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
    ["'=x", "''=x"],
    ["it's", "it's"],
    ["'quoted'", "'quoted'"],
  ])('writes %j as %s and reads it back', (cell, field) => {
    expect(csvField(cell)).toBe(field);
    const [row] = [...readCsv([`${field},\r\n`])];
    const back = row?.[0] === undefined ? undefined : cellOf(row[0]);
    const missing = cell === undefined || (typeof cell === 'number' && Number.isNaN(cell));
    expect(back).toBe(missing ? null : cell);
  });

  it('keeps every double bit by bit', () => {
    const bits = new DataView(new ArrayBuffer(8));
    let state = 12345n;
    for (let i = 0; i < 20_000; i += 1) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      bits.setBigUint64(0, state);
      const value = bits.getFloat64(0);
      if (!Number.isNaN(value))
        expect(numberOf({ text: csvField(value), quoted: false })).toBe(value);
    }
    for (const value of [5e-324, Number.MAX_VALUE, 2 ** 53 - 1, 1 / 3, Number.POSITIVE_INFINITY]) {
      expect(numberOf({ text: csvField(value), quoted: false })).toBe(value);
    }
  });

  it('never puts a quote mark before a number', () => {
    expect(csvRow([-1.5, '-1.5'])).toBe("-1.5,'-1.5\r\n");
    expect(textOf({ text: "'-1.5", quoted: false })).toBe('-1.5');
    expect(numberOf({ text: 'x', quoted: false })).toBeUndefined();
  });
});

describe('reading', () => {
  it('takes every row end, a byte order mark and a last row without its end', () => {
    const rows = [
      ['a', 'b'],
      ['1', ''],
    ];
    expect(read('a,b\r\n1,\r\n')).toEqual(rows);
    expect(read('a,b\n1,')).toEqual(rows);
    expect(read('\ufeffa,b\r1,\r')).toEqual(rows);
    expect(read('')).toEqual([]);
    expect(read('""')).toEqual([['']]);
    expect(read('a\n\nb\n')).toEqual([['a'], [''], ['b']]);
  });

  it('does not mind where the text is cut', () => {
    const text = 'a,"b ""c"", d"\r\n"x\r\ny",2\r\n';
    const whole = read(text);
    expect(whole).toEqual([
      ['a', 'b "c", d'],
      ['x\r\ny', '2'],
    ]);
    for (let size = 1; size < text.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      );
      expect([...readCsv(pieces)].map((row) => row.map((field) => field.text))).toEqual(whole);
    }
  });

  it('says that a quote is not closed', () => {
    expect(() => read('a,"b')).toThrow('a quoted field is not closed');
  });
});
