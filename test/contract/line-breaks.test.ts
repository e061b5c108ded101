import { expect, it } from 'vitest';
import { withoutBreaks } from '../../src-main/contract/line-breaks.ts';

it.each([
  ['', ''],
  ['a b  c', 'a b  c'],
  ['a\nb', 'a b'],
  ['a \t\r\n\r\n  b', 'a b'],
  ['a\u0085b\u2028c\u2029d\ve\ff', 'a b c d e f'],
  ['\n a \n', ' a '],
  ['a\u00a0b\tc', 'a\u00a0b\tc'],
])('%j becomes %j', (text, expected) => {
  expect(withoutBreaks(text)).toBe(expected);
});

it('reads a run of blanks once, however long it is', () => {
  // A pattern that begins again at each blank takes hours for this.
  const blanks = ' '.repeat(4_000_000);
  expect(withoutBreaks(`${blanks}x`)).toHaveLength(blanks.length + 1);
  expect(withoutBreaks(`${blanks}\n${blanks}`)).toBe(' ');
});
