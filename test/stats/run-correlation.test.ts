import { describe, expect, it } from 'vitest';
import { pooledVariance } from '../../src-main/stats/groups.ts';
import { mean, median } from '../../src-main/stats/order.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { correlationOf, inflationOf } from '../../src-main/stats/run-correlation.ts';

/** A first-order autoregressive process with a standard deviation of 1. */
function correlated(seed: number, count: number, correlation: number): Float64Array {
  const random = createRandom(seed, 23);
  let state = random.normal();
  return Float64Array.from({ length: count }, (_, i) => {
    if (i > 0) state = correlation * state + Math.sqrt(1 - correlation ** 2) * random.normal();
    return state;
  });
}

const correlations = (count: number, correlation: number): readonly number[] =>
  Array.from({ length: 300 }, (_, seed) => correlationOf([correlated(seed, count, correlation)]));

describe('the correlation of successive runs', () => {
  it('is that of their process', () => {
    for (const correlation of [0.3, 0.6]) {
      const found = median(Float64Array.from(correlations(2000, correlation)));
      expect(found / correlation).toBeGreaterThan(0.9);
      expect(found / correlation).toBeLessThan(1.1);
    }
  });

  it('is none for five of six histories of independent runs', () => {
    expect(correlations(40, 0).filter((one) => one === 0).length).toBeGreaterThan(235);
  });

  it('is none where runs are few, or equal', () => {
    const alternating = Float64Array.of(1, 1, 2, 2, 1, 1, 2, 2);
    expect(correlationOf([alternating, alternating])).toBe(0);
    expect(correlationOf([new Float64Array(100).fill(3)])).toBe(0);
    expect(correlationOf([])).toBe(0);
  });

  it('is not seen in a step between two groups', () => {
    const [before, after] = [correlated(1, 100, 0), correlated(2, 100, 0).map((one) => one + 50)];
    expect(correlationOf([before, after])).toBe(0);
  });

  it('is hardly seen in two runs that something else disturbed', () => {
    const pair = (one: Float64Array) => one.map((value, i) => (i === 15 || i === 16 ? 30 : value));
    const found = Array.from({ length: 100 }, (_, seed) =>
      correlationOf([pair(correlated(seed, 60, 0))]),
    );
    expect(median(Float64Array.from(found))).toBeLessThan(0.3);
  });

  it('is large for a slow change that the mean of its group hides', () => {
    const slow = Float64Array.from({ length: 60 }, (_, i) => Math.sin(i / 8));
    expect(correlationOf([slow.subarray(0, 30), slow.subarray(30)])).toBe(0.8);
  });
});

describe('the variance of a mean of correlated runs', () => {
  it('is that of simulated means, over what the variance about them says', () => {
    const length = 12;
    const groups = Array.from({ length: 8000 }, (_, seed) => correlated(seed, length, 0.6));
    const ofMeans = mean(groups.map((one) => mean(one) ** 2));
    const said = pooledVariance(groups) / length;
    expect(inflationOf(0.6, length) / (ofMeans / said)).toBeGreaterThan(0.9);
    expect(inflationOf(0.6, length) / (ofMeans / said)).toBeLessThan(1.1);
  });

  it('is that of independent runs without a correlation', () => {
    expect(inflationOf(0, 30)).toBe(1);
    expect(inflationOf(0.5, 2000)).toBeCloseTo(3, 1);
  });
});
