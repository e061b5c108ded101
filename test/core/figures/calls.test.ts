import { describe, expect, it } from 'vitest';
import { callsBySize } from '../../../src-main/core/analysis/headline/calls-by-size.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import type { FigureSource } from '../../../src-main/core/figures/source.ts';
import { sourceOfLines, type Timed } from '../analysis/break-even/lines-of-a-run.ts';

const sizes = [1000, 16_000, 64_000];
const line = (variant: string, nsOf: (n: number) => Timed['ns'], gpu = false) =>
  sizes.map(
    (n): Timed => ({
      ...{ variant, values: { n, cache: 'hot' }, ns: nsOf(n) },
      ...(gpu ? { device: 'cuda' as const } : {}),
    }),
  );
const lines = [
  ...line('plain', (n) => n),
  ...line('copying', () => ({ call: 2000, total: 100_000, d2h: 500 }), true),
];
const report = sourceOfLines(lines);
const source = {
  ...{ runIds: ['01run'], appVersion: '1', breakEvens: [], workloads: [], cases: report.cases },
  machine: { cpuModel: 'CPU', gpus: [] },
  calls: (...asked: Parameters<NonNullable<FigureSource['calls']>>) =>
    callsBySize(report, ...asked),
} as unknown as FigureSource;

describe('the plane of sizes and calls', () => {
  it('has a line a strategy, at the numbers of calls that the table has', () => {
    const { series, x, y, summary } = buildFigure('calls', source);
    expect([x.scale, y.scale]).toEqual(['linear', 'log']);
    expect(series.map(({ label }) => label)).toEqual(['input stays', 'both stay']);
    const [input, both] = series.map((one) => ('points' in one ? one.points : []));
    expect(input?.map((point) => [point.x, point.y])).toEqual([
      [16_000, Math.ceil(97_500 / 13_500)],
      [64_000, Math.ceil(97_500 / 61_500)],
    ]);
    expect(both?.map((point) => [point.x, point.y])).toEqual([
      [16_000, Math.ceil(98_000 / 14_000)],
      [64_000, Math.ceil(98_000 / 62_000)],
    ]);
    expect(summary).toContain('with n = 64,000 the GPU pays from 2 calls on if input and answer');
  });

  it('counts the sizes that have no number, and names the state of the caches', () => {
    const { caption } = buildFigure('calls', source);
    expect(caption).toContain(
      'Sizes without a number, never or not established: copied each time: 3, input stays: 1, both stay: 1.',
    );
    expect(caption).toContain('Caches hot.');
  });

  it('draws no number whose interval is wider than a factor of 10', () => {
    const calls: typeof source.calls = (...asked) =>
      callsBySize(report, ...asked).map((row) =>
        row.size === 16_000 ? { ...row, ci95: [1, 11] as [number, number] } : row,
      );
    const { series } = buildFigure('calls', { ...source, calls });
    const sizesOf = series.map((one) => ('points' in one ? one.points.map(({ x }) => x) : []));
    expect(sizesOf).toEqual([[64_000], [64_000]]);
  });

  it('is refused where no GPU pays at any number of calls', () => {
    const cpus = sourceOfLines(line('plain', (n) => n));
    const calls = (...asked: Parameters<NonNullable<FigureSource['calls']>>) =>
      callsBySize(cpus, ...asked);
    expect(() => buildFigure('calls', { ...source, calls })).toThrow(
      'no size of this run has a number of calls from which on a GPU costs less',
    );
  });
});
