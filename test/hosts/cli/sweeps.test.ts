import { describe, expect, it } from 'vitest';
import type { Axis } from '../../../src-main/contract/workload.ts';
import { readScalar, readSweep, splitAssignment } from '../../../src-main/hosts/cli/sweeps.ts';

const base = { title: '', help: '', role: 'input' } as const;
const n: Axis = { ...base, id: 'n', type: 'integer', min: 0, max: 1e9, default: 1, scale: 'log' };
const x: Axis = { ...base, id: 'x', type: 'real', min: 0, max: 1, default: 0, scale: 'linear' };
const fresh: Axis = { ...base, id: 'fresh', type: 'flag', default: false };
const shape: Axis = {
  ...base,
  id: 'shape',
  type: 'choice',
  default: 'a',
  choices: [{ id: 'a', help: '' }],
};

describe('readSweep', () => {
  it.each([
    ['1e3,1e4', [1000, 10_000]],
    ['2^10, 64Ki,1M', [1024, 65_536, 1_000_000]],
    ['1e3..8e3:x2', [1000, 2000, 4000, 8000]],
    ['1e3..9e3:*2', [1000, 2000, 4000, 8000]],
    ['0..100:+25', [0, 25, 50, 75, 100]],
    ['0..99:+25', [0, 25, 50, 75]],
    ['100..1000:x1.5', [100, 150, 225, 338, 506, 759]],
    ['5,1..4:x2,4', [5, 1, 2, 4]],
    ['7..7:x2', [7]],
  ])('reads n=%s', (text, expected) => {
    expect(readSweep(n, text)).toEqual(expected);
  });

  it('splits texts, which may hold commas, at semicolons', () => {
    const region: Axis = { ...base, id: 'region', type: 'text', default: 'whole' };
    expect(readSweep(region, '-2,0.5,-1,1;whole')).toEqual(['-2,0.5,-1,1', 'whole']);
  });

  it.each([
    ['dots', '1'.concat('.'.repeat(100_000))],
    ['pairs of dots', '1..'.repeat(40_000)],
    ['colons', `1..${':'.repeat(100_000)}`],
  ])('refuses a range of a hundred thousand %s in no time', (_what, text) => {
    expect(() => readSweep(n, text)).toThrow('is not a range');
  });

  it('keeps the last point of a linear range in spite of rounding', () => {
    expect(readSweep(x, '0..1:+0.1')).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  });

  it('refuses a step that leaves the whole numbers, and does not round it away', () => {
    expect(() => readSweep(n, '0..1:+0.5')).toThrow('n step: 0.5 is not whole');
  });

  it('leaves bounds to the planner, which knows those of each variant', () => {
    expect(readSweep(n, '2e9,-1')).toEqual([2e9, -1]);
  });

  it.each([
    [
      'abc',
      'n: "abc" is not a number; it takes a whole number from 0 to 1e9, such as 1000, 1e6, 2^20 or 64Ki',
    ],
    ['1e3,,1e4', 'n: empty value in "1e3,,1e4"'],
    ['1e3..1e4', 'n: "1e3..1e4" is not a range; write 1e3..1e6:x2 (times) or 0..100:+10 (plus)'],
    ['1e4..1e3:x2', 'n: the range ends at 1e3, before it starts at 1e4'],
    ['0..10:x2', 'n from: 0 cannot be multiplied; start above 0'],
    ['1..10:x1', 'n factor: 1 must be above 1'],
    ['1..10:+0', 'n step: 0 is too small; it takes a whole number from 1 to 1e9'],
    ['1..1e9:+1', 'this range has 1,000,000,000 points; it may have 10,000'],
    ['1..1e9:x1.0000001', 'it may have 10,000'],
  ])('refuses n=%s', (text, sentence) => {
    expect(() => readSweep(n, text)).toThrow(sentence);
  });
});

it('refuses a third dot in a range instead of reading a fraction', () => {
  expect(() => readSweep(n, '1...10:x2')).toThrow('"1...10:x2" is not a range; write 1e3..1e6:x2');
});

describe('readScalar', () => {
  it('reads in the type of the axis', () => {
    expect(readScalar(fresh, 'true')).toBe(true);
    expect(readScalar(fresh, 'off')).toBe(false);
    expect(readScalar(shape, 'a')).toBe('a');
    expect(readScalar(n, '-5')).toBe(-5);
    expect(() => readScalar(fresh, 'maybe')).toThrow('fresh: "maybe" is neither true nor false');
  });
});

describe('splitAssignment', () => {
  it('splits at the first equals sign', () => {
    expect(splitAssignment('set', 'file=a=b')).toEqual({ axis: 'file', value: 'a=b' });
  });

  it.each(['n', 'n=', '=5', ''])('refuses %j', (text) => {
    expect(() => splitAssignment('set', text)).toThrow(`--set "${text}": write it as axis=value`);
  });
});
