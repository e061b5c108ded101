import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../../src-main/stats/benjamini-hochberg.ts';
import { createRandom, mix32 } from '../../src-main/stats/random.ts';

describe('benjaminiHochberg', () => {
  it('agrees with SciPy', () => {
    const adjusted = benjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.5, 0.2]);
    const wanted = [0.03, 0.06, 0.06, 0.03, 0.5, 0.24];
    for (const [i, value] of adjusted.entries()) expect(value).toBeCloseTo(wanted[i] ?? 0, 12);
  });

  it('handles none and refuses what is no p', () => {
    expect(benjaminiHochberg([])).toEqual([]);
    expect(() => benjaminiHochberg([0.1, 1.2])).toThrow(/between 0 and 1, got 1.2/);
  });
});

describe('createRandom', () => {
  it('repeats itself and keeps streams apart', () => {
    const draw = (seed: number, stream: number): readonly number[] => {
      const random = createRandom(seed, stream);
      return Array.from({ length: 8 }, random.uniform);
    };
    expect(draw(1, 0)).toEqual(draw(1, 0));
    expect(draw(1, 0)).not.toEqual(draw(1, 1));
    expect(draw(1, 0)).not.toEqual(draw(2, 0));
    expect(draw(0, 1)).not.toEqual(draw(1, 0));
  });

  it('is uniform and normal', () => {
    const random = createRandom(3);
    const bins = new Float64Array(100);
    for (let i = 0; i < 100_000; i++) {
      const bin = random.below(100);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    const chi = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chi).toBeGreaterThan(50);
    expect(chi).toBeLessThan(160);
    let sum = 0;
    let squares = 0;
    let fourth = 0;
    for (let i = 0; i < 100_000; i++) {
      const z = random.normal();
      sum += z;
      squares += z * z;
      fourth += z ** 4;
    }
    expect(Math.abs(sum / 100_000)).toBeLessThan(0.015);
    expect(squares / 100_000).toBeCloseTo(1, 1);
    expect(fourth / 100_000).toBeGreaterThan(2.8);
    expect(fourth / 100_000).toBeLessThan(3.2);
  });

  it('mixes without collisions', () => {
    expect(new Set(Array.from({ length: 10_000 }, (_, i) => mix32(i))).size).toBe(10_000);
  });
});
