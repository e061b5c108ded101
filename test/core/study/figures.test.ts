import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import type { Machine } from '../../../src-main/contract/machine.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import type { Workload } from '../../../src-main/contract/workload.ts';
import { identityOf } from '../../../src-main/core/figures/source.ts';
import { readPresets } from '../../../src-main/core/plan/own-presets.ts';
import { studies } from '../../../src-main/core/study/known-studies.ts';
import { readPublished } from '../../../src-main/core/study/published.ts';
import { reportStudy } from '../../../src-main/core/study/report.ts';
import { histogram } from '../figures/fixture.ts';
import { judgeOver, stored } from './scripted.ts';

const machine = {
  ...{ cpuModel: 'Test CPU', physicalCores: 8, clockHz: 3.6e9, flopsPerCycle: 16 },
  gpus: [{ name: 'Test GPU' }],
} as unknown as Machine;

function figuresOf(
  preset: string,
  cases: readonly StoredCase[],
  workloads: readonly Workload[] = [],
) {
  const study = studies[preset];
  const found = readPresets().find(({ id }) => id === preset);
  if (study === undefined || found === undefined) throw new Error(`no study ${preset}`);
  const { figures } = reportStudy(study, {
    configuration: found.configuration as Configuration,
    study: readPublished().find(({ id }) => id === study.published),
    workloads,
    ...{ cases, machine, runId: '01run', samples: () => [], variantOf: () => undefined },
    judge: judgeOver(() => []),
  });
  return figures;
}

describe('figures of the tables of a study', () => {
  const sizes = [1000, 10_000, 1_000_000];
  const counted = sizes.map((n, i) =>
    stored(i, 'histogram', 'shared-atomics', { n, bins: 8, distribution: 'uniform' }, n * 10),
  );

  it('are lines in the statistic of each table, the printed numbers hollow beside', () => {
    const figures = figuresOf('ull-histogram', counted);
    expect(figures.map(({ title }) => title)).toEqual(
      ['mean (3.1)', 'max (3.2)', 'min (3.3)'].map((table) => `Table ${table}: execution time`),
    );
    const ours = figures.map(({ series }) =>
      series.filter(({ published }) => !published).map((one) => 'points' in one && one.points),
    );
    const at = (factor: number) =>
      sizes.map((n) => ({ x: n, y: (n * 10 * factor) / 1e6, lo: null, hi: null, n: 0 }));
    expect(ours).toEqual([[at(1)], [at(2)], [at(0.5)]]);
    const [mean] = figures;
    expect(mean?.caption).toContain('Measured: mean of the kernel time.');
    expect(mean?.caption).toContain('Universidad de La Laguna, 2024: hardware not stated');
    expect(mean?.series.map(({ label, published }) => [label, published])).toEqual([
      ['Universidad de La Laguna, 2024: global-atomics', true],
      ['shared-atomics', false],
      ['Universidad de La Laguna, 2024: shared-atomics', true],
    ]);
    const printed = mean?.series.find(({ key }) => key.endsWith('shared-atomics'));
    const own = mean?.series.find(({ published }) => !published);
    expect(printed?.slot).toBe(own?.slot);
    expect(mean?.x.scale).toBe('log');
  });

  it('give a variant the colour, dash and marker that it has everywhere', () => {
    const [mean] = figuresOf('ull-histogram', counted, [histogram]);
    for (const series of mean?.series ?? []) {
      const variant = series.key.slice(series.key.lastIndexOf('/') + 1);
      const { device, slot } = identityOf(histogram, variant);
      expect([series.device, series.slot]).toEqual([device, slot]);
      expect(device).toBe('cuda');
    }
  });

  it('are bars where rows are matrices: total, fragment and both deltas', () => {
    const values = { matrix: 'random-sparse', n: 1138, nonzeros: 2596, 'levels-on': 'cuda' };
    const figures = figuresOf('udelar-row-ordering', [
      stored(0, 'row-ordering', 'sequential', values, 3e6),
      stored(1, 'row-ordering', 'thrust-study', values, 5e6),
    ]);
    expect(figures.map(({ title, kind }) => [title.split(', ').at(-1), kind])).toEqual([
      ['total', 'bars'],
      ['fragment', 'bars'],
      ['deltas', 'bars'],
    ]);
    const deltas = figures[2]?.series.filter(({ published }) => !published);
    expect(deltas?.map((one) => 'points' in one && one.points.map(({ x, y }) => [x, y]))).toEqual([
      [[5, -2]],
      [[5, -2]],
    ]);
    expect(figures[2]?.x.categories).toHaveLength(6);
    expect(figures[1]?.caption).toContain(
      'Measured: mean of the fragment time or fragmentCall time.',
    );
  });

  it('go over the axis of their rows, shares as well, and say what the study leaves open', () => {
    const whole = [0.7, 0.8, 0.825].map((share, i) =>
      stored(
        i,
        'fractal-pipeline',
        'heterogeneous',
        { xres: 10240, yres: 10240, maxiter: 1000, share },
        1e9 * (i + 1),
      ),
    );
    const [shares, ...others] = figuresOf('uniovi-heterogeneous', whole);
    expect(shares?.title).toBe('Table 7: GPU share and time at 10240 x 10240');
    expect(shares?.x.label).toBe('gpuShare (ratio)');
    const points = shares?.series.map((one) => 'points' in one && one.points.map(({ x }) => x));
    expect(points).toEqual([
      [0.7, 0.8, 0.825],
      [0.7, 0.8, 0.825, 0.85, 0.9],
    ]);
    expect(shares?.caption).toContain('the work may differ');
    expect(shares?.caption).toContain('its own 0.9 was faster');
    expect(others.map(({ title, x }) => [title, x.label])).toEqual([
      ['Table 8: heterogeneous', 'yres (count)'],
    ]);
  });

  it('are left out where this run has no number for them', () => {
    expect(figuresOf('ull-histogram', [])).toEqual([]);
    expect(figuresOf('udelar-row-ordering', [])).toEqual([]);
  });
});
