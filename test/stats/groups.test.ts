import { describe, expect, it } from 'vitest';
import { pooledVariance, squaresWithin } from '../../src-main/stats/groups.ts';

describe('values in groups', () => {
  // Means 3 and 13: squares 4 + 4 and 4 + 1 + 9.
  const groups = [Float64Array.of(1, 5), Float64Array.of(11, 12, 16)];

  it('have squares about the mean of each group', () => {
    expect(squaresWithin(groups)).toBe(22);
    expect(squaresWithin([])).toBe(0);
  });

  it('have a variance with a degree of freedom less for each group', () => {
    expect(pooledVariance(groups)).toBeCloseTo(22 / 3, 12);
    expect(pooledVariance([Float64Array.of(5)])).toBe(0);
    expect(pooledVariance([])).toBe(0);
  });
});
