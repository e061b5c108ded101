import { describe, expect, it } from 'vitest';
import { numberText, parseNumber } from '../../src-main/contract/numbers.ts';
import { splitList } from '../../src-main/contract/value-list.ts';
import { awkwardNumbers } from '../helpers/awkward-numbers.ts';

const valuesOf = (text: string) => {
  const parts = splitList('n', text);
  return parts.ok ? parts.value.map((part) => parseNumber(part) ?? part) : parts.error;
};

describe('a list of numbers', () => {
  it.each<readonly [string, readonly (number | string)[]]>([
    // As they always were.
    ['1000,10000', [1000, 10_000]],
    ['1e3,1e4,1e6', [1000, 10_000, 1e6]],
    ['512,128', [512, 128]],
    ['16,384', [16, 384]],
    ['1,100', [1, 100]],
    ['1e3, 1k 4Ki;7', [1000, 1000, 4096, 7]],
    ['2^10, 64Ki,1M', [1024, 65_536, 1e6]],
    ['5,1..4:x2,4', [5, '1..4:x2', 4]],
    ['5,100..400:x2', [5, '100..400:x2']],
    // Groups.
    ['1,000,000', [1e6]],
    ['1,048,576', [1_048_576]],
    ['1,000,256', [1_000_256]],
    ['1,000,4,000', [1000, 4000]],
    ['1,000;16,384', [1000, 16_384]],
    ['1 000,2 000', [1000, 2000]],
    ['16 384,65 536', [16_384, 65_536]],
    ['16,384;65,536', [16_384, 65_536]],
    ['1,000 2,000', [1000, 2000]],
    ['1\u202f000\u202f000,2\u202f500\u202f000', [1e6, 2.5e6]],
    ['16\u202f384,65\u202f536', [16_384, 65_536]],
    ['131 k,1.8 M,2 G', [131_000, 1.8e6, 2e9]],
    ['4,096, 16,384', [4096, 16_384]],
    ['512; 1,024; 64,128', [512, 1024, 64_128]],
    ['64,128, 256', [64, 128, 256]],
    ['1,000..8,000:x2', ['1,000..8,000:x2']],
    ['1e3,', [1000]],
  ])('%j', (text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it.each([
    [
      '7,100,000,5',
      'n: "7,100,000" in "7,100,000,5" may be one value or several; write 7100000 for one, or "; " between several',
    ],
    [
      '1,128, 256,512',
      'n: "1,128" in "1,128, 256,512" may be one value or several; write 1128 for one, or "; " between several',
    ],
    ['512,128, 64', 'n: "512,128" in "512,128, 64" may be one value or several'],
    ['1,,2', 'n: empty value in "1,,2"'],
    [',1', 'n: empty value in ",1"'],
    ['1, ,2', 'n: empty value in "1, ,2"'],
  ])('refuses %j', (text, sentence) => {
    expect(valuesOf(text)).toContain(sentence);
  });

  it('takes any number of blanks in no time', () => {
    const blanks = ' '.repeat(200_000);
    expect(valuesOf(`1${blanks}2,${blanks}3`)).toEqual([1, 2, 3]);
    expect(valuesOf(`1${blanks}\n${blanks}2`)).toEqual([1, 2]);
    expect(valuesOf(`1${blanks}x`)).toEqual([1, 'x']);
  });

  it('is what tables and sentences print: ascending values joined by a comma and a blank', () => {
    const values = awkwardNumbers(6000, 7).filter((value) => value >= 0);
    for (let at = 0; at + 5 < values.length; at += 5) {
      const some = [...new Set(values.slice(at, at + 5))].sort((a, b) => a - b);
      const texts = some.map(numberText);
      expect(valuesOf(texts.join('; ')), texts.join('; ')).toEqual(some);
      const read = valuesOf(texts.join(', '));
      // Where it could be read in another way, it is refused and not read so.
      if (typeof read !== 'string') expect(read, texts.join(', ')).toEqual(some);
      else expect(read).toContain('may be one value or several');
    }
  });
});
