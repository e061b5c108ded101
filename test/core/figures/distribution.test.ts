import { describe, expect, it } from 'vitest';
import type { FigureSpec } from '../../../src-main/contract/figure.ts';
import { distributionFigure, type SampleSet } from '../../../src-main/core/figures/distribution.ts';
import { binWidth, countBins, reachOf } from '../../../src-main/stats/histogram.ts';

const set = (label: string, times: readonly number[]): SampleSet => ({
  key: label,
  label,
  device: 'cpu',
  slot: 0,
  timesNs: Float64Array.from(times),
});
const ramp = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
const options = { title: 'Distribution', context: '', provenance: {} } as const;

describe('bins', () => {
  it('have the width of Freedman and Diaconis', () => {
    const ascending = Float64Array.from(ramp(0, 100, 1001));
    expect(binWidth(ascending, 0, 100)).toBeCloseTo(100 / Math.cbrt(1001), 6);
  });

  it('count every value once, the upper end in the last', () => {
    const values = Float64Array.from([0, 0.5, 1, 1.5, 2]);
    expect(countBins(values, 0, 1, 2).map(({ count }) => count)).toEqual([2, 3]);
  });

  it('reach over a far tail only when it is thin, and say how much of it there is', () => {
    const body = ramp(100, 110, 500);
    expect(reachOf(Float64Array.from([...body, 5000]))).toMatchObject({ beyond: 1 });
    const thick = [...body, ...ramp(4000, 5000, 60)].sort((a, b) => a - b);
    expect(reachOf(Float64Array.from(thick))).toEqual({ to: 5000, beyond: 0 });
  });

  it('end near the body on a machine where every twentieth sample is disturbed', () => {
    const noisy = [...ramp(100, 110, 475), ...ramp(200, 9000, 25)].sort((a, b) => a - b);
    const reach = reachOf(Float64Array.from(noisy));
    expect(reach.beyond).toBe(25);
    expect(reach.to).toBeLessThan(150);
  });
});

describe('distribution', () => {
  it('lets one series that spreads far more than the others not squeeze them, and says so', () => {
    const steady = ['a', 'b', 'c'].map((id) => set(id, ramp(990, 1010, 100)));
    // Half of it within a few percent, the rest far out: its own range is wide too.
    const noisy = set('noisy', [...ramp(20_000, 60_000, 80), ...ramp(60_000, 200_000, 20)]);
    const spec = distributionFigure([...steady, noisy], { ...options, form: 'histogram' });
    const xs = spec.series.flatMap((each) =>
      ('points' in each ? each.points : []).map(({ x }) => x),
    );
    const q3 = 58_000;
    const deviation = (60_000 / 42_000 - 1) * 100;
    expect(Math.max(...xs)).toBeGreaterThan(deviation);
    expect(Math.max(...xs)).toBeLessThan(((q3 + 1.6 * 28_000) / 42_000 - 1) * 100 + 40);
    expect(spec.caption).toMatch(
      /slow samples \(up to 200 µs; \d+ % of noisy\) are beyond the axis/,
    );
    const alone = distributionFigure([noisy], { ...options, form: 'histogram' });
    expect(alone.caption).not.toContain('beyond the axis');
  });

  describe('on an axis that one series stretches', () => {
    /** Bodies of a few percent with tails of their own, beside one series that reaches far. */
    const families: Readonly<Record<string, readonly SampleSet[]>> = {
      'times a decade apart': [
        set('tight', [...ramp(990, 1010, 90), 1080, 1098, 1100, 1134, 1600, 2000]),
        set('wide', ramp(9000, 12_800, 100)),
        set('same', [...ramp(50_000, 50_000, 60), 53_000, 90_000]),
      ],
      'times near each other': [
        set('tight', [...ramp(990, 1010, 90), 1080, 1098, 1100, 1134, 1600, 2000]),
        set('wide', [...ramp(900, 1280, 100), 4000]),
      ],
    };
    const relative = (name: string): boolean => name.includes('decade');
    const drawnEnd = (spec: FigureSpec): number =>
      Math.max(
        ...spec.series.flatMap((each) => ('points' in each ? each.points : []).map(({ x }) => x)),
      );
    const onAxis = (name: string, { timesNs }: SampleSet): readonly number[] => {
      const ascending = [...timesNs].sort((a, b) => a - b);
      const middle = (ascending.length - 1) / 2;
      const median =
        ((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2;
      return ascending.map((ns) => (relative(name) ? (ns / median - 1) * 100 : ns / 1000));
    };
    const beyondOf = (spec: FigureSpec): number =>
      Number(/(\d+) slow samples? \(/.exec(spec.caption)?.[1] ?? 0);

    it.each(Object.entries(families))('counts into bins all that lies on it: %s', (name, sets) => {
      const spec = distributionFigure(sets, { ...options, form: 'histogram' });
      const end = drawnEnd(spec);
      let beyond = 0;
      spec.series.forEach((series, i) => {
        const all = sets[i] === undefined ? [] : onAxis(name, sets[i]);
        const inside = all.filter((x) => x <= end + 1e-9).length;
        const points = series.mark === 'step' ? series.points : [];
        expect(points.reduce((sum, { n }) => sum + n, 0)).toBe(inside);
        beyond += all.length - inside;
      });
      expect(beyond).toBeGreaterThan(0);
      expect(beyondOf(spec)).toBe(beyond);
      expect(spec.caption).not.toContain('% of tight');
    });

    it.each(Object.entries(families))(
      'climbs to the share on it, up to its end: %s',
      (name, sets) => {
        const spec = distributionFigure(sets, { ...options, form: 'ecdf' });
        const end = drawnEnd(spec);
        spec.series.forEach((series, i) => {
          const all = sets[i] === undefined ? [] : onAxis(name, sets[i]);
          const inside = all.filter((x) => x <= end + 1e-9);
          const points = series.mark === 'step' ? series.points : [];
          const last = points.at(-1);
          expect(last?.y).toBeCloseTo((100 * inside.length) / all.length, 9);
          expect(last?.x).toBeCloseTo(inside.length < all.length ? end : (inside.at(-1) ?? 0), 9);
          for (const x of inside) {
            expect(points.some((point) => Math.abs(point.x - x) < 1e-9)).toBe(true);
          }
        });
        expect(beyondOf(spec)).toBeGreaterThan(0);
      },
    );
  });

  const near = [set('a', ramp(1000, 1200, 200)), set('b', ramp(1300, 1500, 200))];

  it('adds up to all samples on one grid of times', () => {
    const spec = distributionFigure(near, { ...options, form: 'histogram' });
    expect(spec.x.label).toBe('Time (µs)');
    for (const series of spec.series) {
      const points = series.mark === 'step' ? series.points : [];
      expect(points.reduce((sum, { y }) => sum + y, 0)).toBeCloseTo(100, 9);
      expect(points.reduce((sum, { n }) => sum + n, 0)).toBe(200);
      expect([points[0]?.y, points.at(-1)?.y]).toEqual([0, 0]);
    }
  });

  it('is relative to each median where the sets lie a decade apart', () => {
    const far = [set('a', ramp(1000, 1200, 100)), set('b', ramp(90_000, 110_000, 100))];
    const spec = distributionFigure(far, { ...options, form: 'ecdf' });
    expect(spec.x.label).toBe('Deviation from the median (%)');
    expect(spec.title).toContain('relative to the median');
    expect(spec.series.map(({ label }) => label)).toEqual(['a (1.10 µs)', 'b (100 µs)']);
    for (const series of spec.series) {
      const points = series.mark === 'step' ? series.points : [];
      expect(points.at(-1)?.y).toBe(100);
      const half = points.findLast(({ x }) => x <= 0);
      expect(half?.y).toBeCloseTo(50, 0);
    }
  });

  it('climbs by few steps for many samples', () => {
    const spec = distributionFigure([set('a', ramp(1, 2, 10_000))], { ...options, form: 'ecdf' });
    const [series] = spec.series;
    expect(series?.mark === 'step' && series.points.length).toBe(401);
  });

  it('holds samples of one value, one sample, and none', () => {
    const spec = distributionFigure(
      [set('same', [50, 50, 50]), set('one', [60]), set('none', [])],
      {
        ...options,
        form: 'histogram',
      },
    );
    expect(spec.series.map(({ label }) => label)).toEqual(['same', 'one']);
    for (const series of spec.series) {
      const points = series.mark === 'step' ? series.points : [];
      expect(points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
      expect(points.reduce((sum, { y }) => sum + y, 0)).toBeCloseTo(100, 9);
    }
  });

  it('draws boxes from the quartiles', () => {
    const spec = distributionFigure(near, { ...options, form: 'box' });
    const [series] = spec.series;
    expect(series?.mark === 'box' && series.boxes[0]).toMatchObject({
      x: 0,
      min: 1,
      q1: 1.05,
      median: 1.1,
      q3: 1.15,
      max: 1.2,
      n: 200,
    });
  });

  it('ends whiskers at 1.5 interquartile ranges and the axis before a far tail, which the caption counts', () => {
    const body = Array.from({ length: 99 }, (_, i) => 1000 + i);
    const spec = distributionFigure([set('one', [...body, 1250, 90_000])], {
      ...options,
      form: 'box',
    });
    const [one] = spec.series.flatMap((each) => (each.mark === 'box' ? each.boxes : []));
    expect(one).toMatchObject({ max: 90, whiskers: [1, 1.098], outliers: [1.25] });
    expect(spec.caption).toContain('1 slow sample (up to 90.0 µs) is beyond the axis.');
  });
});
