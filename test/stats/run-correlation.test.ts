import { describe, expect, it } from 'vitest';
import { mean, median } from '../../src-main/stats/order.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { inflationOf, pooledVariance } from '../../src-main/stats/run-correlation.ts';

/** A first-order autoregressive process with a standard deviation of 1. */
function correlated(seed: number, count: number, correlation: number): Float64Array {
  const random = createRandom(seed, 23);
  let state = random.normal();
  return Float64Array.from({ length: count }, (_, i) => {
    if (i > 0) state = correlation * state + Math.sqrt(1 - correlation ** 2) * random.normal();
    return state;
  });
}

const inflations = (count: number, correlation: number): readonly number[] =>
  Array.from({ length: 300 }, (_, seed) => inflationOf([correlated(seed, count, correlation)]));

describe('the variance of a mean of runs, over that of independent ones', () => {
  it('is that of the correlation', () => {
    for (const correlation of [0.3, 0.6]) {
      const wanted = (1 + correlation) / (1 - correlation);
      const found = median(Float64Array.from(inflations(2000, correlation)));
      expect(found / wanted).toBeGreaterThan(0.95);
      expect(found / wanted).toBeLessThan(1.05);
    }
  });

  it('is what means of short stretches differ by, over what the variance about them says', () => {
    const length = 12;
    const stretches = Array.from({ length: 4000 }, (_, seed) => correlated(seed, length, 0.6));
    const ofMeans = mean(stretches.map((one) => mean(one) ** 2));
    const said = pooledVariance(stretches) / length;
    expect(inflationOf(stretches) / (ofMeans / said)).toBeGreaterThan(0.85);
    expect(inflationOf(stretches) / (ofMeans / said)).toBeLessThan(1.15);
  });

  it('is 1 for five of six histories of independent runs', () => {
    const found = inflations(40, 0);
    expect(found.filter((one) => one === 1).length).toBeGreaterThan(235);
    expect(mean(found)).toBeLessThan(1.35);
  });

  it('is 1 where runs are few, or alike', () => {
    const alternating = Float64Array.of(1, 1, 2, 2, 1, 1, 2, 2);
    expect(inflationOf([alternating, alternating])).toBe(1);
    expect(inflationOf([new Float64Array(100).fill(3)])).toBe(1);
    expect(inflationOf([])).toBe(1);
  });

  it('does not take a step between two stretches for a correlation', () => {
    const [before, after] = [correlated(1, 100, 0), correlated(2, 100, 0).map((one) => one + 50)];
    expect(inflationOf([before, after])).toBeLessThan(1.5);
    expect(inflationOf([Float64Array.of(...before, ...after)])).toBeGreaterThan(5);
  });

  it('counts a slow change that the mean of its stretch hides', () => {
    const slow = Float64Array.from({ length: 60 }, (_, i) => Math.sin(i / 8));
    const halves = [slow.subarray(0, 30), slow.subarray(30)];
    expect(inflationOf(halves)).toBeGreaterThan(8);
  });
});

describe('the variance within stretches', () => {
  it('is about the mean of each', () => {
    expect(pooledVariance([Float64Array.of(1, 3), Float64Array.of(11, 12, 13)])).toBe(4 / 3);
    expect(pooledVariance([Float64Array.of(5)])).toBe(0);
  });
});
