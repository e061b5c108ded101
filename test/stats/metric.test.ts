import { expect, it } from 'vitest';
import { deviceKind } from '../../src-main/stats/metric.ts';

it('tells watched cores from others, in the timing scopes that are watched', () => {
  const watched = { coresWatched: true };
  expect(deviceKind('cpu', watched)).toBe('watchedCpu');
  expect(deviceKind('cpu', watched, 'total')).toBe('watchedCpu');
  expect(deviceKind('cpu', watched, 'alloc')).toBe('cpu');
  expect(deviceKind('cpu', {}, 'total')).toBe('cpu');
  expect(deviceKind(undefined)).toBe('cpu');
});

it('takes what is not a CPU alone for a GPU', () => {
  expect(deviceKind('cuda', { coresWatched: true })).toBe('cuda');
  expect(deviceKind('cpu+cuda')).toBe('cuda');
});
