import { describe, expect, it } from 'vitest';
import { fieldText, readAxisNumber } from '../../src-main/contract/axis-values.ts';
import type { Axis } from '../../src-main/contract/workload.ts';
import { axisDraft } from '../../src-renderer/state/draft.ts';
import { type NumberDraft, sweepValues } from '../../src-renderer/state/sweep.ts';

const n = {
  id: 'n',
  title: 'n',
  help: '',
  role: 'input',
  type: 'integer',
  min: 0,
  max: 2 ** 31 - 1,
  default: 1_000_000,
  scale: 'log',
} satisfies Axis;
const share = {
  ...n,
  id: 'share',
  type: 'real',
  min: 0,
  max: 1,
  default: 0.5,
  scale: 'linear',
} satisfies Axis;

function draft(axis: Axis, part: Partial<NumberDraft>): NumberDraft {
  const made = axisDraft(axis);
  if (made.kind !== 'number') throw new Error('not a numeric axis');
  return { ...made, ...part };
}

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

describe('a sweep', () => {
  const values = (axis: Axis, part: Partial<NumberDraft>) => {
    if (axis.type !== 'integer' && axis.type !== 'real') throw new Error('not numeric');
    return sweepValues(axis, draft(axis, part));
  };

  it('is a list without duplicates', () => {
    expect(values(n, { mode: 'list', list: '1e3, 1k 4Ki;7' })).toEqual({
      ok: true,
      value: [1000, 4096, 7],
    });
  });

  it('is linear, with its end in spite of rounding', () => {
    expect(values(share, { mode: 'linear', from: '0', to: '0.3', step: '0.1' })).toEqual({
      ok: true,
      value: [0, 0.1, 0.2, 0.3],
    });
  });

  it('is geometric, whole where the axis is', () => {
    expect(values(n, { mode: 'geometric', from: '10', to: '100', factor: '1.5' })).toEqual({
      ok: true,
      value: [10, 15, 23, 34, 51, 76],
    });
    expect(values(n, { mode: 'geometric', from: '1e3', to: '1e6', factor: '10' })).toEqual({
      ok: true,
      value: [1e3, 1e4, 1e5, 1e6],
    });
  });

  it('is the powers of two between two exponents', () => {
    expect(values(n, { mode: 'powers', low: '3', high: '6' })).toEqual({
      ok: true,
      value: [8, 16, 32, 64],
    });
  });

  it.each<readonly [Partial<NumberDraft>, RegExp]>([
    [{ mode: 'list', list: ' ' }, /n: the list is empty/],
    [{ mode: 'list', list: '1, x' }, /n: "x" is not a number/],
    [{ mode: 'list', list: '1,,2' }, /n: empty value in "1,,2"/],
    [
      { mode: 'list', list: '7,100,000,5' },
      /"7,100,000" in "7,100,000,5" may be one value or several/,
    ],
    [{ mode: 'linear', from: '9', to: '3', step: '1' }, /ends at 3, before it starts at 9/],
    [
      { mode: 'linear', from: '0', to: '1e9', step: '1' },
      /1,000,000,001 points; it may have 10,000/,
    ],
    [
      { mode: 'linear', from: '0', to: '9', step: '0' },
      /n step: 0 is too small; it takes a whole number from 1/,
    ],
    [{ mode: 'geometric', from: '0', to: '9', factor: '2' }, /start above 0/],
    [{ mode: 'geometric', from: '1', to: '9', factor: '1' }, /factor: 1 must be above 1/],
    [{ mode: 'powers', low: '9', high: '3' }, /ends at 2\^3, before it starts at 2\^9/],
    [{ mode: 'powers', low: '9', high: '40' }, /2\^40 is too large/],
  ])('is refused in one sentence: %j', (part, sentence) => {
    const read = values(n, part);
    expect(read.ok ? '' : read.error).toMatch(sentence);
  });
});
