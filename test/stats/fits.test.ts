import { describe, expect, it } from 'vitest';
import { crossings, fitFamily, fitLine, nearerFamily } from '../../src-main/stats/fits.ts';

const logs = (values: readonly number[]) => Float64Array.from(values, Math.log);
const same = (count: number) => new Float64Array(count).fill(1);

describe('a line', () => {
  it('is that of weighted least squares', () => {
    const line = fitLine([1, 2, 4, 7], [3.1, 4.9, 9.2, 14.8], [1, 2, 0.5, 3]);
    const total = 6.5;
    const x = (1 + 4 + 2 + 21) / total;
    const y = (3.1 + 9.8 + 4.6 + 44.4) / total;
    const top =
      1 * (1 - x) * (3.1 - y) +
      2 * (2 - x) * (4.9 - y) +
      0.5 * (4 - x) * (9.2 - y) +
      3 * (7 - x) * (14.8 - y);
    const bottom = (1 - x) ** 2 + 2 * (2 - x) ** 2 + 0.5 * (4 - x) ** 2 + 3 * (7 - x) ** 2;
    expect(line.slope).toBeCloseTo(top / bottom, 12);
    expect(line.intercept).toBeCloseTo(y - (top / bottom) * x, 12);
  });

  it('goes through two points, and is a constant through one', () => {
    expect(fitLine([1, 3], [5, 9], [1, 7])).toEqual({ intercept: 3, slope: 2 });
    expect(fitLine([4], [9], [2])).toEqual({ intercept: 9, slope: 0 });
  });

  it('leaves out what has no weight', () => {
    const line = fitLine([0, 1, 2], [1, 100, 5], [1, 0, 1]);
    expect(line).toEqual({ intercept: 1, slope: 2 });
  });
});

describe('a family of times over sizes', () => {
  const sizes = [100, 1000, 10_000];

  it('is exact on times of its own law', () => {
    const affine = fitFamily('linear', logs(sizes), logs(sizes.map((n) => 50 + 3 * n)), same(3));
    expect(Math.exp(affine(Math.log(5000)))).toBeCloseTo(15_050, 6);
    const power = fitFamily('power', logs(sizes), logs(sizes.map((n) => 2 * n ** 1.5)), same(3));
    expect(Math.exp(power(Math.log(400)))).toBeCloseTo(16_000, 6);
  });

  it('weighs the relative errors of times alike, and keeps times above 0', () => {
    // The constant that is relatively nearest: weights over the square of the time.
    const one = Math.log(50);
    const flat = fitFamily('linear', Float64Array.of(one, one), logs([10, 20]), same(2));
    expect(Math.exp(flat(one))).toBeCloseTo((10 / 100 + 20 / 400) / (1 / 100 + 1 / 400), 9);
    const falling = fitFamily('linear', logs([1, 2]), logs([20, 10]), same(2));
    expect(Math.exp(falling(Math.log(1000)))).toBeGreaterThan(0);
  });
});

describe('the family that times are nearer to', () => {
  const sizes = logs([100, 1000, 10_000, 100_000]);
  const affine = logs([350, 3050, 30_050, 300_050]);
  const power = logs([10, 80, 640, 5120]);

  it('is that of their law', () => {
    expect(nearerFamily(sizes, affine, same(4))).toBe('linear');
    expect(nearerFamily(sizes, power, same(4))).toBe('power');
    // A point without weight tells nothing.
    const one = Float64Array.from([...power.subarray(0, 3), 0]);
    expect(nearerFamily(sizes, one, Float64Array.of(1, 1, 1, 0))).toBe('power');
  });

  it('is a n^b where two points tell nothing', () => {
    expect(nearerFamily(sizes.subarray(0, 2), affine.subarray(0, 2), same(2))).toBe('power');
  });
});

describe('where two curves cross', () => {
  const sizes = [100, 1000, 10_000];
  const range = [Math.log(100), Math.log(10_000)] as const;

  const laws = ['power', 'power'] as const;

  it('is where straight lines in log-log meet, of two powers', () => {
    const curves = [logs(sizes), logs(sizes.map((n) => 30 * Math.sqrt(n)))] as const;
    const found = crossings(logs(sizes), laws, same(3), range)(...curves);
    expect(Math.exp(found.own)).toBeCloseTo(900, 5);
    expect(found.lowest).toBeLessThanOrEqual(found.own);
    expect(found.highest).toBeGreaterThanOrEqual(found.own);
    // Another family puts it elsewhere, which is what interpolation can be off by.
    expect(found.highest - found.lowest).toBeGreaterThan(0.01);
  });

  it('is of the law of each curve, between sizes however far apart', () => {
    const affine = logs(sizes.map((n) => 50 + 3 * n));
    const root = logs(sizes.map((n) => 100 * Math.sqrt(n)));
    const crossing = Math.log(((100 + Math.sqrt(100 ** 2 - 4 * 3 * 50)) / 6) ** 2);
    const own = crossings(logs(sizes), ['linear', 'power'], same(3), range)(affine, root);
    expect(own.own).toBeCloseTo(crossing, 6);
    const back = crossings(logs(sizes), ['power', 'linear'], same(3), range)(root, affine);
    expect(back.own).toBeCloseTo(crossing, 6);
    const straight = crossings(logs(sizes), laws, same(3), range)(affine, root);
    expect(Math.abs(straight.own - crossing)).toBeGreaterThan(0.005);
    // What interpolation may be off by is that of all pairs of laws, whichever is the curves' own.
    expect([own.lowest, own.highest]).toEqual([straight.lowest, straight.highest]);
    expect(own.lowest).toBeLessThan(own.highest);
  });

  it('is of powers where the laws do not cross between the sizes', () => {
    // The line that is nearest to a sharp bend is below the other curve throughout.
    const bent = logs([100, 100, 1e5]);
    const flat = logs([150, 150, 150]);
    const straight = crossings(logs(sizes), laws, same(3), range)(bent, flat);
    const own = crossings(logs(sizes), ['linear', 'power'], same(3), range)(bent, flat);
    const apart = [straight.lowest, straight.highest];
    expect(apart.some((end) => range.includes(end))).toBe(true);
    expect(own.own).toBe(straight.own);
    expect(range).not.toContain(own.own);
  });

  it('is the nearer end where one curve is below the other everywhere', () => {
    const times = (factor: number, power: number) => logs(sizes.map((n) => factor * n ** power));
    const left = crossings(logs(sizes), laws, same(3), range)(times(1, 1), times(2, 1.2));
    expect(left.own).toBe(range[0]);
    const right = crossings(logs(sizes), laws, same(3), range)(times(1, 1.2), times(1e3, 1));
    expect(right.own).toBe(range[1]);
  });
});
