import { describe, expect, it } from 'vitest';
import {
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  normalTwoSided,
  studentQuantile,
  studentTwoSided,
} from '../../src-main/stats/distributions.ts';

const relative = (got: number, wanted: number): number => Math.abs(got / wanted - 1);

// Values of SciPy 1.17.
describe('distribution functions agree with SciPy', () => {
  it.each([
    [0.3, 1.0957979948180756],
    [1.5, -0.12078223763524526],
    [10.25, 13.368023671476045],
    [300.5, 1412.053542041266],
    [1e5, 1051287.7089736569],
  ])('logGamma(%d)', (x, wanted) => {
    expect(relative(logGamma(x), wanted)).toBeLessThan(1e-12);
  });

  it.each([
    [0.2, 0.5, 3, 0.733430296619931],
    [0.9, 4, 2.5, 0.9633877421776318],
    [0.5, 50, 50, 0.5],
  ])('incompleteBeta(%d, %d, %d)', (x, a, b, wanted) => {
    expect(relative(incompleteBeta(x, a, b), wanted)).toBeLessThan(1e-11);
  });

  it.each([
    [2, 1, 0.2951672353008665],
    [2, 3.5, 0.12613852257591343],
    [4.3, 2, 0.05005715411709159],
    [10, 30, 4.575251408229618e-11],
    [0.5, 6, 0.63488],
  ])('studentTwoSided(%d, %d)', (t, df, wanted) => {
    expect(relative(studentTwoSided(t, df), wanted)).toBeLessThan(1e-10);
  });

  it.each([
    [0.95, 1, 12.706204736174694],
    [0.95, 2, 4.302652729749462],
    [0.95, 6, 2.4469118511449786],
    [0.99, 3.5, 5.085702223091256],
    [0.95, 200, 1.9718962236339088],
  ])('studentQuantile(%d, %d)', (level, df, wanted) => {
    expect(relative(studentQuantile(level, df), wanted)).toBeLessThan(1e-10);
  });

  it.each([
    [0.1, 0.920344325445942],
    [1.96, 0.04999579029644087],
    [5, 5.733031437583866e-7],
    [12, 3.552964224155306e-33],
  ])('normalTwoSided(%d)', (z, wanted) => {
    expect(relative(normalTwoSided(z), wanted)).toBeLessThan(1e-11);
  });

  it('inverts the normal', () => {
    expect(normalQuantile(0.95)).toBeCloseTo(1.959963984540054, 10);
    expect(normalCdf(-1.959963984540054)).toBeCloseTo(0.025, 12);
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 12);
  });
});
