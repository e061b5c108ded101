import { expect, it } from 'vitest';
import { nextPlace } from '../../src-renderer/charts/point-keys.ts';
import { line, scaling } from '../core/figures/specs.ts';

const spec = scaling({
  series: [
    line('a', 'cpu', 0, [10, 100, 1000], (x) => x),
    line('none', 'cpu', 1, [], (x) => x),
    line('b', 'cuda', 0, [90, 2000], (x) => x),
  ],
});

it('begins at the first point, stays on its series, and ends at its ends', () => {
  const start = nextPlace(spec, null, 'ArrowLeft');
  expect(start).toEqual({ series: 0, point: 0 });
  expect(nextPlace(spec, start, 'ArrowLeft')).toEqual(start);
  expect(nextPlace(spec, start, 'ArrowRight')).toEqual({ series: 0, point: 1 });
  expect(nextPlace(spec, start, 'End')).toEqual({ series: 0, point: 2 });
});

it('goes to the nearest point of the next series that has any', () => {
  expect(nextPlace(spec, { series: 0, point: 1 }, 'ArrowDown')).toEqual({ series: 2, point: 0 });
  expect(nextPlace(spec, { series: 2, point: 1 }, 'ArrowUp')).toEqual({ series: 0, point: 2 });
  expect(nextPlace(spec, { series: 2, point: 1 }, 'ArrowDown')).toEqual({ series: 2, point: 1 });
});

it('leaves other keys and charts without points alone', () => {
  expect(nextPlace(spec, null, 'a')).toBeNull();
  expect(nextPlace(scaling({ series: [] }), null, 'ArrowLeft')).toBeNull();
});
