import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { obstacle, openAddon, openPart, testAddonFolder } from './native-addons.ts';

type Orders = {
  readonly whole: readonly string[];
  readonly kernel: readonly string[];
  readonly call: readonly string[];
  readonly total: readonly string[];
  readonly phases: readonly string[];
  readonly batches: boolean;
};

type Left = {
  readonly onDevice: boolean;
  readonly bytes: number;
  /** Smallest and largest first word of its lines. */
  readonly min: bigint;
  readonly max: bigint;
  readonly parts: readonly { readonly cpu: number; readonly begin: number; readonly end: number }[];
};

type Flushes = {
  readonly sample: (device: 'cpu' | 'cuda' | 'both', cold: boolean) => Orders;
  readonly left: () => readonly Left[];
  readonly caches: () => {
    readonly cpus: readonly number[];
    readonly lastLevelBytes: number;
    readonly bytesOfOne: readonly number[];
    readonly l2Bytes?: number;
  };
};

const noGpu = obstacle('histogram', 'cuda-fast', testAddonFolder);

const { sample, left, caches } = openPart<Flushes>('flush');

const steps = ['scratch', 'kernel', 'fragment', 'gather', 'host'];
const all = ['alloc', 'h2d', 'restore', ...steps, 'd2h'];

const coldOrdersOnHost = {
  whole: ['restore', 'scratch', 'kernel', 'fragment'],
  kernel: ['restore', 'scratch', 'flush', 'kernel', 'flush', 'fragment'],
  call: ['restore', 'flush', 'scratch', 'kernel', 'fragment'],
  total: ['flush', 'make', 'restore', 'scratch', 'kernel', 'fragment'],
} as const;

const coldOrders = {
  // Verified and not timed.
  whole: all,
  kernel: ['restore', 'scratch', 'flush', 'kernel', 'flush', 'fragment', 'gather', 'host'],
  // One interval: what a step leaves in the caches, the next one finds there.
  call: ['restore', 'flush', ...steps],
  total: ['flush', 'make', ...all],
} as const;

/** A flush of the host, and one of the device. */
function ofBoth(order: readonly string[]): readonly string[] {
  return order.flatMap((step) => (step === 'flush' ? [step, step] : [step]));
}

/** Each step with what is directly before it. */
function stepsAfterFlush(order: readonly string[]): readonly string[] {
  return order.filter((_, i) => order[i - 1] === 'flush');
}

describe('caches', () => {
  it('of the host are flushed before each timed piece of a cold sample', () => {
    const { batches, phases, ...orders } = sample('cpu', true);
    expect(orders).toEqual(coldOrdersOnHost);
    expect(stepsAfterFlush(phases)).toEqual(['make', ...coldOrdersOnHost.whole]);
    expect(batches).toBe(false);
  });

  it('of the host are left alone where a case is hot', () => {
    const { batches, ...orders } = sample('cpu', false);
    expect(Object.values(orders).flat()).not.toContain('flush');
    expect(orders.phases).toEqual(['make', ...coldOrdersOnHost.whole]);
    expect(left()).toEqual([]);
    expect(batches).toBe(true);
  });

  it('are flushed by every CPU, each line of twice the last level written once a flush', () => {
    sample('cpu', true);
    const flushes = left();
    const { cpus, lastLevelBytes, bytesOfOne } = caches();
    // Of all cold samples: two kernels, a call, a whole one, and each of its phases.
    expect(flushes).toHaveLength(2 + 1 + 1 + 1 + coldOrdersOnHost.whole.length);
    for (const [i, { onDevice, bytes, min, max, parts }] of flushes.entries()) {
      expect(onDevice).toBe(false);
      expect([min, max]).toEqual([BigInt(i) + 2n, BigInt(i) + 2n]);
      expect(parts.map(({ cpu }) => cpu)).toEqual(cpus);
      // Without a gap, from the first to the last byte.
      expect([...parts.map(({ begin }) => begin), bytes]).toEqual([
        0,
        ...parts.map(({ end }) => end),
      ]);
      const privateLevels = bytesOfOne.slice(0, -1);
      for (const { begin, end } of parts) {
        expect(end - begin).toBeGreaterThan(Math.max(0, ...privateLevels));
      }
      // Parts end with a line.
      expect(bytes).toBeGreaterThan(2 * lastLevelBytes - 64 * cpus.length);
    }
  });
});

describe.skipIf(noGpu !== null)(`the cache of a GPU (${noGpu})`, () => {
  it('is flushed before each timed piece of a cold sample', () => {
    const { batches, phases, ...orders } = sample('cuda', true);
    expect(orders).toEqual(coldOrders);
    // Kernels outside a named part are timed by events, in samples of their own.
    expect(stepsAfterFlush(phases)).toEqual([
      'make',
      ...['alloc', 'h2d', 'fragment', 'gather', 'host', 'd2h'],
    ]);
    expect(batches).toBe(false);
  });

  it('is flushed together with those of the host where both devices compute', () => {
    const { batches, phases, ...orders } = sample('both', true);
    for (const [kind, order] of Object.entries(coldOrders)) {
      expect(orders, kind).toHaveProperty(kind, ofBoth(order));
    }
    expect(left().map(({ onDevice }) => onDevice)).toEqual(left().map((_, i) => i % 2 === 1));
    expect(phases.filter((step) => step === 'flush')).toHaveLength(2 * 7);
    expect(batches).toBe(false);
  });

  it('is left alone where a case is hot', () => {
    const { batches, ...orders } = sample('cuda', false);
    expect(Object.values(orders).flat()).not.toContain('flush');
    expect(left()).toEqual([]);
    // It restores something between two executions.
    expect(batches).toBe(false);
  });

  it('is written over by twice its size, by other values each time', () => {
    sample('cuda', true);
    const flushes = left();
    const { l2Bytes = Number.NaN } = caches();
    expect(flushes.length).toBeGreaterThanOrEqual(10);
    const ones = 0x0101010101010101n;
    for (const [i, { onDevice, bytes, min, max }] of flushes.entries()) {
      expect(onDevice).toBe(true);
      expect(bytes).toBe(2 * l2Bytes);
      const written = i % 2 === 0 ? ones : 0n;
      expect([min, max]).toEqual([written, written]);
    }
  });
});

it('on the CPU with levels on the device, cold caches are refused: those of the device stay as they are', () => {
  const addon = openAddon('cpu');
  for (const variant of ['sequential', 'omp', 'cpu-fast']) {
    const refusal = (values: Values) => addon.estimate('row-ordering', variant, values).reason;
    const cold = /^cache is cold, but of a CPU variant with levels-on cuda .*: allowed is hot$/;
    expect(refusal({ n: 100, 'levels-on': 'cuda', cache: 'cold' }), variant).toMatch(cold);
    expect(refusal({ n: 100, 'levels-on': 'cuda' }) ?? '', variant).not.toMatch(cold);
    expect(refusal({ n: 100, cache: 'cold' }), variant).toBeNull();
  }
});
