import { describe, expect, it } from 'vitest';
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

function source(
  time: (variant: string, xres: number) => number,
  variants: readonly string[] = ['sequential', 'omp-dynamic', 'cuda-fast'],
  machine: Partial<FigureSource['machine']> = {
    physicalCores: 8,
    clockHz: 3.6e9,
    flopsPerCycle: 16,
  },
): FigureSource {
  const cases: readonly StoredCase[] = variants.flatMap((variant, i) =>
    sizes.map((xres, j) =>
      stored(
        i * 10 + j,
        'mandelbrot',
        variant,
        { xres, yres: xres, maxiter: 1000 },
        time(variant, xres) * 1e9,
      ),
    ),
  );
  return {
    ...full,
    machine: { cpuModel: 'Test CPU', gpus: [], ...machine },
    cases,
    workloads: [],
    breakEvens: [],
  };
}

const pointsOf = (spec: FigureSpec, label: string) => {
  const found = spec.series.find((series) => series.label === label);
  if (found?.mark !== 'line') throw new Error(`no line ${label}`);
  const unit = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }[/\((.*)\)$/.exec(spec.y.label)?.[1] ?? ''] ?? 0;
  return found.points.map(({ x, y }) => [x, (y * unit) / 1e9] as const);
};

const axis = { sizeAxis: 'xres' };
const withAxis = (given: FigureSource): FigureSource => {
  const [workload] = full.workloads;
  if (workload === undefined) throw new Error('no workload');
  return {
    ...given,
    workloads: [{ ...workload, id: 'mandelbrot', title: 'Mandelbrot set', ...axis }],
  };
};

describe('the theory figure', () => {
  const spec = buildFigure(
    'theory',
    withAxis(
      source((variant, xres) =>
        variant === 'sequential' ? (3 * 8 * work(xres)) / peak : (5 * work(xres)) / peak,
      ),
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
    expect(spec.caption).toContain('sequential 1.0000 (k = 3); omp-dynamic 1.0000 (k = 5)');
    expect(spec.caption).toContain('460.8 GFLOP/s (8 cores * 3.6 GHz * 16 flop a cycle)');
    expect(spec.summary).toContain('1.0000');
  });

  it('has a correlation that is not perfect where times do not follow, and says when it lacks a peak', () => {
    const times = [1, 9, 4];
    const wild = buildFigure(
      'theory',
      withAxis(source((_, xres) => times[sizes.indexOf(xres)] ?? 1, ['sequential'], {})),
    );
    const [, correlation] = /sequential (-?0\.\d{4})/.exec(wild.caption) ?? [];
    expect(Math.abs(Number(correlation))).toBeLessThan(0.9);
    expect(wild.caption).toContain('The peak of this processor is not known');
    expect(wild.series.map(({ label }) => label)).toEqual(['sequential', 'sequential, predicted']);
  });

  it('refuses what it knows no theory of, in one sentence', () => {
    expect(() => buildFigure('theory', full)).toThrow(
      'no study predicts the time of histogram from its operations',
    );
    const cuda = withAxis(source(() => 1, ['cuda-fast']));
    expect(() => buildFigure('theory', cuda)).toThrow(
      /the theory of mandelbrot is about sequential/,
    );
  });

  it('follows both sides of a square, as a scaling figure does', () => {
    const scaling = buildFigure('scaling', withAxis(source((_, xres) => work(xres) / peak)));
    expect(scaling.title).not.toContain('yres');
    expect(pointsOf(scaling, 'sequential').map(([x]) => x)).toEqual(sizes);
  });
});
