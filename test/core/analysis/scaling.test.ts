import { describe, expect, it } from 'vitest';
import { fitScaling } from '../../../src-main/core/analysis/scaling.ts';
import { studentTwoSided } from '../../../src-main/stats/distributions.ts';
import { createRandom } from '../../../src-main/stats/random.ts';

const sizes = [1e3, 3e3, 1e4, 3e4, 1e5];

describe('fitScaling', () => {
  it('agrees with SciPy', () => {
    const times = [1.2e4, 2.9e4, 1.31e5, 3.3e5, 1.25e6];
    const fit = fitScaling(sizes.map((x, i) => ({ x, timeNs: times[i] ?? 0 })));
    expect(fit?.exponent).toBeCloseTo(1.0192373054241166, 10);
    expect(fit?.factorNs).toBeCloseTo(9.710312910460543, 8);
    expect(fit?.r2).toBeCloseTo(0.9961903594204929, 10);
    expect(fit?.ci95?.[0]).toBeCloseTo(0.9034271609635247, 9);
    expect(fit?.ci95?.[1]).toBeCloseTo(1.1350474498847085, 9);
  });

  it('covers the true exponent in 95 %', () => {
    let covered = 0;
    for (let i = 0; i < 1000; i++) {
      const random = createRandom(1, i);
      const points = sizes.map((x) => ({
        x,
        timeNs: 5 * x ** 1.3 * Math.exp(0.1 * random.normal()),
      }));
      const [low, high] = fitScaling(points)?.ci95 ?? [0, 0];
      if (low <= 1.3 && 1.3 <= high) covered++;
    }
    expect(covered / 1000).toBeGreaterThan(0.93);
    expect(covered / 1000).toBeLessThan(0.97);
    expect(studentTwoSided(3.182446305284263, 3)).toBeCloseTo(0.05, 10);
  });

  it('has no interval from two sizes, nothing from one', () => {
    const two = fitScaling([
      { x: 10, timeNs: 100 },
      { x: 1000, timeNs: 1000 },
    ]);
    expect(two?.exponent).toBeCloseTo(0.5, 12);
    expect(two).toMatchObject({ ci95: null, r2: null });
    expect(
      fitScaling([
        { x: 10, timeNs: 100 },
        { x: 10, timeNs: 110 },
      ]),
    ).toBeNull();
    expect(fitScaling([])).toBeNull();
    expect(() => fitScaling([{ x: 0, timeNs: 1 }])).toThrow(/greater than 0, got 0 and 1 ns/);
  });
});
