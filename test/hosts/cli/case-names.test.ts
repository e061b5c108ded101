import { describe, expect, it } from 'vitest';
import { axesOfCases, reasonLines } from '../../../src-main/hosts/cli/case-names.ts';

const failed = (variant: string, values: Record<string, number>, reason = 'signal SIGSEGV') => ({
  variant,
  values: { seed: 1, ...values },
  reason,
});

describe('lines of what failed', () => {
  it('name the cases, with an axis that alone differs once', () => {
    const cases = [1e3, 1e4, 1e6].map((n) => failed('backwards', { n }));
    expect(reasonLines(cases, ['n'])).toEqual([
      'backwards n=1000, 10,000, 1,000,000: signal SIGSEGV (3 cases)',
    ]);
    expect(reasonLines(cases.slice(0, 1), ['n'])).toEqual(['backwards n=1000: signal SIGSEGV']);
    const two = [failed('a', { n: 1, bins: 2 }), failed('a', { n: 3, bins: 4 })];
    expect(reasonLines(two, ['n', 'bins'])).toEqual([
      'a n=1 bins=2, n=3 bins=4: signal SIGSEGV (2 cases)',
    ]);
  });

  it('keep variants and reasons apart, and count what is too much to name', () => {
    const many = Array.from({ length: 9 }, (_, n) => failed('a', { n }));
    expect(
      reasonLines([...many, failed('b', { n: 1 }), failed('a', { n: 9 }, 'x')], ['n']),
    ).toEqual([
      'a n=0, 1, 2, 3, 4, 5, … (3 more): signal SIGSEGV (9 cases)',
      'b n=1: signal SIGSEGV',
      'a n=9: x',
    ]);
  });
});

it('tells planned cases apart by the size and whatever varies, workload by workload', () => {
  const plan: { workload: string; values: Record<string, number> }[] = [
    { workload: 'mandelbrot', values: { xres: 512, yres: 512, seed: 1 } },
    { workload: 'histogram', values: { n: 10, bins: 8, seed: 1 } },
    { workload: 'histogram', values: { n: 10, bins: 9, seed: 1 } },
  ];
  const workloads = [
    { id: 'mandelbrot', sizeAxis: 'xres' },
    { id: 'histogram', sizeAxis: 'n' },
  ];
  const axesOf = axesOfCases(plan, workloads);
  expect(axesOf('mandelbrot')).toEqual(['xres']);
  expect(axesOf('histogram')).toEqual(['n', 'bins']);
  expect(axesOf('mean')).toEqual([]);
});
