import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineCase } from '../../src-main/contract/engine-protocol.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { engineCase, openAddon, runCase, testAddonFolder } from './native-addons.ts';
import { encode, npyFile } from './npy.ts';

const addon = () => openAddon('cpu', testAddonFolder);
const hashOf = async (
  workload: string,
  values: Values,
  more: Partial<EngineCase> = {},
  variant = 'sequential',
) => (await runCase(addon(), engineCase(workload, variant, values, more))).attributes.inputSha256;

function file(values: readonly number[], descr: string): string {
  const path = join(temporaryFolder(), 'values.npy');
  writeFileSync(path, npyFile({ descr, shape: [values.length], data: encode(descr, values) }));
  return path;
}

describe('the hash of an input', () => {
  it('is that of its values in their order, whatever they are stored as', async () => {
    const values = [5, 0, 12, 127, 3, 3, 64, 1];
    const wanted = createHash('sha256').update(Int32Array.from(values)).digest('hex');
    const read = (list: readonly number[], descr: string) =>
      hashOf('histogram', { bins: 16 }, { input: file(list, descr) });
    expect(await read(values, '<i4')).toBe(wanted);
    expect(await read(values, '|u1')).toBe(wanted);
    // The counts are the same.
    expect(await read(values.toReversed(), '<i4')).not.toBe(wanted);
  });

  it('is the same for every variant of the same values, and another one for another seed', async () => {
    const values = { n: 1000, bins: 8, seed: 3 };
    const first = await hashOf('histogram', values);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf('histogram', values, {}, 'omp-private')).toBe(first);
    expect(await hashOf('histogram', { ...values, seed: 4 })).not.toBe(first);
  });

  it('is there for every workload that has values to read', async () => {
    const catalog = addon().catalog().workloads;
    const shapes: Record<string, Values> = {};
    for (const { id, axes } of catalog) {
      const small = axes.flatMap((axis) =>
        ['n', 'xres', 'yres'].includes(axis.id) ? [[axis.id, 64] as const] : [],
      );
      shapes[id] = Object.fromEntries(small);
    }
    const without: string[] = [];
    for (const { id, baseline } of catalog) {
      if ((await hashOf(id, shapes[id] ?? {}, {}, baseline)) === undefined) without.push(id);
    }
    // Their axes say it all.
    expect(without.toSorted()).toEqual(['fractal-pipeline', 'mandelbrot']);
  });

  it('is not computed again in later repetitions', async () => {
    expect(await hashOf('histogram', { n: 100, bins: 4 }, { answered: true })).toBeUndefined();
  });
});
