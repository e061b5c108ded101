import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { parseExpression } from '../../../src-main/core/lab/expression.ts';
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
    ['system(1)', "calls the unknown function 'system', known are min, max, ceildiv"],
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

  it('ends in time whatever it compares', () => {
    let chain = '1';
    for (let i = 0; i < 24; i++) chain = `0 < (${chain}) < 2`;
    expect(() => evaluate(chain)).toThrow(/takes too many steps/);
  });

  it('is checked without values', () => {
    expect(addon.checkExpression('n * sms', ['n', 'sms'])).toBeNull();
    expect(addon.checkExpression('n / 0', ['n'])).toBeNull();
    expect(addon.checkExpression('n * k', ['n', 'sms'])).toBe(
      `"n * k" names the unknown 'k', known are n, sms`,
    );
    expect(addon.checkExpression('n *', ['n'])).toMatch(/ends where a value is expected/);
  });
});

describe('the check before a lab is built', () => {
  const names = ['n', 'blockSize', 'sms'];
  /** As the engine says it. */
  const refusal = (text: string): string | null => {
    const parsed = parseExpression(text);
    if (parsed.ok) {
      const unknown = parsed.names.find((name) => !names.includes(name));
      const known = names.join(', ');
      return unknown === undefined
        ? null
        : `"${text}" names the unknown '${unknown}', known are ${known}`;
    }
    const { what, character } = parsed.fault;
    return `"${text}" ${what}, at character ${character}`;
  };
  const piece = fc.constantFrom(
    ...['n', 'blockSize', 'min', 'ceildiv', 'log2', 'and', 'or', 'not', '(', ')', ',', '+', '-'],
    ...[
      '*',
      '/',
      '//',
      '%',
      '**',
      '<',
      '<=',
      '==',
      '!=',
      '=',
      '1',
      '2.5',
      '.5',
      '1e3',
      '1e',
      '1e999',
    ],
    ...['1_000', '3x', ' ', '\t', '$', 'min(1, 2)', '(n + 1)', 'ceildiv(n, 2)', 'notn', 'n-'],
  );

  it('refuses the same texts with the same words', () => {
    const texts = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const engine = addon.checkExpression(text, names);
        expect(refusal(text)).toBe(engine);
      }),
      { numRuns: 5000, seed: 14 },
    );
  });

  it.each(['1e400', '1e-400', '4e-324', '1.', '.', '1_0.2_5e1_0', `${'('.repeat(99)}1`, 'µ'])(
    'says the same of %s',
    (text) => {
      expect(refusal(text)).toBe(addon.checkExpression(text, names));
    },
  );

  it('finds the same names', () => {
    const parsed = parseExpression('min(n, k) * k and not m');
    expect(parsed).toEqual({ ok: true, names: ['n', 'k', 'm'] });
  });
});
