import { describe, expect, it } from 'vitest';
import { axisDomain } from '../../../src-main/charts/domain.ts';
import { describePoint, figureTable } from '../../../src-main/charts/table.ts';
import { figureSpecSchema } from '../../../src-main/contract/figure.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { processMedians } from '../../../src-main/core/figures/ridgeline.ts';
import type { FigureSource } from '../../../src-main/core/figures/source.ts';
import { sourceOf } from './fixture.ts';

const ramp = (from: number, to: number, count: number) =>
  Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

/** Three processes of the first variant, the last slower; one of the second. */
const source: FigureSource = {
  ...sourceOf(['sequential', 'omp-private'].map((variant) => ({ variant, values: { n: 1e6 } }))),
  repetitions: (index) =>
    index === 0
      ? [ramp(1000, 1100, 30), ramp(1000, 1100, 30), ramp(1200, 1300, 30)]
      : [ramp(2000, 2040, 40)],
};
const spec = buildFigure('distribution', source, { as: 'ridgeline' });
const rows = spec.series.flatMap((series) => (series.mark === 'step' ? [series] : []));

describe('a ridgeline', () => {
  it('has a row for each variant, the first at the top, whose ridges do not reach into each other', () => {
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    expect(spec.y.categories).toEqual(['omp-private', 'sequential']);
    expect(rows.map(({ label }) => label)).toEqual(['sequential', 'omp-private']);
    // The points of the last row are not cut off.
    expect(axisDomain(spec, 'y')).toEqual({ min: -0.7, max: 1.5 });
    rows.forEach(({ points, base = 0 }, i) => {
      const ys = points.map(({ y }) => y);
      expect(Math.min(...ys)).toBeCloseTo(base, 9);
      // The fullest bin of each is as high as that of the other: shares are read from the table.
      expect(Math.max(...ys) - base).toBeCloseTo(0.75, 9);
      expect(base).toBeGreaterThan(1 - i - 0.5);
      expect(Math.max(...ys)).toBeLessThan(1 - i + 0.5);
    });
  });

  it('shows the median of every process, and counts every sample', () => {
    expect(rows.map(({ rug }) => rug?.map((us) => Math.round(us * 1000)))).toEqual([
      [1050, 1050, 1250],
      [2020],
    ]);
    expect(spec.caption).toContain('Points: medians of the processes, 1 to 3 per series.');
    const counts = rows.map(({ points }) => points.reduce((sum, { n }) => sum + n, 0));
    expect(counts).toEqual([90, 40]);
    expect(processMedians([new Float64Array(), Float64Array.from([3, 1, 2])])).toEqual([2]);
  });

  it('says counts, not heights, in its table and at the pointer', () => {
    const table = figureTable(spec);
    expect(table.columns).toEqual(['Series', 'Time (µs)', 'Samples up to the next']);
    const total = table.rows.reduce((sum, [, , n]) => sum + Number(n), 0);
    expect(total).toBe(130);
    expect(describePoint(spec, 1, 1)).toMatch(/^omp-private at 2: \d+ samples in this bin$/);
  });
});
