import { expect, it } from 'vitest';
import { createMoments } from '../../src-main/stats/moments.ts';
import {
  lowerMedian,
  mean,
  median,
  medianDeviation,
  sorted,
  variance,
} from '../../src-main/stats/order.ts';
import { createRandom } from '../../src-main/stats/random.ts';

it('lowerMedian is one of the values: the middle one, or the smaller of two', () => {
  expect(lowerMedian(Float64Array.of(30, 10, 20))).toBe(20);
  expect(lowerMedian(Float64Array.of(40, 10, 30, 20))).toBe(20);
  expect(median(Float64Array.of(40, 10, 30, 20))).toBe(25);
  expect(lowerMedian(new Float64Array())).toBeNaN();
});

it('medianDeviation is the median of all distances, wherever the center is', () => {
  const random = createRandom(5);
  for (const n of [0, 1, 2, 3, 8, 101]) {
    const values = Float64Array.from({ length: n }, () => Math.round(20 * random.uniform()));
    for (const center of [-3, 0, 7, 9.5, 20, 30]) {
      const expected = median(values.map((value) => Math.abs(value - center)));
      expect(medianDeviation(sorted(values), center)).toBe(expected);
    }
  }
});

it('createMoments has the mean and the variance of the same values together, also far from 0', () => {
  const random = createRandom(3);
  for (const offset of [0, 1, 1e9]) {
    const values = Float64Array.from({ length: 500 }, () => offset + random.uniform());
    const moments = createMoments();
    for (const value of values) moments.add(value);
    expect(moments.count()).toBe(500);
    expect(moments.mean()).toBeCloseTo(mean(values), 6);
    expect(moments.variance() / variance(values)).toBeCloseTo(1, 6);
  }
  const single = createMoments();
  single.add(7);
  expect([single.mean(), single.variance()]).toEqual([7, Number.NaN]);
});
