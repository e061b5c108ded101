import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../../src-main/stats/benjamini-hochberg.ts';
import { mannWhitney } from '../../src-main/stats/mann-whitney.ts';
import { createRandom, mix32 } from '../../src-main/stats/random.ts';

describe('mannWhitney', () => {
  it('is exact for small sets (SciPy)', () => {
    const a = Float64Array.from([1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]);
    const b = Float64Array.from([0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06001, 3.14, 1.29001]);
    const result = mannWhitney(a, b);
    expect(result).toMatchObject({ u: 58, exact: true });
    expect(result.p).toBeCloseTo(0.13591114767585355, 12);
    const apart = mannWhitney(Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6, 7));
    expect(apart.u).toBe(0);
    expect(apart.p).toBeCloseTo(2 / 35, 12);
  });

  it('corrects for ties and continuity (SciPy)', () => {
    const a = Float64Array.of(1, 2, 2, 3, 3, 3, 4, 5, 5, 6);
    const b = Float64Array.of(2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
    const result = mannWhitney(a, b);
    expect(result).toMatchObject({ u: 31, exact: false });
    expect(result.p).toBeCloseTo(0.09326542496223111, 10);
  });

  it('counts every arrangement of small sets', () => {
    // All ways of choosing 4 of 9 ranks: the part at least as far from the middle as what was seen.
    const us: number[] = [];
    for (let mask = 0; mask < 512; mask++) {
      const ranks = Array.from({ length: 9 }, (_, i) => i + 1).filter((r) => mask & (1 << (r - 1)));
      if (ranks.length === 4) us.push(ranks.reduce((sum, r) => sum + r, 0) - 10);
    }
    for (const chosen of [
      [1, 2, 3, 4],
      [1, 3, 5, 9],
      [2, 6, 8, 9],
      [4, 5, 6, 7],
    ]) {
      const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((rank) => !chosen.includes(rank));
      const { u, p } = mannWhitney(Float64Array.from(chosen), Float64Array.from(others));
      const far = us.filter((other) => Math.abs(other - 10) >= Math.abs(u - 10)).length;
      expect(p).toBeCloseTo(Math.min(1, far / us.length), 12);
    }
  });

  it('does not depend on which side is which', () => {
    const random = createRandom(9);
    for (const n of [5, 30, 200]) {
      const a = Float64Array.from({ length: n }, () => random.normal());
      const b = Float64Array.from({ length: n + 3 }, () => random.normal() + 0.2);
      const forth = mannWhitney(a, b);
      const back = mannWhitney(b, a);
      expect(forth.u + back.u).toBe(n * (n + 3));
      expect(forth.p).toBeCloseTo(back.p, 12);
    }
  });

  it('says 1 where all are equal and refuses nothing at all', () => {
    expect(mannWhitney(Float64Array.of(1, 1, 1), Float64Array.of(1, 1)).p).toBe(1);
    expect(() => mannWhitney(Float64Array.of(), Float64Array.of(1))).toThrow(/both sides/);
  });
});

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
