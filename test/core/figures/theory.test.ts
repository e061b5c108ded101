import { describe, expect, it } from 'vitest';
import { seriesStyle } from '../../../src-main/charts/style.ts';
import { greyTheme, lightTheme } from '../../../src-main/charts/theme.ts';
import { type FigureSpec, figureSpecSchema } from '../../../src-main/contract/figure.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { renderPng } from '../../../src-main/core/figures/render.ts';
import type { FigureSource } from '../../../src-main/core/figures/source.ts';
import { stored } from '../study/scripted.ts';
import { sourceOf, sweep } from './fixture.ts';

const full = sourceOf(sweep);

const sizes = [64, 256, 1024];
/** 8 cores of 3.6 GHz with 16 operations a cycle. */
const peak = 460.8e9;
const work = (xres: number): number => xres * xres * 6005;

const [known] = full.workloads;
if (known === undefined) throw new Error('no workload');
const mandelbrot = { ...known, id: 'mandelbrot', title: 'Mandelbrot set', sizeAxis: 'xres' };
const cores = { physicalCores: 8, clockHz: 3.6e9, flopsPerCycle: 16 };

function source(
  time: (variant: string, xres: number) => number,
  variants: readonly string[] = ['sequential', 'omp-dynamic', 'cuda-fast'],
  machine: Partial<FigureSource['machine']> = cores,
): FigureSource {
  const cases: readonly StoredCase[] = variants.flatMap((variant, i) =>
    sizes.map((xres, j) => {
      const values = { xres, yres: xres, maxiter: 1000 };
      return stored(i * 10 + j, 'mandelbrot', variant, values, time(variant, xres) * 1e9);
    }),
  );
  const own = { workloads: [mandelbrot], breakEvens: [] };
  return { ...full, machine: { cpuModel: 'Test CPU', gpus: [], ...machine }, cases, ...own };
}

const pointsOf = (spec: FigureSpec, label: string) => {
  const found = spec.series.find((series) => series.label === label);
  if (found?.mark !== 'line') throw new Error(`no line ${label}`);
  const unit = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }[/\((.*)\)$/.exec(spec.y.label)?.[1] ?? ''] ?? 0;
  return found.points.map(({ x, y }) => [x, (y * unit) / 1e9] as const);
};

describe('the theory figure', () => {
  const spec = buildFigure(
    'theory',
    source((variant, xres) =>
      variant === 'sequential' ? (3 * 8 * work(xres)) / peak : (5 * work(xres)) / peak,
    ),
  );

  it('draws measured and predicted time, log-log, of the variants that the theory is about', () => {
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    expect([spec.kind, spec.x.scale, spec.y.scale]).toEqual(['theory', 'log', 'log']);
    expect(spec.series.map(({ label }) => label).sort()).toEqual([
      'omp-dynamic',
      'omp-dynamic, predicted',
      'sequential',
      'sequential, predicted',
      'theory, all cores',
      'theory, one core',
    ]);
    expect(spec.title).toContain('measured and predicted');
    expect(renderPng(spec).length).toBeGreaterThan(5000);
  });

  it('predicts with one k a variant, over all cores or over one', () => {
    for (const [x, s] of pointsOf(spec, 'sequential, predicted')) {
      expect(s).toBeCloseTo((24 * work(x)) / peak, 9);
    }
    for (const [x, s] of pointsOf(spec, 'theory, one core')) {
      expect(s / ((8 * work(x)) / peak)).toBeCloseTo(1, 6);
    }
    expect(pointsOf(spec, 'omp-dynamic').map(([x]) => x)).toEqual(sizes);
    expect(spec.caption).toContain(
      'k is the mean of measured over theory: 3 for sequential, 5 for omp-dynamic.',
    );
    expect(spec.caption).toContain(
      'Correlation of measured and predicted: 1.0000 for sequential, 1.0000 for omp-dynamic.',
    );
    expect(spec.caption).not.toContain('No correlation');
    expect(spec.caption).toContain(
      'the nominal peak, 460.8 GFLOP/s (8 cores * 3.6 GHz (clock reported by the system) * 16 flop per cycle).',
    );
    expect(spec.summary).toContain('1.0000');
  });

  it('has a correlation that is not perfect where times do not follow, and says when it lacks a peak', () => {
    const times = [1, 9, 4];
    const wild = buildFigure(
      'theory',
      source((_, xres) => times[sizes.indexOf(xres)] ?? 1, ['sequential'], {}),
    );
    const [, correlation] = /(-?0\.\d{4}) for sequential/.exec(wild.caption) ?? [];
    expect(Math.abs(Number(correlation))).toBeLessThan(0.9);
    expect(wild.caption).toContain('The peak of this CPU is not known');
    expect(wild.series.map(({ label }) => label)).toEqual(['sequential', 'sequential, predicted']);
  });

  it('gives each prediction a look of its own, in colour and in grey', () => {
    const six = ['omp-collapse', 'omp-dynamic', 'omp-guided', 'omp-static', 'omp-tasks'];
    const many = source((_, xres) => work(xres) / peak, ['sequential', ...six]);
    const [variant] = mandelbrot.variants;
    if (variant === undefined) throw new Error('no variant');
    const variants = ['sequential', ...six].map((id) => ({
      ...variant,
      id,
      device: 'cpu' as const,
    }));
    const figure = buildFigure('theory', { ...many, workloads: [{ ...mandelbrot, variants }] });
    const predicted = figure.series.filter(({ label }) => label.endsWith(', predicted'));
    expect(predicted).toHaveLength(6);
    for (const theme of [lightTheme, greyTheme(lightTheme)]) {
      const looks = predicted.map((series) => {
        const { colour, dash, marker } = seriesStyle(series, theme);
        const marked = series.mark === 'line' && series.bare !== true;
        return JSON.stringify([colour, dash, marked ? marker : null]);
      });
      expect(new Set(looks).size).toBe(6);
    }
  });

  it('says once that a correlation takes more sizes, and the k of each variant', () => {
    const given = source((_, xres) => (24 * work(xres)) / peak);
    const two = { ...given, cases: given.cases.filter(({ values }) => values.xres !== 256) };
    const { caption } = buildFigure('theory', two);
    expect(caption).toContain('theory: 3 for sequential, 24 for omp-dynamic.');
    expect(caption.match(/No correlation: at least three sizes/g)).toHaveLength(1);
    expect(caption).not.toContain('A correlation needs');
  });

  it('says what was measured beside the nominal peak, and that more is the clock', () => {
    const captionWith = (measuredFlops: number) =>
      buildFigure(
        'theory',
        source((_, xres) => work(xres) / peak, undefined, { ...cores, measuredFlops }),
      ).caption;
    expect(captionWith(500e9)).toContain(
      '* 16 flop per cycle; measured multiply-adds: 500 GFLOP/s, so the cores run above that clock).',
    );
    expect(captionWith(400e9)).toContain('measured multiply-adds: 400 GFLOP/s).');
  });

  it('refuses what it knows no theory of, in one sentence', () => {
    expect(() => buildFigure('theory', full)).toThrow(
      'no study predicts the time of histogram from its operations',
    );
    const cuda = source(() => 1, ['cuda-fast']);
    expect(() => buildFigure('theory', cuda)).toThrow(
      /the theory of mandelbrot is about sequential/,
    );
  });

  it('follows both sides of a square, as a scaling figure does', () => {
    const scaling = buildFigure(
      'scaling',
      source((_, xres) => work(xres) / peak),
    );
    expect(scaling.title).not.toContain('yres');
    expect(pointsOf(scaling, 'sequential').map(([x]) => x)).toEqual(sizes);
  });
});
