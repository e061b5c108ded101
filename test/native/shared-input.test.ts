import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineCase, SharedMemory } from '../../src-main/contract/engine-protocol.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { identify, systemAddon } from '../../src-main/core/util/system-addon.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { engineCase, openAddon, runCase, testAddonFolder, verifyCase } from './native-addons.ts';
import { encode, npyFile } from './npy.ts';

const addon = openAddon('cpu', testAddonFolder);
const system = systemAddon();
const descriptors: number[] = [];
afterEach(() => {
  for (const descriptor of descriptors.splice(0)) closeSync(descriptor);
});

function newMemory(): { descriptor: number; memory: SharedMemory } {
  const descriptor = system.createMemory('test-input', 0);
  descriptors.push(descriptor);
  const { device, inode } = identify(descriptor);
  const path = `/proc/${process.pid}/fd/${descriptor}`;
  return { descriptor, memory: { path, identity: `${device}:${inode}` } };
}

/** The case with a memory that has its input and expected answer, sealed. */
async function shared(request: EngineCase): Promise<EngineCase> {
  const { descriptor, memory } = newMemory();
  await addon.share({ ...request, memory }, () => undefined);
  system.sealMemory(descriptor);
  return { ...request, memory };
}

/** All that a result says of input and answer. */
async function identityOf(request: EngineCase) {
  const { outcome, reason, answer, attributes, bytesMoved, operations, verification } =
    await runCase(addon, request);
  const { inputSha256 } = attributes;
  // How many other inputs are verified, and so the largest error, depends on the time that they take.
  const { passed, rule } = verification ?? {};
  return { outcome, reason, answer, inputSha256, bytesMoved, operations, passed, rule };
}

const sizes: Readonly<Record<string, readonly Values[]>> = {
  histogram: [0, 1, 4097, 300_001].map((n) => ({ n, bins: 1000 })),
  'exclusive-scan': [
    ...[0, 1, 4097, 300_001].map((n) => ({ n, element: 'int32' })),
    ...['int64', 'float32'].map((element) => ({ n: 300_001, element })),
  ],
  'row-ordering': [
    ...[0, 1, 900, 20_000].map((n) => ({ matrix: 'random-sparse', n })),
    ...['laplacian-2d', 'banded'].map((matrix) => ({ matrix, n: 20_000 })),
  ],
  mandelbrot: [1, 63, 250].map((xres) => ({ xres, yres: 40 })),
  'fractal-pipeline': [1, 63, 250].map((xres) => ({ xres, yres: 40 })),
  mean: ['uniform', 'picture'].flatMap((data) =>
    [1, 63, 500].map((xres) => ({ data, xres, yres: 40 })),
  ),
  binarize: ['uniform', 'picture'].flatMap((data) =>
    [1, 63, 500].map((xres) => ({ data, xres, yres: 40 })),
  ),
  min3x3: ['soa', 'aos'].flatMap((layout) => [0, 1, 50_001].map((n) => ({ layout, n }))),
};

describe('an input in shared memory', () => {
  it.each(addon.catalog().workloads.map(({ id }) => id))(
    'of %s is the one that a process makes itself, with the same answer, at every size',
    async (workload) => {
      expect(Object.keys(sizes)).toContain(workload);
      for (const values of sizes[workload] ?? []) {
        const request = engineCase(workload, 'sequential', values);
        const alone = await identityOf(request);
        expect([values, alone.outcome]).toEqual([values, 'ok']);
        expect(await identityOf(await shared(request))).toEqual(alone);
      }
    },
    60_000,
  );

  it.each(Object.keys(sizes))(
    'of %s is counted by the estimate of its memory',
    async (workload) => {
      const values = sizes[workload]?.at(-1) ?? {};
      const request = engineCase(workload, 'sequential', values);
      const { sharedBytes = 0 } = addon.estimate(workload, 'sequential', request.values);
      await shared(request);
      const { bytes } = identify(descriptors.at(-1) ?? -1);
      // Beside the arrays there are their places, and the rest of pages.
      expect(sharedBytes).toBeGreaterThan(0.8 * bytes - 16_384);
      expect(sharedBytes).toBeLessThan(1.25 * bytes + 4096);
    },
  );

  it('is there for variants of other threads and with fresh input', async () => {
    const request = await shared(engineCase('histogram', 'sequential', { n: 100_000, bins: 8 }));
    const { memory } = request;
    const others: readonly Values[] = [
      { threads: 1 },
      { threads: 3 },
      { threads: 2, freshInput: true },
    ];
    for (const more of others) {
      const values = { ...request.values, ...more };
      const other = engineCase('histogram', 'omp-private', values, { memory });
      expect(await runCase(addon, other)).toMatchObject({ outcome: 'ok', reason: null });
      expect(await verifyCase(addon, other)).toMatchObject({ outcome: 'ok', reason: null });
    }
  });

  it('of a file stays what it was when the file changes, or goes', async () => {
    const path = join(temporaryFolder(), 'values.npy');
    const write = (values: readonly number[]) =>
      writeFileSync(
        path,
        npyFile({ descr: '<i4', shape: [values.length], data: encode('<i4', values) }),
      );
    write([1, 2, 3, 4, 5]);
    const request = await shared(
      engineCase('histogram', 'sequential', { bins: 8 }, { input: path }),
    );
    write([7]);
    expect(await runCase(addon, request)).toMatchObject({
      outcome: 'ok',
      answer: { attributes: { total: 5 } },
    });
  });

  it('is refused where it is not the one that is meant, each time with the reason', async () => {
    const request = engineCase('histogram', 'sequential', { n: 1000, bins: 8 });
    const filled = await shared(request);
    const reasonOf = (other: EngineCase): Promise<unknown> =>
      addon
        .run(other, () => undefined)
        .then(
          () => null,
          (error: unknown) => `${Reflect.get(Object(error), 'code')}: ${error}`,
        );
    expect(await reasonOf({ ...filled, values: { n: 1001, bins: 8 } })).toMatch(
      /internal: .* has the input of another case/,
    );
    const empty = newMemory();
    expect(await reasonOf({ ...request, memory: empty.memory })).toMatch(/is empty/);
    ftruncateSync(empty.descriptor, 8192);
    expect(await reasonOf({ ...request, memory: empty.memory })).toMatch(/was not written whole/);
    const path = filled.memory?.path ?? '';
    expect(await reasonOf({ ...request, memory: { path, identity: '1:2' } })).toMatch(
      /is another one than was named/,
    );
    const gone = { path: '/proc/0/fd/3', identity: '1:2' };
    expect(await reasonOf({ ...request, memory: gone })).toMatch(/not-found: .*cannot be opened/);
  });

  it('cannot be filled twice, and not be written once it is sealed', async () => {
    const request = engineCase('histogram', 'sequential', { n: 1000, bins: 8 });
    const { memory } = await shared(request);
    if (memory === undefined) throw new Error('the case has no memory');
    const before = readFileSync(memory.path);
    await expect(addon.share({ ...request, memory }, () => undefined)).rejects.toThrow('not empty');
    const [descriptor = -1] = descriptors;
    expect(() => writeSync(descriptor, 'x', 0)).toThrow('EPERM');
    expect(() => ftruncateSync(descriptor, 0)).toThrow('EPERM');
    expect(readFileSync(memory.path)).toEqual(before);
  });
});

describe('a variant that zeroes the expected answer', () => {
  const child = fileURLToPath(new URL('misbehaviour-child.mjs', import.meta.url));
  const values = { n: 100_000, bins: 1000 };
  const zeroing = engineCase('histogram', 'test-zeroes-expected', values);

  it('ends its process where the answer is shared, and harms no other', async () => {
    const { memory } = await shared(zeroing);
    const asked = JSON.stringify({ values, memory });
    const ended = spawnSync(process.execPath, [
      ...[child, testAddonFolder, 'test-zeroes-expected', '3', asked],
    ]);
    expect([ended.signal, ended.stdout.toString()]).toEqual([
      'SIGSEGV',
      expect.not.stringContaining('"outcome"'),
    ]);
    for (const variant of ['sequential', 'omp-private']) {
      const other = engineCase(
        'histogram',
        variant,
        values,
        memory === undefined ? {} : { memory },
      );
      expect(await runCase(addon, other)).toMatchObject({ outcome: 'ok', reason: null });
    }
  });

  it('is found to have damaged it where the process made it itself, and harms no other', async () => {
    expect(await runCase(addon, zeroing)).toMatchObject({
      outcome: 'failed',
      reason:
        'damaged expected answer before timing: it was overwritten in the memory of the harness, so that no answer can be judged',
    });
    for (const variant of ['sequential', 'omp-private']) {
      const other = engineCase('histogram', variant, values);
      expect(await runCase(addon, other)).toMatchObject({ outcome: 'ok', reason: null });
    }
  });
});
