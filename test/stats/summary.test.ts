import { describe, expect, it } from 'vitest';
import { metricSchema } from '../../src-main/contract/run.ts';
import { autocorrelation } from '../../src-main/stats/autocorrelation.ts';
import { medianInterval, medianRanks } from '../../src-main/stats/median-interval.ts';
import { createRandom } from '../../src-main/stats/random.ts';
import { summarize } from '../../src-main/stats/summary.ts';
import { correlated, distributions, simulateCoverage } from '../simulations/simulated-coverage.ts';

const times = (...values: number[]): Float64Array => Float64Array.from(values);

describe('summarize', () => {
  const ten = times(52, 48, 50, 49, 51, 47, 95, 50.5, 49.5, 53);

  it('agrees with NumPy', () => {
    const metric = summarize(ten);
    expect(metricSchema.parse(metric)).toEqual(metric);
    expect(metric).toMatchObject({ n: 10, minNs: 47, maxNs: 95, meanNs: 54.5, p99Ns: null });
    expect([metric.q1Ns, metric.medianNs, metric.q3Ns, metric.p95Ns]).toEqual([
      49.125,
      50.25,
      51.75,
      expect.closeTo(76.1, 10),
    ]);
    expect(metric.sdNs).toBeCloseTo(14.341083176199302, 10);
    expect(metric.relativeIqr).toBeCloseTo((51.75 - 49.125) / 50.25, 12);
  });

  it('bounds the median by the second and ninth of ten', () => {
    const metric = summarize(ten);
    expect([metric.ci95LoNs, metric.ci95HiNs]).toEqual([48, 53]);
    expect([metric.ci99LoNs, metric.ci99HiNs]).toEqual([47, 95]);
  });

  it('flags outliers and keeps them', () => {
    expect(summarize(ten).outliers).toBe(1);
    expect(summarize(ten).maxNs).toBe(95);
  });

  it('does not flag one tick of a coarse clock', () => {
    const coarse = times(100, 100, 100, 100, 101, 100, 100, 100);
    expect(summarize(coarse, { resolutionNs: 1 }).outliers).toBe(0);
  });

  it('flags a slow first sample, but no slow later one', () => {
    expect(summarize(times(90, 50, 51, 50, 49, 50, 51)).slowFirst).toBe(true);
    expect(summarize(times(50, 90, 51, 50, 49, 50, 51)).slowFirst).toBe(false);
    expect(summarize(times(51, 50, 51, 50, 49, 50, 51)).slowFirst).toBe(false);
  });

  it('gives no interval that n does not allow', () => {
    const grow = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => 50 + i);
    expect(summarize(grow(1))).toMatchObject({
      n: 1,
      sdNs: 0,
      ci95LoNs: null,
      ci99LoNs: null,
    });
    expect(summarize(grow(5)).ci95LoNs).toBeNull();
    expect(summarize(grow(6))).toMatchObject({ ci95LoNs: 50, ci95HiNs: 55, ci99LoNs: null });
    expect(summarize(grow(7)).ci99HiNs).toBeNull();
    expect(summarize(grow(8))).toMatchObject({ ci99LoNs: 50, ci99HiNs: 57 });
    expect(summarize(grow(99)).p99Ns).toBeNull();
    expect(summarize(grow(101)).p99Ns).toBe(149);
  });

  it('never bounds closer than the clock', () => {
    const flat = summarize(
      Float64Array.from({ length: 50 }, () => 500),
      { resolutionNs: 32 },
    );
    expect([flat.ci95LoNs, flat.ci95HiNs]).toEqual([484, 516]);
    expect(summarize(times(500, 500, 500, 500, 500, 500)).ci95HiNs).toBe(500);
  });

  it('says what is wrong with the samples', () => {
    expect(() => summarize(times())).toThrow(/at least one sample/);
    expect(() => summarize(times(1, Number.NaN))).toThrow(/sample 1 must be a finite number/);
  });

  it('scales with the unit and ignores the order', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = createRandom(seed);
      const n = 1 + random.below(60);
      const sample = Float64Array.from({ length: n }, () => 1 + random.below(40));
      const one = summarize(sample);
      const scaled = summarize(sample.map((value) => value * 8));
      expect(scaled.medianNs).toBe(one.medianNs * 8);
      expect(scaled.ci95HiNs).toBe(one.ci95HiNs === null ? null : one.ci95HiNs * 8);
      const turned = summarize(Float64Array.from(sample).reverse());
      expect(turned.q3Ns).toBe(one.q3Ns);
      expect(turned.outliers).toBe(one.outliers);
      expect(one.minNs <= one.q1Ns && one.q1Ns <= one.medianNs).toBe(true);
      expect(one.medianNs <= one.q3Ns && one.q3Ns <= one.p95Ns).toBe(true);
      if (one.ci95LoNs !== null) expect(one.ci95LoNs).toBeLessThanOrEqual(one.medianNs);
    }
  });
});

describe('medianRanks', () => {
  // Ranks and coverage by SciPy's binomial distribution.
  it.each([
    [6, 0.95, 1, 0.96875],
    [8, 0.99, 1, 0.9921875],
    [20, 0.95, 6, 0.9586105346679688],
    [100, 0.99, 37, 0.9933628794840739],
    [1000, 0.95, 469, 0.9537088026395019],
    [10_000, 0.99, 4871, 0.990405841874164],
  ])('n = %d at %d', (n, level, lower, coverage) => {
    const ranks = medianRanks(n, level);
    expect(ranks).toMatchObject({ lower, upper: n + 1 - lower });
    expect(ranks?.coverage).toBeCloseTo(coverage, 9);
  });

  it('takes the narrowest interval that reaches the level, for every n', () => {
    for (let n = 1; n <= 60; n++) {
      const pmf = Array.from({ length: n + 1 }, () => 0);
      pmf[0] = 2 ** -n;
      for (let k = 1; k <= n; k++) pmf[k] = ((pmf[k - 1] ?? 0) * (n - k + 1)) / k;
      let lower = 0;
      let below = 0;
      while (2 * (below + (pmf[lower] ?? 1)) <= 0.05) below += pmf[lower++] ?? 0;
      expect(medianRanks(n, 0.95)?.lower ?? 0).toBe(lower);
    }
  });

  it('is null for too few', () => {
    expect(medianInterval(times(1, 2, 3, 4, 5), 0.95)).toBeNull();
    expect(medianRanks(0, 0.95)).toBeNull();
  });
});

describe('coverage over simulated runs', () => {
  it.each(distributions.flatMap((one) => [6, 20, 61].map((n) => ({ one, n }))))(
    '$one.name, n = $n',
    ({ one, n }) => {
      const seen = simulateCoverage(one, n, 2000, 11);
      const exact = medianRanks(n, 0.95)?.coverage ?? Number.NaN;
      const chance = 3.5 * Math.sqrt((exact * (1 - exact)) / 2000);
      expect(seen.at95).toBeGreaterThan(exact - chance);
      if (one.tick === undefined) expect(seen.at95).toBeLessThan(exact + chance);
      expect(seen.warned).toBeLessThan(0.02);
    },
  );

  it('falls for correlated samples, and warns', () => {
    const strong = correlated.at(-1);
    if (strong === undefined) throw new Error('no correlated distribution');
    const seen = simulateCoverage(strong, 100, 500, 12);
    expect(seen.at95).toBeLessThan(0.6);
    expect(seen.warned).toBeGreaterThan(0.98);
  });
});

describe('autocorrelation', () => {
  const autoregressive = (keep: number, n: number): Float64Array => {
    const random = createRandom(5);
    let state = random.normal();
    return Float64Array.from({ length: n }, () => {
      state = keep * state + Math.sqrt(1 - keep * keep) * random.normal();
      return 100 + state;
    });
  };

  it('finds independent samples independent', () => {
    const serial = autocorrelation(autoregressive(0, 2000));
    expect(Math.abs(serial.lag1 ?? 1)).toBeLessThan(0.06);
    expect(serial.effectiveN).toBeGreaterThan(1600);
    expect(serial.correlated).toBe(false);
  });

  it('counts correlated samples as fewer', () => {
    // Signs of a normal pair correlated by r are correlated by 2/pi asin r; summed over lags of r = 0.8^k.
    let tau = 1;
    for (let k = 1; k < 200; k++) tau += (4 / Math.PI) * Math.asin(0.8 ** k);
    const serial = autocorrelation(autoregressive(0.8, 20_000));
    expect(serial.lag1).toBeCloseTo((2 / Math.PI) * Math.asin(0.8), 1);
    expect(serial.inflation / tau).toBeGreaterThan(0.8);
    expect(serial.inflation / tau).toBeLessThan(1.2);
    expect(serial.correlated).toBe(true);
  });

  it('has nothing to say of few or equal samples', () => {
    expect(autocorrelation(times(1, 2, 3)).lag1).toBeNull();
    expect(autocorrelation(new Float64Array(20).fill(7))).toMatchObject({
      lag1: null,
      effectiveN: 20,
    });
    expect(autocorrelation(times()).effectiveN).toBe(0);
  });
});
