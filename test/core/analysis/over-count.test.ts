import { describe, expect, it } from 'vitest';
import type { PercentOfPeak } from '../../../src-main/contract/inspection.ts';
import { countSeriesSchema } from '../../../src-main/contract/over-count.ts';
import { seriesOverCount } from '../../../src-main/core/analysis/over-count.ts';
import { sourceOfLines, type Timed } from './break-even/lines-of-a-run.ts';

const counts = [1, 2, 4, 8, 16];
const timed = (nsOf: (threads: number) => number, nOf = (_threads: number) => 1000) =>
  counts.map((threads): Timed => {
    return { variant: 'split', values: { n: nOf(threads), threads }, ns: nsOf(threads) };
  });
const amdahl = (threads: number) => 1e6 * (0.1 + 0.9 / threads);
const threads = { axis: 'threads', scope: 'total' };

describe('scaling over a count', () => {
  it('has time, speedup and efficiency of each count, and the verdict against the row above', () => {
    const source = sourceOfLines(timed(amdahl));
    const [series, ...more] = seriesOverCount(source, threads);
    expect(more).toEqual([]);
    expect(countSeriesSchema.parse(series)).toEqual(series);
    expect(series?.kind).toBe('strong');
    expect(series?.rows.map(({ count }) => count)).toEqual(counts);
    expect(series?.rows[0]).toMatchObject({ speedup: null, efficiency: null, above: null });
    const last = series?.rows[4];
    expect(last?.speedup?.value).toBeCloseTo(1 / (0.1 + 0.9 / 16), 6);
    expect(last?.efficiency?.value).toBeCloseTo(1 / (0.1 + 0.9 / 16) / 16, 6);
    expect(series?.rows.slice(1).map(({ above }) => above?.verdict)).toEqual(
      Array(4).fill('faster'),
    );
    expect(series?.amdahl?.serial).toBeCloseTo(0.1, 6);
    expect(series?.sentence).toMatch(
      /^split, end to end: 6\.4\d*× \[6\.4\d*, 6\.4\d*×\] at threads = 16 compared with threads = 1; serial part 10 % \[10 %, 10 %\] by Amdahl's law\.$/,
    );
  });

  it('says from which count on more do not pay, and that the law does not fit then', () => {
    const source = sourceOfLines(timed((p) => 1e6 / Math.min(p, 4)));
    const [series] = seriesOverCount(source, threads);
    expect(series?.sentence).toMatch(
      /: 4\.000× \[4\.000, 4\.000×\] at threads = 4 compared with threads = 1; more than 4 threads do not pay; Amdahl's law does not fit \(\d+ % off at threads = \d+\)\.$/,
    );
  });

  it('says so where no count is faster', () => {
    const source = sourceOfLines(timed((p) => 1e6 * p));
    expect(seriesOverCount(source, threads)[0]?.sentence).toContain(
      'no count is faster than threads = 1; more than 1 threads do not pay',
    );
  });

  it('names the bandwidth where it is reached', () => {
    const source = sourceOfLines(timed((p) => 1e6 / Math.min(p, 4)));
    const share = { percent: 93, bound: 'memory', peak: 1e10, unit: 'B/s' } satisfies PercentOfPeak;
    expect(seriesOverCount(source, threads, { 2: share })[0]?.sentence).toContain(
      'do not pay; 93 % of the measured bandwidth is reached there',
    );
  });

  it('is weak where the size grows with the count', () => {
    const source = sourceOfLines(
      timed(
        (p) => 1e6 * (1 + 0.01 * p),
        (p) => 1000 * p,
      ),
    );
    const [series] = seriesOverCount(source, threads);
    expect(series?.kind).toBe('weak');
    expect(series?.amdahl).toBeNull();
    expect(series?.rows.map(({ size }) => size)).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(series?.rows[4]?.efficiency?.value).toBeCloseTo(1.01 / 1.16, 6);
    expect(series?.rows[4]?.speedup?.value).toBeCloseTo((16 * 1.01) / 1.16, 5);
    expect(series?.sentence).toMatch(
      /with the problem growing as threads, threads = 16 keep 87\.1 % \[.*\] of the speed of threads = 1\.$/,
    );
  });

  it('has a series for each size, and takes what a count of 0 came to', () => {
    const two = [1000, 2000].flatMap((n) => timed(amdahl, () => n));
    const source = sourceOfLines(two);
    expect(seriesOverCount(source, threads).map(({ values }) => values)).toEqual([
      { n: 1000 },
      { n: 2000 },
    ]);
    const zero = source.cases.map((one) =>
      one.values.threads === 16
        ? { ...one, values: { ...one.values, threads: 0 }, attributes: { threads: 12 } }
        : one,
    );
    const [series] = seriesOverCount({ ...source, cases: zero }, threads);
    expect(series?.rows.map(({ count }) => count)).toEqual([1, 2, 4, 8, 12]);
  });

  it('refuses what is no count in one sentence', () => {
    const source = sourceOfLines(timed(amdahl));
    const refused =
      (axis: string, scope = 'total') =>
      () =>
        seriesOverCount(source, { axis, scope });
    expect(refused('thread')).toThrow(
      'over: no case of the run has "thread"; did you mean "threads"?',
    );
    expect(refused('n')).toThrow('over: n is the size itself');
    expect(refused('threads', 'h2d')).toThrow('scope: no case of the run has "h2d"');
  });
});
