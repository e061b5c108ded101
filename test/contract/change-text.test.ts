import { describe, expect, it } from 'vitest';
import {
  changedText,
  changeRange,
  changeText,
  neededText,
} from '../../src-main/contract/change-text.ts';

describe('changeText', () => {
  it.each([
    [1.123, [1.101, 1.146], '+12.3 % [+10.1, +14.6 %]'],
    [0.92, null, '-8.00 %'],
    [0.996, [0.9875, 1.0042], '-0.40 % [-1.25, +0.42 %]'],
    [1, null, '+0.00 %'],
    [2.314, [2.2, 2.42], '2.31× [2.20, 2.42×]'],
    [25, null, '25.0×'],
    [1.8, [0.9, 3.1], '1.8× [0.90, 3.1×]'],
    [0.62, [0.131, 1.2], '0.62× [0.13, 1.2×]'],
    [0.4, null, '0.400×'],
  ] as const)('writes %d', (ratio, ci95, text) => {
    expect(changeText(ratio, ci95)).toBe(text);
  });
});

describe('changeRange', () => {
  it.each([
    [[1.012, 1.046], '+1.20 % to +4.60 %'],
    [[0.74, 1.98], '-26.0 % to +98.0 %'],
    [[1.74, 2.31], '×1.74 to ×2.31'],
    [[0.531, 3.88], '×0.531 to ×3.88'],
    [[0.0312, 0.298], '×0.0312 to ×0.298'],
    [[0.037, 13_030], 'not known within a factor of 10'],
    [[12.3, 45.6], '×12.3 to ×45.6'],
  ] as const)('writes both ends of %j in one unit', (ends, text) => {
    expect(changeRange(ends)).toBe(text);
  });
});

describe('neededText', () => {
  const few = (runs: number) => ({ state: 'too-few', runs }) as const;
  it('counts the cases and the runs that they lack for a change point', () => {
    expect(neededText([few(5), few(5), { state: 'steady', runs: 9 }])).toBe(
      '2 cases need 1 more run',
    );
    expect(neededText([few(1)])).toBe('1 case needs 5 more runs');
    expect(neededText([few(1), few(4)])).toBe('2 cases need 2 to 5 more runs');
    expect(neededText([{ state: 'changed', runs: 12 }])).toBe('');
  });
});

it('counts only histories that can tell whether they changed', () => {
  const trend = (state: 'changed' | 'steady' | 'too-few') => ({ state, runs: 1, scope: 'kernel' });
  const steady = Array.from({ length: 4 }, () => trend('steady'));
  const few = [trend('too-few'), trend('too-few')];
  expect(changedText({ trends: [...steady, ...few], total: 9 })).toBe(
    '0 of 4 cases changed in kernel time; 2 have too few runs; 3 not read',
  );
  expect(changedText({ trends: [trend('changed')], total: 1 })).toBe(
    '1 of 1 case changed in kernel time',
  );
  expect(changedText({ trends: few, total: 2 })).toBe('2 cases need 5 more runs to tell a change');
});
