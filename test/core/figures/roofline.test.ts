import { describe, expect, it } from 'vitest';
import type { FigureSpec } from '../../../src-main/contract/figure.ts';
import { figureSpecSchema } from '../../../src-main/contract/figure.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import type { Roof } from '../../../src-main/core/analysis/percent-of-peak.ts';
import { buildFigure } from '../../../src-main/core/figures/build.ts';
import { joinSides, sidesRequest } from '../../../src-main/core/figures/compared-runs.ts';
import { percentText } from '../../../src-main/core/figures/roof-points.ts';
import type { FigureSource } from '../../../src-main/core/figures/source.ts';
import { gpu as measuredGpu } from '../store/fixtures.ts';
import { roof, sourceOf } from './fixture.ts';

/** Rates of its own for each variant at one intensity, under the roofs given. */
function sourceUnder(
  roofs: Readonly<Record<string, Roof | null>>,
  rates: Readonly<Record<string, number>> = {},
): FigureSource {
  const source = sourceOf(
    Object.keys(roofs).map((variant) => ({ variant, values: { n: 1e6, bins: 8 } })),
  );
  const cases = source.cases.map((stored): StoredCase => {
    const ns = stored.metrics.kernel?.medianNs ?? 1;
    const operations = ((rates[stored.variant] ?? 1e9) * ns) / 1e9;
    return { ...stored, operations, bytesMoved: operations * 8, operationUnit: 'flop' };
  });
  return { ...source, cases, roofOf: ({ variant }) => roofs[variant] ?? null };
}

const lines = (spec: FigureSpec) =>
  spec.series.flatMap((series) =>
    series.mark === 'line' && series.label.startsWith('roof: ') ? [series] : [],
  );
const gflops = (spec: FigureSpec, y: number) => (spec.y.label.includes('Gflop') ? y : y / 1e3);

describe('the roofline', () => {
  const roofs = {
    sequential: roof({ cache: 'L3', bytesPerSecond: 100e9 }),
    'omp-private': roof({
      cache: 'L2',
      threads: 2,
      bytesPerSecond: 400e9,
      operationsPerSecond: 40e9,
    }),
    'shared-atomics': roof({
      device: 'cuda',
      name: 'Test GPU',
      threads: null,
      bytesPerSecond: 4e12,
      operationsPerSecond: 30e12,
    }),
    'cub-even': null,
  };
  const spec = buildFigure('roofline', sourceUnder(roofs));

  it('draws the roof of each device, of the cache and threads of its cases', () => {
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    expect(lines(spec).map(({ label, device }) => [label, device])).toEqual([
      ['roof: CPU L3, 1 thread', 'cpu'],
      ['roof: CPU L2, 2 threads', 'cpu'],
      ['roof: GPU memory', 'cuda'],
    ]);
  });

  it('rises with the bandwidth and bends where arithmetic limits', () => {
    const [l3] = lines(spec);
    const points = l3?.points ?? [];
    expect(points).toHaveLength(3);
    expect(points[1]?.x).toBeCloseTo(20e9 / 100e9);
    expect(gflops(spec, points[1]?.y ?? 0)).toBeCloseTo(20);
    expect(gflops(spec, points[2]?.y ?? 0)).toBeCloseTo(20);
    expect(gflops(spec, points[0]?.y ?? 0)).toBeCloseTo((points[0]?.x ?? 0) * 100);
    // All ridges are in sight, so that no two roofs coincide.
    expect(new Set(lines(spec).map((line) => line.points.length))).toEqual(new Set([3]));
  });

  it('says whose roof each is and which points are under it', () => {
    expect(spec.caption).toContain(
      'CPU L3, 1 thread (Test CPU, 100 GB/s, 20.0 Gflop/s): sequential. ' +
        'CPU L2, 2 threads (Test CPU, 400 GB/s, 40.0 Gflop/s): omp-private. ' +
        'GPU memory (Test GPU, 4.00 TB/s, 30.0 Tflop/s): shared-atomics. ' +
        'No roof: cub-even.',
    );
    expect(spec.caption).not.toContain('exceeds its roof');
  });

  it('gives the reason where a point is above its own roof, not another one', () => {
    // At an eighth of an operation a byte L3 allows 12.5 Gflop/s, the GPU 500.
    const high = buildFigure(
      'roofline',
      sourceUnder(roofs, { sequential: 30e9, 'shared-atomics': 30e9, 'omp-private': 30e9 }),
    );
    expect(high.caption).toContain('sequential exceeds its roof: of the memory.');
    expect(high.caption).not.toContain('shared-atomics is above');
    expect(high.caption).not.toContain('omp-private is above');
  });

  it('has a slope alone where the operations are no arithmetic', () => {
    const counted = buildFigure(
      'roofline',
      sourceUnder({ sequential: roof({ operationsPerSecond: null }) }),
    );
    expect(lines(counted).map(({ points }) => points.length)).toEqual([2]);
    expect(counted.caption).toContain('(Test CPU, 10.0 GB/s): sequential.');
    expect(counted.caption).not.toContain('FP64');
  });

  it('names devices where several of a kind are in it', () => {
    const side = (runId: string, name: string) => ({
      runId,
      variant: null,
      source: sourceUnder({ sequential: roof({ name }) }),
    });
    const joined = joinSides([side('a', 'First CPU'), side('b', 'Second CPU')]);
    const both = buildFigure('roofline', joined, { seriesBy: ['run'] });
    expect(lines(both).map(({ label }) => label)).toEqual([
      'roof: First CPU memory, 1 thread',
      'roof: Second CPU memory, 1 thread',
    ]);
  });

  it('draws a variant of each machine though threads follow the machine', () => {
    const side = (runId: string, threads: number) => ({
      ...{ runId, variant: null, machine: `${threads} cores` },
      source: sourceOf(
        [1000, 2000].map((n) => ({ variant: 'omp-private', values: { n, bins: 8, threads } })),
      ),
    });
    const sides = [side('a', 2), side('b', 16)];
    const both = buildFigure('scaling', joinSides(sides), sidesRequest({}, sides));
    const labels = both.series.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining([expect.stringContaining('2 cores')]));
    expect(labels).toEqual(expect.arrayContaining([expect.stringContaining('16 cores')]));
    // Of one machine they are a choice of what is measured.
    const alone = sides.map(({ machine: _, ...own }) => own);
    expect(joinSides(alone).cases.map(({ values }) => values.threads)).toEqual([2, 2, 16, 16]);
  });

  it('is refused where no peak is measured; rates have no percentage then', () => {
    const none = sourceUnder({ sequential: null });
    expect(() => buildFigure('roofline', none)).toThrow(/needs a roof, and no peak .* is measured/);
    const rates = buildFigure('percent-of-peak', none);
    expect(rates.caption).toContain('there is no percentage of one');
    expect(JSON.stringify(rates)).not.toMatch(/\d %[^ ]/);
  });
});

describe('a roofline over sizes', () => {
  const sizes = [1e3, 1e5, 1e7];
  /** Work that grows faster than its bytes: each size has an intensity of its own. */
  const grown = (): FigureSource => {
    const source = sourceOf(
      ['sequential', 'omp-private'].flatMap((variant) =>
        sizes.toReversed().map((n) => ({ variant, values: { n, bins: 8 } })),
      ),
    );
    const cases = source.cases.map((stored): StoredCase => {
      const n = Number(stored.values.n);
      return { ...stored, operations: n ** 1.5, bytesMoved: n * 8, operationUnit: 'flop' };
    });
    const machine = {
      ...source.machine,
      ...{ cpuModel: 'Test CPU', physicalCores: 4, clockHz: 2e9, flopsPerCycle: 16 },
    };
    return { ...source, machine, cases, roofOf: () => roof({ operationsPerSecond: 20e9 }) };
  };
  const spec = buildFigure('roofline', grown(), { over: 'n' });

  it('joins the sizes of a variant in their order by arrows, with the percentage at each', () => {
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    const own = spec.series.flatMap((each) =>
      each.mark === 'line' && each.bare !== true ? [each] : [],
    );
    expect(own.map(({ label, arrows }) => `${label} ${arrows}`)).toEqual([
      'sequential true',
      'omp-private true',
    ]);
    const xs = own[0]?.points.map(({ x }) => x) ?? [];
    expect(xs).toEqual(sizes.map((n) => n ** 1.5 / (8 * n)));
    const [, middle] = own[0]?.points ?? [];
    // At 39.5 operations a byte the roof is flat, at 20 Gflop/s.
    const [line] = lines(spec);
    const percent = (100 * (middle?.y ?? 0)) / (line?.points.at(-1)?.y ?? 0);
    expect(percent).toBeGreaterThan(10);
    expect(middle?.label).toBe(`${Math.round(percent)} %`);
    expect(spec.caption).toContain('Arrows: from small to large n.');
  });

  it('names bandwidth, ridge and rate on the roof, and the theoretical peak of its thread', () => {
    const labels = spec.series.flatMap((each) =>
      each.mark === 'line' && each.bare === true
        ? each.points.flatMap(({ label }) => label ?? [])
        : [],
    );
    expect(labels).toEqual([
      'memory 10.0 GB/s',
      'ridge 2 flop/B',
      'FP64 20.0 Gflop/s',
      'theoretical FP64 32.0 Gflop/s',
    ]);
  });
});

const gpu = {
  ...{ ...measuredGpu, name: 'Test GPU', multiprocessors: 100, maxClockHz: 2e9 },
  ...{ memoryClockHz: 3.2e9, memoryBusBits: 6144 },
};

describe('the theoretical peaks of a GPU', () => {
  const memory = roof({
    ...{ device: 'cuda', name: 'Test GPU', threads: null, bytesPerSecond: 4e12 },
    operationsPerSecond: 20e12,
  });
  const under = (own: Roof, gpus: FigureSource['machine']['gpus']) => {
    const source = sourceUnder({ 'shared-atomics': own });
    return buildFigure('roofline', { ...source, machine: { ...source.machine, gpus } });
  };
  const dashed = (spec: FigureSpec) =>
    spec.series.flatMap((each) =>
      each.mark === 'line' && each.label.startsWith('theoretical') ? [each] : [],
    );
  const labels = (spec: FigureSpec) =>
    dashed(spec).flatMap(({ points }) => points.flatMap(({ label }) => label ?? []));

  it('rise with the memory clock and bus width, and bend at a ridge that is named', () => {
    const spec = under(memory, [gpu]);
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    expect(dashed(spec).map(({ label }) => label)).toEqual(['theoretical: GPU memory and FP64']);
    // 2 * 3.2 GHz * 6144 bit; 100 multiprocessors * 2 GHz * 64 multiply-adds.
    expect(labels(spec)).toEqual([
      'theoretical memory 4.92 TB/s',
      'theoretical ridge 5.21 flop/B',
      'theoretical FP64 25.6 Tflop/s',
    ]);
    const [line] = dashed(spec);
    const [first, ridge, last] = line?.points ?? [];
    expect((ridge?.y ?? 0) / (first?.y ?? 1)).toBeCloseTo((ridge?.x ?? 0) / (first?.x ?? 1));
    expect(last?.y).toBeCloseTo(ridge?.y ?? 0);
    expect(spec.caption).toContain('two transfers per reported memory clock');
  });

  it('are a slope alone where no arithmetic is drawn, and say when the memory clock is not recorded', () => {
    expect(labels(under({ ...memory, operationsPerSecond: null }, [gpu]))).toEqual([
      'theoretical memory 4.92 TB/s',
    ]);
    const { memoryClockHz: _clock, ...earlier } = gpu;
    const without = under(memory, [earlier]);
    expect(labels(without)).toEqual(['theoretical FP64 25.6 Tflop/s']);
    expect(without.caption).toContain('no record of its memory clock and bus width');
    // A cache is no memory: nothing is claimed of it.
    const cached = under({ ...memory, cache: 'L2' }, [gpu]);
    expect(labels(cached)).toEqual(['theoretical FP64 25.6 Tflop/s']);
    expect(cached.caption).not.toContain('bandwidth of the GPU memory');
  });

  it('stand in the percent of peak where the memory limits', () => {
    const source = sourceUnder({ 'shared-atomics': memory });
    const spec = buildFigure('percent-of-peak', {
      ...source,
      machine: { ...source.machine, gpus: [gpu] },
    });
    const [mark] = spec.series.filter(({ key }) => key === 'theoretical-peak');
    expect(mark?.mark === 'line' ? mark.points[0]?.y : null).toBeCloseTo(100 * (4.9152 / 4), 6);
  });

  it('are not claimed of the memory of the host, with the reason', () => {
    const spec = buildFigure('roofline', sourceUnder({ sequential: roof({}) }));
    expect(spec.caption).toContain('No theoretical bandwidth of the host memory');
  });
});

describe('the percent of peak', () => {
  const roofs = {
    sequential: roof({ bytesPerSecond: 16e9, operationsPerSecond: null }),
    'omp-private': roof({ bytesPerSecond: 80e9, operationsPerSecond: null, threads: 2 }),
    'cub-even': null,
  };
  const spec = buildFigure(
    'percent-of-peak',
    sourceUnder(roofs, { sequential: 1e9, 'omp-private': 1e9 }),
  );
  const bars = spec.series.filter(({ mark }) => mark === 'bar');

  it('has a bar for each variant under its own roof, which is 100 %', () => {
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    // An eighth of an operation a byte: roofs of 2 and 10 Gflop/s, rates of 1.
    expect(spec.x.categories).toEqual(['sequential', 'omp-private']);
    const first = bars.map((each) => (each.mark === 'bar' ? each.points[0] : undefined));
    expect(first.map((point) => point?.label)).toEqual(['50 %', '10 %']);
    expect(first[0]?.y).toBeCloseTo(50, 6);
    expect(first[0]?.lo).toBeLessThan(50);
    expect(first[0]?.hi).toBeGreaterThan(50);
    expect(spec.caption).toContain('All have 0.125 flop per byte');
    expect(spec.caption).toContain('No roof: cub-even.');
  });

  it('keeps two digits, so that numbers beside each other are equally exact', () => {
    expect([99.6, 42.4, 9.96, 4, 4.23, 0.96, 0.42, 0.042].map(percentText)).toEqual([
      ...['100 %', '42 %', '10 %', '4.0 %', '4.2 %', '1.0 %', '0.4 %', '0.04 %'],
    ]);
  });
});

describe('rates without a measured peak', () => {
  const source = sourceUnder(
    { sequential: null, 'omp-private': null, 'shared-atomics': null },
    { sequential: 1e9, 'omp-private': 2e9, 'shared-atomics': 300e9 },
  );
  const withGpu = (more: object): FigureSource => ({
    ...source,
    machine: { ...source.machine, gpus: [{ ...gpu, ...more }] },
    cases: source.cases.map((stored) => ({ ...stored, attributes: { device: 'Test GPU' } })),
  });
  const dots = (spec: FigureSpec) =>
    spec.series.flatMap((each) => (each.mark === 'line' && !each.published ? [each] : []));

  it('are points of each variant with their interval, and a sentence how to measure the peak', () => {
    const spec = buildFigure('percent-of-peak', source);
    expect(figureSpecSchema.parse(spec)).toEqual(spec);
    expect(spec.x.categories).toEqual(['sequential', 'omp-private', 'shared-atomics']);
    expect(spec.y.scale).toBe('log');
    const points = dots(spec).map(({ points: [point] }) => point);
    expect(points.map((point) => gflops(spec, point?.y ?? 0))).toEqual([
      expect.closeTo(1),
      expect.closeTo(2),
      expect.closeTo(300),
    ]);
    expect(points[0]?.lo).toBeLessThan(points[0]?.y ?? 0);
    expect(points.map((point) => point?.label)).toEqual([
      ...['1.00 Gflop/s', '2.00 Gflop/s', '300 Gflop/s'],
    ]);
    expect(spec.caption).toContain('"breakeven doctor --peaks" measures them');
  });

  it('stand under the theoretical peak of a GPU, where the run has a record of its memory', () => {
    const spec = buildFigure('percent-of-peak', withGpu({}));
    // 4.9 TB/s at an eighth of an operation a byte: 614 Gflop/s.
    const labels = dots(spec).map(({ points: [point] }) => point?.label);
    expect(labels).toEqual(['1.00 Gflop/s', '2.00 Gflop/s', '300 Gflop/s, 49 %']);
    const peak = spec.series.find(({ key }) => key === 'theoretical-peak');
    const [mark] = peak?.mark === 'line' ? peak.points : [];
    expect([mark?.x, gflops(spec, mark?.y ?? 0)]).toEqual([2, expect.closeTo(614.4)]);
    expect(spec.caption).toContain('No theoretical peak of sequential, omp-private');
    const without = buildFigure('percent-of-peak', withGpu({ memoryBusBits: null }));
    expect(without.series.some(({ key }) => key === 'theoretical-peak')).toBe(false);
  });
});
