import { describe, expect, it } from 'vitest';
import { quantileInPlace, quantileSorted, sorted } from '../../src-main/stats/order.ts';
import { createRandom } from '../../src-main/stats/random.ts';

describe('quantileInPlace', () => {
  it('is the quantile of the sorted values, to the last bit', () => {
    const random = createRandom(5);
    for (const n of [1, 2, 3, 10, 100, 1000]) {
      for (const levels of [1, 2, 7, 1e9]) {
        const values = Float64Array.from({ length: n }, () => random.below(levels) / 3);
        const ascending = sorted(values);
        for (const shape of [values.slice(), ascending.slice(), ascending.slice().reverse()]) {
          for (const p of [0.025, 0.975, 0, 0.5, 1]) {
            expect(quantileInPlace(shape, p)).toBe(quantileSorted(ascending, p));
          }
          expect(sorted(shape)).toEqual(ascending);
        }
      }
    }
    expect(quantileInPlace(new Float64Array(), 0.5)).toBeNaN();
  });
});
