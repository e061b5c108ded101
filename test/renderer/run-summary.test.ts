import { describe, expect, it } from 'vitest';
import type { RunDetail } from '../../src-main/contract/api.ts';
import type { BreakEvenView } from '../../src-main/contract/verdict.ts';
import { hrefOf, parseRoute, withView } from '../../src-renderer/state/route.ts';
import { matrixRows, placeOf, sizeScale, sizesOf } from '../../src-renderer/state/run-summary.ts';
import { pointText, readPoint, readZoom, zoomText } from '../../src-renderer/state/workspace.ts';
import { sparkPoints } from '../../src-renderer/ui/sparkline.tsx';
import { crossing, histogram, sourceOf, sweep } from '../core/figures/fixture.ts';

const { cases } = sourceOf(sweep);
const at = (scope: string, more: Partial<BreakEvenView>): BreakEvenView => ({
  ...crossing,
  scope,
  pair: ['sequential', 'shared-atomics'],
  ...more,
});
const breakEvens = [
  at('call', {}),
  at('total', { at: 90_000, ci95: [80_000, 100_000] }),
  at('call', { pair: ['sequential', 'cub-even'], large: 'cub-even', at: 3000, ci95: [2500, 3500] }),
  at('total', {
    pair: ['omp-private', 'cub-even'],
    small: 'omp-private',
    large: 'cub-even',
    at: 5e5,
    ci95: [4e5, 6e5],
  }),
];
const facet = {
  detail: { cases, breakEvens } as unknown as RunDetail,
  known: histogram,
  where: { bins: 8 },
};

describe('the summary of a run', () => {
  it('has the sizes that were measured, ascending', () => {
    expect(sizesOf(facet)).toEqual([1e3, 1e4, 1e5, 1e6, 8e6]);
  });

  it('has a row a pair of variants in the matrix of a scope, the smallest size first', () => {
    const rowsOf = (scope: string) =>
      matrixRows(facet, scope).map(({ variant, against, answer }) => [variant, against, answer.at]);
    expect(rowsOf('call')).toEqual([
      ['cub-even', 'sequential', 3000],
      ['shared-atomics', 'sequential', crossing.at],
    ]);
    expect(rowsOf('total')).toEqual([
      ['shared-atomics', 'sequential', 90_000],
      ['cub-even', 'omp-private', 5e5],
    ]);
    expect(rowsOf('kernel')).toEqual([]);
  });

  it('places sizes on one logarithmic axis', () => {
    const scale = sizeScale([1e3, 1e4, 1e5]);
    expect(scale?.ticks).toEqual([1e3, 1e4, 1e5]);
    expect(scale === null ? null : placeOf(1e4, scale)).toBeCloseTo(50);
    expect(scale === null ? null : placeOf(1, scale)).toBe(0);
    expect(sizeScale([5])).toBeNull();
  });
});

describe('the workspace in the address', () => {
  it('comes back from the address, and goes when it is taken out', () => {
    const run = { screen: 'run', ref: 'r1', tab: 'why' } as const;
    const route = withView(run, { scope: 'call', hide: 'a, b|c', zoom: '1000..50000' });
    expect(parseRoute(hrefOf(route))).toEqual(route);
    expect(withView(route, { scope: null, hide: '', zoom: null })).toEqual(run);
    const live = withView({ screen: 'live' }, { filter: 'cub' });
    expect(parseRoute(hrefOf(live))).toEqual({ screen: 'live', view: { filter: 'cub' } });
    expect(withView(live, { filter: null })).toEqual({ screen: 'live' });
  });

  it('keeps points with the types of the cases, and stretches of an axis', () => {
    const all = [{ bins: 8, mode: 'a=b' }];
    expect(readPoint(pointText({ bins: 8, mode: 'a=b' }), all)).toEqual({ bins: 8, mode: 'a=b' });
    expect(readPoint('bins=9;what=1', all)).toEqual({});
    expect(readZoom(zoomText({ min: 1000.4, max: 2e6 }))).toEqual({ min: 1000.4, max: 2e6 });
    expect(readZoom('5..5')).toBeNull();
    expect(readZoom('')).toBeNull();
  });
});

it('one number over the runs is drawn over the runs so that noise is flat and a change is seen', () => {
  const box = { width: 100, height: 30 };
  const heights = (medians: readonly number[]) => sparkPoints(medians, box).map(([, y]) => y);
  const noise = heights([1000, 1002, 999]);
  expect(Math.max(...noise) - Math.min(...noise)).toBeLessThan(2);
  const [before = 0, , after = 0] = heights([1000, 1001, 1300]);
  // Up is slower.
  expect(before - after).toBeCloseTo(24, 6);
  expect(sparkPoints([5, 6, 7], box).map(([x]) => x)).toEqual([3, 50, 97]);
});
