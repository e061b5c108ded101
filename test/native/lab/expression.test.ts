import { describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { reservedNames } from '../../../src-main/core/lab/names.ts';
import { openAddon } from '../native-addons.ts';

const addon = openAddon('cpu');
const values: Values = { n: 1000, blockSize: '64', flag: true, word: 'fast' };
const evaluate = (expression: string) => addon.evaluate(expression, values);

describe('an expression', () => {
  it.each<[string, number]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['2 ** 3 ** 2', 512],
    ['-2 ** 2', -4],
    ['2 ** -1', 0.5],
    ['7 / 2', 3.5],
    ['7 // 2', 3],
    ['-7 // 2', -4],
    ['-7 % 3', 2],
    ['7 % -3', -2],
    ['ceildiv(n, 4 * blockSize)', 4],
    ['ceildiv(0, 256)', 0],
    ['n', 1000],
    ['blockSize * 2', 128],
    ['flag + 1', 2],
    ['1_000_000', 1e6],
    ['1e-3 * 2.5E3', 2.5],
    ['.5', 0.5],
    ['min(3, 1, 2) + max(4)', 5],
    ['floor(2.7) + ceil(2.1)', 5],
    ['log2(1024) + pow2(3)', 18],
    ['1 < 2 < 3', 1],
    ['3 > 2 > 2', 0],
    ['n == 1000 and blockSize != 64', 0],
    ['not n < 5 or 0', 1],
    ['not 0 and 0', 0],
    ['1 <= 1 and 2 >= 3', 0],
    ['2 ** 53', 9007199254740992],
    ['9007199254740991 // 1', 9007199254740991],
    ['9007199254740991 // 2', 4503599627370495],
    ['ceildiv(9007199254740991, 2)', 4503599627370496],
    ['9007199254740991 % 10', 1],
    [' n\t* 2 ', 2000],
    ["word == 'fast'", 1],
    ['2 * (word != "fast") + (blockSize == "64")', 1],
    ["not word == 'slow' and n == 1000", 1],
  ])('%s is %d', (expression, expected) => {
    expect(evaluate(expression)).toBe(expected);
  });

  it.each([
    ['n +', 'ends where a value is expected, at character 4'],
    ['', 'ends where a value is expected, at character 1'],
    ['(n', 'lacks a closing bracket, at character 3'],
    ['n n', 'goes on where it should end, at character 3'],
    ['n = 3', 'goes on where it should end, at character 3'],
    ['n + µ', "has 'µ' where a value is expected, at character 5"],
    ['3 * and', "has 'and' where a value is expected, at character 5"],
    ['1.2.3', 'has a number that cannot be read, at character 1'],
    ["word == 'fast", 'lacks a closing quote, at character 9'],
    ["'fast' == word", "has ''' where a value is expected, at character 1"],
    ['2 * 3x', 'has a number that cannot be read, at character 5'],
    ['1e400', 'has a number that cannot be read, at character 1'],
    ['m + 1', "names the unknown 'm', at character 1"],
    ['word + 1', "names the unknown 'word', at character 1"],
    ['n / (blockSize - 64)', 'divides by zero, at character 3'],
    ['n // 0', 'divides by zero, at character 3'],
    ['n % 0', 'divides by zero, at character 3'],
    ['log2(0)', 'takes the logarithm of 0, at character 1'],
    ['10 ** 400', 'is not finite, at character 4'],
    ['(-1) ** 0.5', 'is not finite, at character 6'],
    ['ceildiv(1)', 'gives ceildiv 1, it takes two arguments, at character 1'],
    ['min()', 'gives min 0, it takes at least one argument, at character 1'],
    [`${'('.repeat(200)}1${')'.repeat(200)}`, 'is nested too deeply'],
    [`${'-'.repeat(300)}1`, 'is nested too deeply'],
  ])('%s is refused', (expression, what) => {
    const error = expect.objectContaining({
      code: 'bad-input',
      message: expect.stringContaining(`"${expression}" ${what}`),
    });
    expect(() => evaluate(expression)).toThrow(error);
  });

  it('calls no function that there is not', () => {
    const sentence =
      'unknown function "system"; there are min, max, ceildiv, floor, ceil, log2, pow2 (system(1))';
    expect(() => evaluate('system(1)')).toThrow(sentence);
  });

  it('ends in time whatever it compares', () => {
    let chain = '1';
    for (let i = 0; i < 24; i++) chain = `0 < (${chain}) < 2`;
    expect(() => evaluate(chain)).toThrow(/takes too many steps/);
  });

  it('is checked without values, over its names and the seed', () => {
    const names = ['n', 'sms'];
    const fault = (text: string) => addon.checkExpressions([{ text, names }])[0];
    const plain = { unknown: '', known: [], after: '' };
    expect(fault('min(n, sms) * seed and not n / 0')).toBeNull();
    expect(fault('n * k')).toEqual({
      ...{ before: 'unknown name "k"', unknown: 'k', known: names, after: ' (n * k)' },
    });
    expect(fault('n *')).toEqual({
      ...{ ...plain, before: '"n *" ends where a value is expected, at character 4' },
    });
    expect(fault('n^2')).toEqual({
      ...plain,
      before: '"n^2" goes on where it should end, at character 2; a power is written **',
    });
    const asked = [
      { text: 'n +', names },
      { text: 'n', names },
    ];
    expect(addon.checkExpressions(asked)).toEqual([expect.anything(), null]);
  });

  it('has words that no axis of a lab is named after', () => {
    const [fault] = addon.checkExpressions([{ text: 'system(1)', names: [] }]);
    const words = [...(fault?.known ?? []), 'and', 'or', 'not'];
    expect(words).toHaveLength(10);
    expect(words.filter((word) => !reservedNames.has(word))).toEqual([]);
  });
});
