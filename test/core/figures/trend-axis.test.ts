import { describe, expect, it } from 'vitest';
import { fittingMarks } from '../../../src-main/charts/ticks.ts';
import { figureSpecSchema } from '../../../src-main/contract/figure.ts';
import type { TrendPoint } from '../../../src-main/contract/procedures/trends.ts';
import { defaultTrendOptions } from '../../../src-main/contract/procedures/trends.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { trendAxis } from '../../../src-main/core/figures/trend-axis.ts';
import { crossing, sourceOf, sweep } from './fixture.ts';

const point = (runId: string, day: number, commit?: string): TrendPoint => ({
  ...{ runId, caseIndex: 0, at: `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z` },
  ...{ medianNs: 1000, ci95: null, n: 20 },
  ...(commit === undefined ? {} : { commit }),
});
const points = [
  point('b', 9, 'abcdef0123'),
  point('a', 1, 'abcdef0123'),
  point('c', 10, '99998888777'),
  point('d', 31),
];

describe('the axis of a trend', () => {
  it('places runs at their dates, so that a gap in time is seen', () => {
    const { places, x } = trendAxis(points, 'date');
    const at = (run: string) => places.get(run) ?? 0;
    expect((at('b') - at('a')) / (at('c') - at('b'))).toBeCloseTo(8, 9);
    expect(x.marks?.map(({ text }) => text)).toEqual(
      '2026-03-01 2026-03-09 2026-03-10 2026-03-31'.split(' '),
    );
    expect(x.min).toBeLessThan(at('a'));
    expect(x.max).toBeGreaterThan(at('d'));
    const [first] = trendAxis(points.slice(2, 3), 'date').x.marks ?? [];
    expect(first?.text).toBe('03-10 10:00');
  });

  it('gathers runs of one commit, in the order of their first run', () => {
    const { places, x } = trendAxis(points, 'commit');
    expect(['a', 'b', 'c', 'd'].map((run) => places.get(run))).toEqual([1, 1, 2, 3]);
    expect(x.marks?.map(({ text }) => text)).toEqual(['abcdef01', '99998888', 'unknown']);
  });

  it('takes the first case of a run for its date', () => {
    const { places } = trendAxis([point('a', 5), point('a', 2), point('b', 3)], undefined);
    expect([places.get('a'), places.get('b')]).toEqual([1, 2]);
  });

  it('puts runs one beside the other otherwise', () => {
    expect(['a', 'b', 'c', 'd'].map((run) => trendAxis(points, undefined).places.get(run))).toEqual(
      [1, 2, 3, 4],
    );
  });
});

describe('marks of an axis', () => {
  const room = { extent: (text: string) => text.length, gap: 1 };

  it('keep their text where it fits, the last one always', () => {
    const marks = [0, 3, 10, 18, 20].map((at) => ({ at, text: 'abcd' }));
    expect(fittingMarks(marks, (at) => at, room).map(({ text }) => text)).toEqual([
      'abcd',
      '',
      'abcd',
      '',
      'abcd',
    ]);
    expect(fittingMarks([], (at) => at, room)).toEqual([]);
  });
});

it('a trend of several series stands on a logarithmic axis where they lie far apart, and names the run of each point', () => {
  const source = sourceOf(
    ['sequential', 'cub-even'].map((variant) => ({ variant, values: { n: 8e6, bins: 8 } })),
  );
  const trend = { ...defaultTrendOptions, by: 'date' as const };
  const spec = buildFigure('trend', source, { trend });
  expect(figureSpecSchema.parse(spec)).toEqual(spec);
  expect([spec.y.scale, spec.y.min]).toEqual(['log', undefined]);
  const [line] = spec.series.filter(({ label }) => label === 'sequential');
  const runs = line?.mark === 'line' ? line.points.map(({ run }) => run) : [];
  expect(runs.slice(0, 2)).toEqual(['run0', 'run1']);
  const alone = buildFigure('trend', source, { trend, variants: ['sequential'] });
  expect(alone.y.scale).toBe('linear');
});

describe('a trend', () => {
  const full = sourceOf(sweep, [crossing]);
  const onlyLast = {
    ...full,
    trend: (...[index, scope, options]: Parameters<NonNullable<typeof full.trend>>) => {
      const trend = full.trend?.(index, scope, options) ?? null;
      return trend === null
        ? null
        : {
            ...trend,
            points: trend.points.slice(-1),
            changePoints: [],
            segments: trend.segments.slice(-1).map((level) => ({ ...level, from: 0, to: 1 })),
          };
    },
  };

  it('has the runs that there are on its axis, and a level where there are several', () => {
    const many = buildFigure('trend', full);
    expect(many.x).toMatchObject({ whole: true, min: 0.5, max: 11.5 });
    expect(many.series.some(({ label }) => label.endsWith(', segment'))).toBe(true);
    expect(many.caption).toContain('Line: segment');
    const one = buildFigure('trend', onlyLast);
    expect(one.x).toMatchObject({ whole: true, min: 0.5, max: 1.5 });
    expect(one.series.some(({ label }) => label.endsWith(', segment'))).toBe(false);
    expect(one.caption).not.toContain('Line: segment');
  });
});
