import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { exponentOf, lawsOf } from '../../../src-main/core/analysis/growth.ts';
import { meanRatio } from '../../../src-main/core/study/evidence.ts';
import { judge, judgeAll } from '../../../src-main/core/study/judge.ts';
import { studies } from '../../../src-main/core/study/known-studies.ts';
import { claimOf, evidence, judgeOver, stored } from './scripted.ts';

/** Those of the preset: the study's own range is not readable. */
const bins = [8, 32, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536];

/** Histograms over bins on uniform and degenerate values. */
const histograms = (
  variant: string,
  time: (bins: number, distribution: string) => number,
): readonly StoredCase[] =>
  bins.flatMap((count, i) =>
    ['uniform', 'degenerate'].map((distribution, j) =>
      stored(
        i * 2 + j + (variant === 'sequential' ? 100 : 0),
        'histogram',
        variant,
        { n: 1e6, bins: count, distribution },
        time(count, distribution),
      ),
    ),
  );

describe('a claim', () => {
  it('of any study that comes with the product is judged, and without cases it cannot be told', () => {
    const all = Object.values(studies).flatMap(({ claims }) => claims);
    expect(all.length).toBeGreaterThan(30);
    for (const claim of all) {
      const found = claim.finding(evidence([]));
      expect(found.verdict).toBe('cannot be told');
      expect(found.finding).toMatch(/^this run lacks /);
      expect(found).toMatchObject({ estimate: null, ci95: null });
    }
  });

  it('is about a number with an interval that lies inside, outside, or on both sides', () => {
    const about = { atLeast: 0.9, atMost: 1.1, meaning: '' };
    expect(judge({ ci95: [0.95, 1.05] }, about)).toBe('holds');
    expect(judge({ ci95: [1.4, 1.6] }, about)).toBe('does not hold');
    expect(judge({ ci95: [1, 1.2] }, about)).toBe('cannot be told');
    expect(judge({ ci95: null }, about)).toBe('cannot be told');
    expect(judgeAll(['holds', 'holds'])).toBe('holds');
    expect(judgeAll(['holds', 'cannot be told'])).toBe('cannot be told');
    expect(judgeAll(['cannot be told', 'does not hold'])).toBe('does not hold');
    expect(judgeAll([])).toBe('cannot be told');
  });
});

describe('dependence on the distribution', () => {
  const method1 = claimOf('bsuir-bins', 'method 1 depends on the distribution');
  const method2 = claimOf('bsuir-bins', 'method 2 does not depend');

  it('holds where degenerate values take longer at each number of bins', () => {
    const cases = histograms('tagged-words', (_, of) => (of === 'degenerate' ? 3e5 : 1e5));
    const found = method1.finding(evidence(cases));
    expect(found.verdict).toBe('holds');
    expect(found.estimate).toBeCloseTo(3);
    expect(found.ci95?.[0]).toBeGreaterThan(2.9);
    expect(found.ci95?.[1]).toBeLessThan(3.1);
    expect(found.values.pairs).toBe(11);
  });

  it('does not hold where one number of bins contradicts, which is named', () => {
    const cases = histograms('tagged-words', (count, of) =>
      of === 'degenerate' && count !== 256 ? 3e5 : 1e5,
    );
    const found = method1.finding(evidence(cases));
    expect(found.verdict).toBe('does not hold');
    expect(found.reason).toMatch(/at 1 of 11 \(bins = 256: 1 \[/);
  });

  it('cannot be told where samples scatter over the limit', () => {
    const cases = histograms('tagged-words', (_, of) => (of === 'degenerate' ? 1.1e5 : 1e5));
    const found = method1.finding(evidence(cases, 0.6));
    expect(found.verdict).toBe('cannot be told');
    expect(found.reason).toContain('11 of 11');
  });

  it('has its independence tested both ways', () => {
    const same = histograms('private-columns', () => 2e5);
    expect(method2.finding(evidence(same)).verdict).toBe('holds');
    const other = histograms('private-columns', (_, of) => (of === 'degenerate' ? 4e5 : 2e5));
    expect(method2.finding(evidence(other)).verdict).toBe('does not hold');
  });
});

describe('constancy along an axis', () => {
  const claim = claimOf('bsuir-bins', 'nearly constant in the number of bins (one core)');

  it('compares the slowest with the fastest', () => {
    const level = histograms('sequential', (count) => 1e5 * (1 + count / 1e6));
    expect(claim.finding(evidence(level))).toMatchObject({ verdict: 'holds' });
    const steep = histograms('sequential', (count) => 1e5 * (1 + count / 1000));
    const found = claim.finding(evidence(steep));
    expect(found.verdict).toBe('does not hold');
    expect(found.finding).toContain('(65536)');
    expect(found.estimate).toBeCloseTo(66.536 / 1.008, 1);
  });
});

describe('growth', () => {
  const claim = claimOf('ull-histogram', 'exponentially');
  const sizes = [1e3, 1e4, 1e6, 2e6, 4e6, 8e6];
  const growing = (time: (n: number) => number): readonly StoredCase[] =>
    ['global-atomics', 'shared-atomics'].flatMap((variant, j) =>
      sizes.map((n, i) => stored(j * 10 + i, 'histogram', variant, { n }, time(n))),
    );

  it('is no exponential where it is a straight line with an offset', () => {
    const found = claim.finding(evidence(growing((n) => 4000 + 0.16 * n)));
    expect(found.verdict).toBe('does not hold');
    expect(found.finding).toMatch(/global-atomics: time grows as n\^0\.\d+ \[/);
    expect(found.finding).toMatch(/as n\^0\.99\d? over the last two sizes/);
  });

  it('is one where it doubles at equal steps', () => {
    const found = claim.finding(evidence(growing((n) => 4000 * 2 ** (n / 1e6))));
    expect(found.verdict).toBe('holds');
  });

  it('cannot be told with three sizes, nor where both laws miss alike', () => {
    const few = growing((n) => n).filter(({ values }) => Number(values.n) > 1e6);
    expect(claim.finding(evidence(few)).verdict).toBe('cannot be told');
    const times = [1, 1.1, 30, 2, 4, 900];
    const wild = growing((n) => 4000 * (times[sizes.indexOf(n)] ?? 1));
    expect(claim.finding(evidence(wild)).verdict).toBe('cannot be told');
  });

  it('has exponents with intervals that are compared with the claim', () => {
    const square = claimOf('uniovi-cpu', 'square of the resolution');
    const of = (exponent: number, wobble = 0): readonly StoredCase[] =>
      ['sequential', 'omp-dynamic'].flatMap((variant, j) =>
        [256, 512, 1024, 2048].map((xres, i) =>
          stored(
            j * 10 + i,
            'mandelbrot',
            variant,
            { xres, yres: xres },
            xres ** exponent * (1 + wobble * (i % 2)),
          ),
        ),
      );
    expect(square.finding(evidence(of(2, 0.01)))).toMatchObject({ verdict: 'holds' });
    expect(square.finding(evidence(of(1.5, 0.01)))).toMatchObject({ verdict: 'does not hold' });
    expect(square.finding(evidence(of(2, 1)))).toMatchObject({ verdict: 'cannot be told' });
    expect(exponentOf([{ x: 1, timeNs: 1 }])).toBeNull();
    expect(lawsOf([1, 2, 3].map((x) => ({ x, timeNs: x })))).toBeNull();
  });
});

describe('the best share', () => {
  const claim = claimOf('uniovi-heterogeneous', 'best share');
  const shares = (time: (share: number) => number): readonly StoredCase[] =>
    [0.7, 0.8, 0.825, 0.85, 0.9, 1].map((share, i) =>
      stored(i, 'fractal-pipeline', 'heterogeneous', { share, xres: 10240 }, time(share)),
    );

  it('is the one named, one like it, or another', () => {
    const there = claim.finding(evidence(shares((share) => 1e8 * (1 + (share - 0.825) ** 2 * 9))));
    expect(there).toMatchObject({ verdict: 'holds', estimate: 0.825 });
    const other = claim.finding(evidence(shares((share) => 1e8 * (2 - share))));
    expect(other).toMatchObject({ verdict: 'does not hold', estimate: 1, ci95: [1, 1] });
    expect(other.reason).toMatch(/share = 0\.825 takes 1\.1[78].* times as long as share = 1/);
    const level = claim.finding(
      evidence(
        shares(() => 1e8),
        0.05,
      ),
    );
    expect(level.verdict).toBe('holds');
    expect(level.ci95).toEqual([0.7, 1]);
    const bare = {
      ...evidence(shares((share) => 1e8 * (2 - share))),
      samples: () => [],
      judge: judgeOver(() => []),
    };
    expect(claim.finding(bare).verdict).toBe('cannot be told');
  });
});

describe('memory kinds and grids', () => {
  const pictures = (
    time: (variant: string, memory: string) => number,
    sizes: readonly number[] = [1024, 2048, 4096, 8192, 10_240],
  ): readonly StoredCase[] =>
    ['grid-1d', 'grid-2d'].flatMap((variant, i) =>
      ['device', 'mapped', 'managed'].flatMap((memory, j) =>
        sizes.map((xres, k) =>
          stored(
            i * 100 + j * 10 + k,
            'mandelbrot',
            variant,
            { xres, yres: xres, memory },
            time(variant, memory) * (xres / 1024) ** 2,
          ),
        ),
      ),
    );

  it('are compared at equal sizes', () => {
    const cases = pictures((variant, memory) => {
      if (variant === 'grid-1d') return memory === 'mapped' ? 1.1e6 : 1.024e6;
      return { device: 1e6, mapped: 1.2e6, managed: 0.7e6 }[memory] ?? 0;
    });
    const of = (words: string) => claimOf('uniovi-gpu', words).finding(evidence(cases));
    expect(of('2 % over one thread per column')).toMatchObject({ verdict: 'holds' });
    expect(of('2 % over one thread per column').estimate).toBeCloseTo(1.024);
    expect(of('With one thread per column unified')).toMatchObject({ verdict: 'holds' });
    expect(of('faster than unified').verdict).toBe('does not hold');
    expect(of('faster than pinned').verdict).toBe('holds');
    expect(of('nothing over one thread per column in pinned').verdict).toBe('does not hold');
  });
});

it('lets two variants run each in its own way, unless that is swept', () => {
  const claim = claimOf('bsuir-bins', 'Method 2 looks slower');
  const of = (i: number, variant: string, blockSize: number, ns: number) =>
    bins.map((count, j) =>
      stored(
        i * 100 + j,
        'histogram',
        variant,
        { n: 1e6, bins: count, distribution: 'uniform', blockSize },
        ns,
      ),
    );
  const two = [...of(0, 'private-columns', 256, 3e5), ...of(1, 'tagged-words', 128, 1e5)];
  expect(claim.finding(evidence(two))).toMatchObject({ verdict: 'holds' });
  const swept = [...two, ...of(2, 'tagged-words', 256, 1.5e5)];
  const found = claim.finding(evidence(swept));
  expect(found.values.pairs).toBe(11);
  expect(found.estimate).toBeCloseTo(2);
});

it('limits a claim to the sizes that it is about', () => {
  const claim = claimOf('udelar-scan', 'From n = 32,768');
  const cases = Array.from({ length: 16 }, (_, k) => 1024 * 2 ** k).flatMap((n, i) => [
    stored(2 * i, 'exclusive-scan', 'sequential', { n }, 1e5),
    stored(2 * i + 1, 'exclusive-scan', 'blelloch', { n }, n < 32_768 ? 9e5 : 5e4),
  ]);
  const found = claim.finding(evidence(cases));
  expect(found).toMatchObject({ verdict: 'holds' });
  expect(found.estimate).toBeCloseTo(2);
  expect(found.values.pairs).toBe(11);
});

it('means of ratios have the interval of independent errors', () => {
  const one = { value: 2, ci95: [2 / 1.1, 2 * 1.1] as const };
  const geometric = meanRatio([one, one, one, one], 'geometric');
  expect(geometric?.value).toBeCloseTo(2);
  expect(Math.log((geometric?.ci95?.[1] ?? 0) / 2)).toBeCloseTo(Math.log(1.1) / 2);
  const arithmetic = meanRatio([one, { value: 4, ci95: [4 / 1.1, 4 * 1.1] }], 'arithmetic');
  expect(arithmetic?.value).toBe(3);
  expect((arithmetic?.ci95?.[1] ?? 0) - 3).toBeCloseTo((Math.log(1.1) * Math.hypot(2, 4)) / 2);
  expect(meanRatio([one, { value: 2, ci95: null }], 'geometric')?.ci95).toBeNull();
  expect(meanRatio([], 'geometric')).toBeNull();
});
