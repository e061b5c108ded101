import { describe, expect, it } from 'vitest';
import {
  drawnLevels,
  drawnVariance,
  drawWeights,
  renumber,
} from '../../src-main/stats/drawn-levels.ts';
import { createRandom } from '../../src-main/stats/random.ts';

const even = new Float64Array(6).fill(1);

describe('levels of sizes under weights of repetitions', () => {
  const sizes = [
    { values: [1, 2, 3], repetitions: [0, 1, 2] },
    { values: [5, 6, 7], repetitions: [0, 1, 2] },
  ];

  it('are means where all weigh the same, and move together where one weighs more', () => {
    expect([...drawnLevels(sizes, [], even, [])]).toEqual([2, 6]);
    const heavy = Float64Array.of(1, 1, 4);
    const [first = 0, second = 0] = drawnLevels(sizes, [], heavy, []);
    expect(first).toBeCloseTo(15 / 6, 12);
    expect(second - first).toBeCloseTo(4, 12);
  });

  it('bring a later session to the level of the first again, by the size that both measured', () => {
    const later = [
      { values: [1, 2, 3, 2, 2, 2], repetitions: [0, 1, 2, 3, 4, 5] },
      { values: [9, 9, 9], repetitions: [3, 4, 5] },
    ];
    expect([...drawnLevels(later, [3], even, [1])]).toEqual([2, 9]);
    // The level of the first session is 2.5 now: the size that it did not measure moves with it.
    const heavy = Float64Array.of(1, 1, 4, 1, 1, 1);
    const [anchor = 0, added = 0] = drawnLevels(later, [3], heavy, [1]);
    expect(anchor).toBeCloseTo(2.5, 12);
    expect(added).toBeCloseTo(9.5, 12);
    // Half of the shift of a session is what processes make of it.
    expect(drawnLevels(later, [3], heavy, [0.5])[1]).toBeCloseTo(9.25, 12);
  });

  it('stay where no size joins the sessions', () => {
    const apart = [
      { values: [1], repetitions: [0] },
      { values: [5], repetitions: [1] },
    ];
    expect([...drawnLevels(apart, [1], even, [1])]).toEqual([1, 5]);
  });

  it('count repetitions without gaps', () => {
    const gaps = [
      { values: [1, 2], repetitions: [1003, 7] },
      { values: [5], repetitions: [2001] },
    ];
    const { of, sessions: starts, count } = renumber(gaps, [1000, 2000]);
    expect([7, 1003, 2001].map(of)).toEqual([0, 1, 2]);
    expect(starts).toEqual([1, 2]);
    expect(count).toBe(3);
  });

  it('spread by the variance that is said', () => {
    const values = [0.3, 1.2, -0.4, 2.2, 0.9];
    const random = createRandom(3, 0);
    const size = { values, repetitions: [0, 1, 2, 3, 4] };
    const drawn = Array.from(
      { length: 20_000 },
      () => drawnLevels([size], [], drawWeights(random, 5), [])[0] ?? 0,
    );
    const center = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    const variance = drawn.reduce((sum, value) => sum + (value - center) ** 2, 0) / drawn.length;
    expect(variance / drawnVariance(values)).toBeCloseTo(1, 1);
  });
});
