import type { FigureSeries, FigureSpec } from '../../../src-main/contract/figure.ts';
import type { Device } from '../../../src-main/contract/workload.ts';

const geometric = (from: number, to: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) =>
    Math.round(from * (to / from) ** (i / Math.max(1, count - 1))),
  );

type Interval = number | null;

export function line(
  label: string,
  device: Device,
  slot: number,
  xs: readonly number[],
  time: (x: number) => number,
  half: Interval = 0.05,
): FigureSeries {
  const points = xs.map((x) => {
    const y = time(x);
    const lo = half === null ? null : y * (1 - half);
    const hi = half === null ? null : y * (1 + half);
    return { x, y, lo, hi, n: half === null ? 5 : 50 };
  });
  return { key: `w/${label}/kernel`, label, device, slot, published: false, mark: 'line', points };
}

export function scaling(over: Partial<FigureSpec>): FigureSpec {
  return {
    kind: 'scaling',
    title: 'Histogram: kernel time over n',
    caption:
      'Centre: median kernel time; bar: its 95 % confidence interval; n = 50 samples per point.',
    summary: 'Histogram: cub-even is fastest at n = 8 M.',
    x: { label: 'Values, n (count)', scale: 'log', ticks: 'si' },
    y: { label: 'Time (ms)', scale: 'log' },
    series: [],
    bands: [],
    provenance: { Run: '01jrun', Device: 'NVIDIA H200', Software: 'Breakeven 0.1.0' },
    ...over,
  };
}

const decades = geometric(1e3, 8e6, 7);
const long = 'a variant with a very long name, memory = managed, cache = cold, threads =';
const names = 'sequential omp-atomic omp-private global-atomics shared-atomics cub-even'.split(' ');

/** Hard cases: each must come out without clipped or colliding text. */
export const hardSpecs: Readonly<Record<string, FigureSpec>> = {
  'one point': scaling({ series: [line('sequential', 'cpu', 0, [1e6], (x) => x * 1e-6)] }),
  'sixty points': scaling({
    series: [
      line('sequential', 'cpu', 0, geometric(1e3, 1e9, 60), (x) => x * 1e-6),
      line('cuda-fast', 'cuda', 2, geometric(1e3, 1e9, 60), (x) => 0.005 + x * 1e-9),
    ],
  }),
  'twelve series': scaling({
    series: Array.from({ length: 12 }, (_, i) =>
      line(
        `variant-${i}`,
        i < 5 ? 'cpu' : 'cuda',
        i % 7,
        decades,
        (x) => (i + 1) * (0.001 + x * 1e-7),
      ),
    ),
  }),
  'forty series': scaling({
    series: Array.from({ length: 40 }, (_, i) =>
      line(`${long} ${i}`, 'cuda', i, decades, (x) => (i + 1) * (0.001 + x * 1e-7)),
    ),
  }),
  'overlapping bands': scaling({
    series: [line('sequential', 'cpu', 0, decades, (x) => x * 1e-6)],
    bands: [
      { label: 'n* = 12 k [11, 14 k]', at: 12e3, lo: 11e3, hi: 14e3 },
      { label: 'cub-even: n* = 13 k [12, 15 k]', at: 13e3, lo: 12e3, hi: 15e3 },
      { label: 'global-atomics: n* = 18 k [13, 25 k]', at: 18e3, lo: 13e3, hi: 25e3 },
      { label: 'n* = 7.9 M', at: 7.9e6, lo: null, hi: null },
    ],
  }),
  'long labels': scaling({
    title: `Histogram of ${long} 12 and ${long} 13, distribution = bank-stride, range = wide`,
    caption: `${long} 1. `.repeat(12),
    x: { label: `${long} (count)`, scale: 'log', ticks: 'si' },
    y: { label: `${long} (ms)`, scale: 'log' },
    series: [line(`${long} 128`, 'cpu', 0, decades, (x) => x * 1e-6)],
    bands: [{ label: `${long}: n* = 12 k [11, 14 k]`, at: 12e3, lo: 11e3, hi: 14e3 }],
  }),
  'nanoseconds to minutes': scaling({
    x: { label: 'Values, n (count)', scale: 'log', ticks: 'si' },
    y: { label: 'Time (s)', scale: 'log', ticks: 'si' },
    series: [line('sequential', 'cpu', 0, geometric(1, 1e10, 11), (x) => x * 1e-8)],
  }),
  'no and zero-width intervals': scaling({
    series: [
      line('no interval', 'cpu', 0, decades, (x) => x * 1e-6, null),
      line('zero width', 'cuda', 0, decades, (x) => 0.01 + x * 1e-7, 0),
      line('below zero', 'cuda', 1, decades, (x) => 0.003 + x * 1e-7, 1.2),
    ],
  }),
  'narrow logarithmic axis': scaling({
    series: [line('sequential', 'cpu', 0, [1e6, 1.2e6, 1.5e6, 2e6], (x) => x * 1e-6)],
  }),
  'one decade and a half': scaling({
    series: [line('sequential', 'cpu', 0, geometric(2e3, 6e4, 8), (x) => x * 1e-6)],
  }),
  linear: scaling({
    x: { label: 'Threads (count)', scale: 'linear' },
    y: { label: 'Time (ms)', scale: 'linear' },
    series: [line('omp-private', 'cpu', 1, [1, 2, 4, 6, 8, 12, 16], (x) => 10 / x + 0.2)],
  }),
  categories: scaling({
    x: { label: 'Variant', scale: 'category', categories: [...names, `${long} 7`] },
    y: { label: 'Speedup over sequential (ratio)', scale: 'linear' },
    series: [
      {
        key: 'speedup',
        label: 'speedup',
        device: null,
        published: false,
        mark: 'bar',
        points: [1, 1.2, 3.5, 5, 28, 40, 2].map((y, x) => ({
          x,
          y,
          lo: y * 0.95,
          hi: y * 1.05,
          n: 30,
        })),
      },
    ],
  }),
  'stacked categories': scaling({
    stacked: true,
    x: { label: 'Variant', scale: 'category', categories: names },
    y: { label: 'Time (ms)', scale: 'linear' },
    series: ['alloc', 'kernel', 'd2h'].map((label, slot) => ({
      key: `phase/${label}`,
      label,
      device: null,
      slot,
      published: false,
      mark: 'bar',
      points: names.map((_, x) => ({
        x,
        y: 1 + ((x * 7 + slot * 3) % 5),
        lo: null,
        hi: null,
        n: 30,
      })),
    })),
  }),
  boxes: scaling({
    x: { label: 'Variant', scale: 'category', categories: names.slice(0, 3) },
    y: { label: 'Time (µs)', scale: 'log' },
    series: names.slice(0, 3).map((label, x) => ({
      key: label,
      label,
      device: 'cpu',
      slot: x,
      published: false,
      mark: 'box',
      boxes: [
        {
          ...{ x, min: 90 / (x + 1), q1: 120, median: 130, q3: 150, max: 400, n: 50 },
          ...{ whiskers: [90, 190], outliers: [210, 400] },
        },
      ],
    })),
  }),
  empty: scaling({}),
};
