import { describe, expect, it } from 'vitest';
import { crossingRange, type KnownCurve } from '../../src-main/stats/envelope.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { kinkedLaws, kinks } from '../simulations/kinked-laws.ts';
import type { Law } from './simulate.ts';

const curve = (law: Law, sizes: readonly number[]): KnownCurve => ({
  logN: sizes.map(Math.log),
  logT: sizes.map((n) => Math.log(law(n))),
});

/** First and last possible crossing between the k-th size and the next, as sizes. */
function range(a: Law, b: Law, sizes: readonly number[], k: number): readonly [number, number] {
  const [first, last] = crossingRange(curve(a, sizes), curve(b, sizes), k, k + 1);
  return [Math.exp(first), Math.exp(last)];
}

const decades = [1e3, 1e4, 1e5, 1e6];

describe('the range of a crossing between two sizes', () => {
  it('is one place for t = a n^b, whose slope is the same everywhere', () => {
    const [first, last] = range(
      (n) => 1e3 * n ** 0.4,
      (n) => n,
      decades,
      1,
    );
    const truth = 1e3 ** (1 / 0.6);
    expect(first / truth).toBeCloseTo(1, 6);
    expect(last / truth).toBeCloseTo(1, 6);
  });

  it('holds every place at which a flat curve may turn steep, and no more than the bracket', () => {
    for (const corner of [21_000, 30_000, 50_000, 90_000]) {
      const flat: Law = (n) => 2e4 * Math.max(1, n / corner);
      const [first, last] = range(flat, (n) => n, decades, 1);
      expect(first).toBeLessThanOrEqual(2e4 * 1.000001);
      expect(last).toBeGreaterThanOrEqual(2e4 * 0.999999);
      expect(first).toBeGreaterThan(1e4);
      expect(last).toBeLessThan(1e5);
    }
  });

  it('is narrower for a smooth curve than for one that turns, and narrower still over doublings', () => {
    const width = ([first, last]: readonly [number, number]): number => Math.log(last / first);
    const smooth: Law = (n) => 2e4 + 0.2 * n;
    const turning: Law = (n) => Math.max(2e4, 0.9 * n);
    const steep: Law = (n) => n;
    const doublings = [8e3, 16e3, 32e3, 64e3];
    const wide = width(range(smooth, steep, decades, 1));
    expect(wide).toBeLessThan(0.5 * Math.log(10));
    expect(width(range(smooth, steep, doublings, 1))).toBeLessThan(wide / 3);
    expect(width(range(turning, steep, decades, 1))).toBeGreaterThan(wide);
  });

  it('is reached from either side: the order of the curves does not matter', () => {
    const flat: Law = (n) => 2e4 + 0.2 * n;
    const steep: Law = (n) => n;
    const [first, last] = range(flat, steep, decades, 1);
    const [swappedFirst, swappedLast] = range(steep, flat, decades, 1);
    expect(swappedFirst).toBeCloseTo(first, 6);
    expect(swappedLast).toBeCloseTo(last, 6);
  });

  it.each(kinks)('holds the crossing of nearly all pairs of the kind %s', (kink) => {
    let held = 0;
    const runs = 300;
    for (let run = 0; run < runs; run++) {
      const random = createRandom(11, run);
      const [steep, flat] = kinkedLaws(kink, 10, random);
      const start = 10 ** -random.uniform();
      const sizes = [start / 10, start, 10 * start, 100 * start];
      const [first, last] = range(steep, flat, sizes, 1);
      if (first <= 1.000001 && last >= 0.999999) held++;
    }
    // Of a jump down between sizes that slopes on both sides hide, noise and the families cover the rest.
    expect(held / runs).toBeGreaterThan(kink === 'switch' ? 0.85 : 0.95);
  });
});
