import { describe, expect, it } from 'vitest';
import type { MeasuredPeak } from '../../../src-main/contract/machine.ts';
import type { Descriptor, StoredCase } from '../../../src-main/contract/run.ts';
import {
  everyPeakShare,
  measuredPeak,
  peakShares,
  roofOf,
} from '../../../src-main/core/analysis/percent-of-peak.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { storedCase } from '../../helpers/stored-case.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const peak = (
  id: string,
  value: number,
  unit: string,
  attributes: MeasuredPeak['attributes'] = {},
): MeasuredPeak => ({
  id,
  device: id.startsWith('host') ? 'CPU' : 'GPU A',
  title: id,
  value,
  unit,
  attributes,
});
const peaks = [
  peak('host-copy', 10e9, 'B/s', { threads: 1 }),
  peak('host-copy', 30e9, 'B/s', { threads: 4 }),
  peak('device-copy', 4e12, 'B/s'),
  peak('device-read', 5e12, 'B/s'),
  peak('device-fma-fp32', 60e12, 'FLOP/s'),
  peak('device-fma-fp64', 30e12, 'FLOP/s'),
];
const stored = (index: number, more: Partial<StoredCase>): StoredCase =>
  storedCase(index, {
    workload: 'w',
    variant: 'v',
    metrics: { kernel: { medianNs: 1e6 } as StoredCase['metrics'][string] },
    ...more,
  });
const on = (device: string) => ({ variant: { device } }) as Descriptor;

it('holds a case against the ceiling that binds on its device, with its threads', () => {
  const cases = [
    stored(0, { bytesMoved: 5e6, attributes: { threads: 1 } }),
    stored(1, { bytesMoved: 5e6, attributes: { threads: 4 } }),
    stored(2, { bytesMoved: 1e9, attributes: { device: 'GPU A' } }),
    stored(3, {
      bytesMoved: 1e6,
      operations: 15e9,
      operationUnit: 'flop',
      attributes: { device: 'GPU A' },
    }),
    stored(4, { bytesMoved: 1e9, attributes: { device: 'GPU B' } }),
    stored(5, {
      bytesMoved: 5e6,
      operations: 1e9,
      operationUnit: 'flop',
      attributes: { threads: 1 },
    }),
    stored(6, { bytesMoved: 5e6, outcome: 'failed' }),
  ];
  const devices = ['cpu', 'cpu', 'cuda', 'cuda', 'cuda', 'cpu', 'cpu'];
  const descriptors = new Map(devices.map((device, i) => [i, on(device)]));
  const shares = peakShares(cases, descriptors, { measuredAt: '', peaks });
  expect(shares[0]?.percent).toBeCloseTo(50);
  expect(shares[1]?.percent).toBeCloseTo((100 * 5) / 30);
  expect(shares[2]).toMatchObject({ bound: 'memory', peak: 5e12 });
  expect(shares[2]?.percent).toBeCloseTo(20);
  expect(shares[3]).toMatchObject({ bound: 'compute', peak: 30e12 });
  expect(shares[3]?.percent).toBeCloseTo(50);
  // Another GPU, arithmetic without a measured rate, a failed case: nothing is said.
  expect(Object.keys(shares)).toEqual(['0', '1', '2', '3']);
  expect(peakShares(cases, descriptors, { measuredAt: null, peaks: [] })).toEqual({});
});

describe('arithmetic in another precision than double', () => {
  const computing = (device: 'cpu' | 'cuda', attributes: StoredCase['attributes']) =>
    peakShares(
      [
        stored(0, {
          ...{ bytesMoved: 1e3, operations: 15e9, operationUnit: 'FLOP' },
          attributes: { device: 'GPU A', ...attributes },
        }),
      ],
      new Map([[0, on(device)]]),
      { measuredAt: '', peaks: [...peaks, peak('host-fma-fp64', 50e9, 'FLOP/s', { threads: 1 })] },
    )[0];

  it('is held against the peak of that precision', () => {
    expect(computing('cuda', {})?.peak).toBe(30e12);
    expect(computing('cuda', { precision: 'FP32' })?.peak).toBe(60e12);
    expect(computing('cuda', { precision: 'FP32' })?.percent).toBeCloseTo(25);
    expect(computing('cuda', { precision: 'FP16' })).toBeUndefined();
  });

  it('on a host is twice as fast in single as what was measured in double', () => {
    const one = { threads: 1 };
    expect(computing('cpu', one)?.peak).toBe(50e9);
    expect(computing('cpu', { ...one, precision: 'FP32' })?.peak).toBe(100e9);
    expect(computing('cpu', { ...one, precision: 'FP16' })).toBeUndefined();
  });

  it('has a roof of that precision', () => {
    const single = { device: 'GPU A', precision: 'FP32' };
    const flops = { operations: 1, operationUnit: 'FLOP', attributes: single };
    expect(roofOf(stored(0, flops), 'cuda', peaks)).toMatchObject({
      operationsPerSecond: 60e12,
      arithmetic: 'FP32',
    });
  });
});

const cached = [
  ...peaks,
  peak('host-cache-copy', 80e9, 'B/s', { threads: 1, cache: 'L3', bytes: 16e6 }),
  peak('host-cache-read', 100e9, 'B/s', { threads: 1, cache: 'L3', bytes: 16e6 }),
  peak('host-cache-read', 400e9, 'B/s', { threads: 1, cache: 'L1', bytes: 24e3 }),
  peak('host-fma-fp64', 50e9, 'FLOP/s', { threads: 1 }),
  peak('device-l2-read', 10e12, 'B/s', { cache: 'L2', bytes: 25e6 }),
];
const shared = (device: string, more: Partial<StoredCase>) =>
  peakShares([stored(0, more)], new Map([[0, on(device)]]), { measuredAt: '', peaks: cached })['0'];
const lasting = (medianNs: number, ci95HiNs: number | null = null): StoredCase['metrics'] => ({
  kernel: { medianNs, ci95HiNs } as StoredCase['metrics'][string],
});

describe('a working set that stays in a cache', () => {
  it('is held against the measured rate of that cache', () => {
    // 20 MB in 1 ms are 20 GB/s: twice the memory's rate, a fifth of that of L3.
    const l3 = { cacheResident: true, cacheLevel: 'L3' };
    const share = shared('cpu', { bytesMoved: 20e6, attributes: l3 });
    expect(share).toEqual({
      percent: expect.closeTo(20),
      bound: 'memory',
      peak: 100e9,
      unit: 'B/s',
      cache: 'L3',
    });
    const onGpu = { device: 'GPU A', l2Resident: true };
    expect(shared('cuda', { bytesMoved: 5e9, attributes: onGpu })).toMatchObject({
      percent: expect.closeTo(50),
      peak: 10e12,
      cache: 'L2',
    });
  });

  it('is held against none where its cache was not measured', () => {
    const l2 = { cacheResident: true, cacheLevel: 'L2' };
    expect(shared('cpu', { bytesMoved: 20e6, attributes: l2 })).toBeUndefined();
    // Its arithmetic still has a peak: 25 Mflop in 1 ms are 25 of 50 GFLOP/s.
    const both = { bytesMoved: 20e6, operations: 25e6, operationUnit: 'flop', attributes: l2 };
    expect(shared('cpu', both)).toMatchObject({ percent: expect.closeTo(50), bound: 'compute' });
  });
});

describe('each measured peak of a case', () => {
  const of = (device: string, more: Partial<StoredCase>, all = cached) =>
    everyPeakShare(stored(0, more), on(device), { measuredAt: '', peaks: all }).map(
      ({ of: name, percent, peak: most, binding }) => [name, most, Math.round(percent), binding],
    );
  const work = { bytesMoved: 5e6, operations: 10e6, operationUnit: 'flop' };

  it('is shown, memory and the caches that the data passes, the binding one marked', () => {
    // 5 MB and 10 Mflop in 1 ms.
    expect(of('cpu', { ...work, attributes: { threads: 1 } })).toEqual([
      ['memory', 10e9, 50, true],
      ['L3', 100e9, 5, false],
      ['L1', 400e9, 1, false],
      ['compute', 50e9, 20, false],
    ]);
    const busy = { ...work, operations: 40e6, attributes: { threads: 1 } };
    expect(of('cpu', busy).filter(([, , , binding]) => binding)).toEqual([
      ['compute', 50e9, 80, true],
    ]);
  });

  it('leaves out what a working set in a cache never meets, and operations without a peak', () => {
    const l3 = { threads: 1, cacheResident: true, cacheLevel: 'L3' };
    expect(of('cpu', { ...work, operationUnit: 'compare', attributes: l3 })).toEqual([
      ['L3', 100e9, 5, true],
      ['L1', 400e9, 1, false],
    ]);
    expect(of('cuda', { bytesMoved: 5e9, attributes: { device: 'GPU A' } })).toEqual([
      ['memory', 5e12, 100, true],
      ['L2', 10e12, 50, false],
    ]);
  });

  it('is none on both devices, without a time, and where nothing was measured', () => {
    expect(of('cpu+cuda', work)).toEqual([]);
    expect(of('cpu', { ...work, outcome: 'failed' })).toEqual([]);
    expect(of('cpu', work, [])).toEqual([]);
  });
});

it('finds the most multiply-adds of the host, in double precision', () => {
  const more = [...cached, peak('host-fma-fp64', 90e9, 'FLOP/s', { threads: 2 })];
  expect(measuredPeak({ peaks: more })).toEqual({ measuredFlops: 90e9 });
  expect(measuredPeak({ peaks })).toEqual({});
});

describe('the roof of a case', () => {
  const flops = { operations: 25e6, operationUnit: 'flop' };
  const l3 = { cacheResident: true, cacheLevel: 'L3', threads: 1 };

  it('is what its share is of: its device, threads, cache and arithmetic', () => {
    expect(roofOf(stored(0, { ...flops, attributes: l3 }), 'cpu', cached)).toMatchObject({
      device: 'cpu',
      name: 'CPU',
      cache: 'L3',
      threads: 1,
      bytesPerSecond: 100e9,
      operationsPerSecond: 50e9,
    });
    const four = { cacheResident: false, threads: 4 };
    expect(roofOf(stored(0, { ...flops, attributes: four }), 'cpu', cached)).toMatchObject({
      cache: null,
      threads: 4,
      bytesPerSecond: 30e9,
      operationsPerSecond: null,
    });
    const gpu = { device: 'GPU A', l2Resident: true };
    expect(
      roofOf(stored(0, { operationUnit: 'update', attributes: gpu }), 'cuda', cached),
    ).toMatchObject({
      name: 'GPU A',
      cache: 'L2',
      threads: null,
      bytesPerSecond: 10e12,
      operationsPerSecond: null,
    });
  });

  it('is none of another device, nor of both at once', () => {
    expect(roofOf(stored(0, { attributes: { device: 'GPU B' } }), 'cuda', cached)).toBeNull();
    expect(roofOf(stored(0, {}), 'cpu+cuda', cached)).toBeNull();
    expect(roofOf(stored(0, {}), 'cpu', [])).toBeNull();
  });
});

describe('a share above 100 %', () => {
  const inMemory = { cacheResident: false };

  it('says nothing while the interval of the median reaches down to it', () => {
    // 10 MB take 1 ms at 10 GB/s: 125 % of it in 0.8 ms, and the interval ends beyond 1 ms.
    const within = shared('cpu', {
      bytesMoved: 10e6,
      attributes: inMemory,
      metrics: lasting(0.8e6, 1.01e6),
    });
    expect(within?.percent).toBeCloseTo(125);
    expect(within).not.toHaveProperty('reason');
    const beyond = { bytesMoved: 10e6, attributes: inMemory, metrics: lasting(0.8e6, 0.9e6) };
    expect(shared('cpu', beyond)?.reason).toBeDefined();
  });

  const reasons: readonly [string, string, Partial<StoredCase>, RegExp][] = [
    [
      'a set of some times the cache',
      'cpu',
      { bytesMoved: 40e6, attributes: inMemory },
      /^a part of its 38.1 MiB stays in the last-level cache \(30.5 MiB\) between samples/,
    ],
    [
      'a set far beyond the cache',
      'cpu',
      { bytesMoved: 4e9, attributes: inMemory },
      /^the declared bytes are an upper bound, or the peak was measured while .*again$/,
    ],
    [
      'a set that a nearer cache holds in part',
      'cpu',
      {
        bytesMoved: 1e6,
        attributes: { cacheResident: true, cacheLevel: 'L3' },
        metrics: lasting(5e3),
      },
      /nearer cache/,
    ],
    [
      'a run that does not know of caches',
      'cpu',
      { bytesMoved: 20e6, attributes: {} },
      /does not record whether its working set/,
    ],
    [
      'flushed caches',
      'cpu',
      { bytesMoved: 20e6, attributes: inMemory, values: { cache: 'cold' } },
      /still in a cache when it ends/,
    ],
    [
      'more arithmetic than can be done',
      'cpu',
      { operations: 1e9, operationUnit: 'flop', attributes: inMemory },
      /^the declared operations are an upper bound/,
    ],
    [
      'a GPU beyond its memory',
      'cuda',
      { bytesMoved: 9e9, attributes: { device: 'GPU A', l2Resident: false } },
      /^the declared bytes are an upper bound/,
    ],
  ];
  it.each(reasons)('says why of %s', (_, device, more, reason) => {
    const share = shared(device, more);
    expect(share?.percent).toBeGreaterThan(100);
    expect(share?.reason).toMatch(reason);
  });
});

it('takes the ceiling of as many threads, or of the next more that were probed', () => {
  expect(shared('cpu', { bytesMoved: 3e6, attributes: { threads: 3 } })?.peak).toBe(30e9);
  expect(shared('cpu', { bytesMoved: 3e6, attributes: { threads: 9 } })?.peak).toBe(30e9);
});

it('keeps ceilings for each machine, the newest first', () => {
  const store = openStore(temporaryFolder());
  expect(store.measuredPeaks('a')).toEqual({ measuredAt: null, peaks: [] });
  store.savePeaks('a', peaks.slice(0, 1));
  store.savePeaks('a', peaks);
  store.savePeaks('b', peaks.slice(0, 2));
  expect(store.measuredPeaks('a').peaks).toEqual(peaks);
  expect(store.measuredPeaks('b').peaks).toHaveLength(2);
  store.close();
});
