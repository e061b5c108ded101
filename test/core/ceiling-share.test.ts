import { expect, it } from 'vitest';
import type { Probe } from '../../src-main/contract/machine.ts';
import type { Descriptor, StoredCase } from '../../src-main/contract/run.ts';
import { ceilingShares, rooflineCeilings } from '../../src-main/core/ceiling-share.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const probe = (id: string, value: number, unit: string, facts: Probe['facts'] = {}): Probe => ({
  id,
  device: id.startsWith('host') ? 'CPU' : 'GPU A',
  title: id,
  value,
  unit,
  facts,
});
const probes = [
  probe('host-copy', 10e9, 'B/s', { threads: 1 }),
  probe('host-copy', 30e9, 'B/s', { threads: 4 }),
  probe('device-copy', 4e12, 'B/s'),
  probe('device-read', 5e12, 'B/s'),
  probe('device-fma-fp32', 60e12, 'FLOP/s'),
  probe('device-fma-fp64', 30e12, 'FLOP/s'),
];
const stored = (index: number, more: Partial<StoredCase>): StoredCase => ({
  index,
  workload: 'w',
  variant: 'v',
  values: {},
  outcome: 'ok',
  reason: null,
  metrics: { kernel: { median_ns: 1e6 } as StoredCase['metrics'][string] },
  coldStartNs: null,
  stopReason: null,
  verification: null,
  answer: null,
  bytesMoved: null,
  operations: null,
  operationUnit: null,
  facts: {},
  warnings: [],
  finishedAt: '',
  ...more,
});
const on = (device: string) => ({ variant: { device } }) as Descriptor;

it('holds a case against the ceiling that binds on its device, with its threads', () => {
  const cases = [
    stored(0, { bytesMoved: 5e6, facts: { threads: 1 } }),
    stored(1, { bytesMoved: 5e6, facts: { threads: 4 } }),
    stored(2, { bytesMoved: 1e9, facts: { device: 'GPU A' } }),
    stored(3, {
      bytesMoved: 1e6,
      operations: 15e9,
      operationUnit: 'flop',
      facts: { device: 'GPU A' },
    }),
    stored(4, { bytesMoved: 1e9, facts: { device: 'GPU B' } }),
    stored(5, { bytesMoved: 5e6, operations: 1e9, operationUnit: 'flop', facts: { threads: 1 } }),
    stored(6, { bytesMoved: 5e6, outcome: 'failed' }),
  ];
  const devices = ['cpu', 'cpu', 'cuda', 'cuda', 'cuda', 'cpu', 'cpu'];
  const descriptors = new Map(devices.map((device, i) => [i, on(device)]));
  const shares = ceilingShares(cases, descriptors, { measuredAt: '', probes });
  expect(shares[0]?.percent).toBeCloseTo(50);
  expect(shares[1]?.percent).toBeCloseTo((100 * 5) / 30);
  expect(shares[2]).toMatchObject({ bound: 'memory', ceiling: 5e12 });
  expect(shares[2]?.percent).toBeCloseTo(20);
  expect(shares[3]).toMatchObject({ bound: 'compute', ceiling: 30e12 });
  expect(shares[3]?.percent).toBeCloseTo(50);
  // Another GPU, arithmetic without a measured rate, a failed case: nothing is said.
  expect(Object.keys(shares)).toEqual(['0', '1', '2', '3']);
  expect(ceilingShares(cases, descriptors, { measuredAt: null, probes: [] })).toEqual({});
  expect(rooflineCeilings({ measuredAt: '', probes })).toEqual({
    bytesPerSecond: 5e12,
    operationsPerSecond: 30e12,
  });
});

it('keeps ceilings for each machine, the newest first', () => {
  const store = openStore(temporaryFolder());
  expect(store.ceilings('a')).toEqual({ measuredAt: null, probes: [] });
  store.saveCeilings('a', probes.slice(0, 1));
  store.saveCeilings('a', probes);
  store.saveCeilings('b', probes.slice(0, 2));
  expect(store.ceilings('a').probes).toEqual(probes);
  expect(store.ceilings('b').probes).toHaveLength(2);
  store.close();
});
