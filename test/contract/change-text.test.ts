import { describe, expect, it } from 'vitest';
import { changeText } from '../../src-main/contract/change-text.ts';

describe('changeText', () => {
  it.each([
    [1.123, [1.101, 1.146], '+12.3 % [+10.1, +14.6 %]'],
    [0.92, null, '-8.0 %'],
    [0.996, [0.9875, 1.0042], '-0.40 % [-1.2, +0.42 %]'],
    [1, null, '+0.00 %'],
    [2.314, [2.2, 2.42], '2.31× [2.20, 2.42×]'],
    [25, null, '25.0×'],
  ] as const)('writes %d', (ratio, ci95, text) => {
    expect(changeText(ratio, ci95)).toBe(text);
  });
});
