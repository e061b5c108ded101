import { describe, expect, it } from 'vitest';
import type { FigureSpec } from '../../../src-main/contract/figure.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { crossing, sourceOf, sweep } from './fixture.ts';

/** At this size the sequential variant takes ten times as long as all phases of the other. */
const source = sourceOf(
  ['sequential', 'shared-atomics'].map((variant) => ({ variant, values: { n: 8e6, bins: 8 } })),
);
const pointsAt = (spec: FigureSpec, x: number) =>
  spec.series.flatMap((series) =>
    series.mark === 'box' ? [] : series.points.filter((point) => point.x === x),
  );

describe('phases', () => {
  it('stacks the parts and not the wholes', () => {
    const spec = buildFigure('phases', sourceOf(sweep, [crossing]));
    expect(spec.stacked).toBe(true);
    expect(spec.series.map(({ key }) => key)).toEqual(
      'phase/alloc phase/h2d phase/kernel phase/d2h'.split(' '),
    );
    expect(spec.title).toContain('n = 8,000,000');
  });

  it('as parts of their sum fill every bar, under the sum of its times', () => {
    const spec = buildFigure('phases', source, { as: 'share' });
    const labels = [0, 1].map((x) => {
      const points = pointsAt(spec, x);
      expect(points.reduce((sum, { y }) => sum + y, 0)).toBeCloseTo(100, 9);
      return points.flatMap(({ label }) => label ?? []);
    });
    // Once on each, of the whole.
    expect(labels.map(({ length }) => length)).toEqual([1, 1]);
    expect(labels[0]?.[0]).toMatch(/^8\.\d+ ms$/);
    expect(spec.y.label).toBe('Part of the sum of the phases (%)');
    const metrics = source.cases[1]?.metrics ?? {};
    const sum = ['alloc', 'h2d', 'kernel', 'd2h'].reduce(
      (ns, part) => ns + (metrics[part]?.medianNs ?? 0),
      0,
    );
    const [kernel] = spec.series.flatMap((series) =>
      series.label === 'kernel' && series.mark === 'bar' ? series.points.slice(1) : [],
    );
    expect(kernel?.y).toBeCloseTo((100 * (metrics.kernel?.medianNs ?? 0)) / sum, 9);
  });

  it('on a logarithmic axis stand side by side, with their intervals, unstacked', () => {
    const spec = buildFigure('phases', source, { as: 'log' });
    expect([spec.y.scale, spec.stacked]).toEqual(['log', undefined]);
    expect(spec.series.map((series) => series.mark === 'line' && series.unjoined)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(pointsAt(spec, 1)).toHaveLength(4);
    for (const { y, lo, hi } of pointsAt(spec, 1)) {
      expect(lo ?? 0).toBeLessThanOrEqual(y);
      expect(hi ?? 0).toBeGreaterThanOrEqual(y);
    }
  });
});
