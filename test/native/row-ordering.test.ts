import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../src-main/contract/workload.ts';
import { hasMatrix, matricesFolder } from '../helpers/paths.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import {
  engineCase,
  openAddon,
  openAddons,
  runCase,
  variantsOf,
  verifyCase,
} from './native-addons.ts';
import { matrixMarket, orderRows, randomSparse, type Triangle } from './second-row-ordering.ts';

const workload = 'row-ordering';
const hostVariants = ['sequential', 'sequential-native', 'omp', 'cpu-fast'] as const;
const withThreads = (variant: string, threads: number): Values =>
  variant.startsWith('sequential') ? {} : { threads };

/** Attributes of real matrices of the SuiteSparse Matrix Collection. */
const realMatrices = [
  { name: '1138_bus', n: 1138, nonzeros: 2596, levels: 21, groups: 70, warps: 101, study: 91 },
  { name: 'bcsstk09', n: 1083, nonzeros: 9760, levels: 91, groups: 221, warps: 452, study: 451 },
  { name: 'add32', n: 4960, nonzeros: 14_422, levels: 52, groups: 199, warps: 436, study: 422 },
] as const;

describe('row-ordering of real matrices', () => {
  describe.each(realMatrices)('$name', ({ name, n, nonzeros, levels, groups, warps, study }) => {
    const file = `${name}.mtx`;
    const path = join(matricesFolder, file);

    it.skipIf(!hasMatrix(file))('is read with its rows and entries', async () => {
      const decided = await openAddon('cpu').inspectInput(workload, path);
      expect(decided).toMatchObject({ n, nonzeros });
    });

    it.skipIf(!hasMatrix(file)).each(hostVariants)('has its known facts by %s', async (variant) => {
      const request = engineCase(workload, variant, withThreads(variant, 2), { input: path });
      const result = await verifyCase(openAddon('cpu'), request);
      expect(result).toMatchObject({ outcome: 'ok', verification: { passed: true } });
      expect(result.answer?.attributes).toMatchObject({
        ...{ levels, groups, warps, nonzeros },
        warpsByStudyFormula: study,
      });
    });
  });
});

/** Rows of a random triangle: mostly short, some long, some empty, some doubled entries. */
function randomTriangle(n: number, seed: number): Triangle {
  let state = seed >>> 0;
  const below = (range: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * range);
  };
  return Array.from({ length: n }, (_, row) => {
    if (row === 0 || below(4) === 0) return [];
    const length = below(8) === 0 ? below(40) : below(6);
    const near = below(2) === 0 ? Math.min(row, 1 + below(9)) : row;
    return Array.from({ length }, () => row - 1 - below(near));
  });
}

describe('row-ordering beside a second implementation', () => {
  it.each(hostVariants)('%s orders random matrices as it does', async (variant) => {
    const folder = temporaryFolder();
    for (let seed = 1; seed <= 40; seed += 1) {
      const triangle = randomTriangle((seed * 37) % 700, seed);
      const symmetry = seed % 2 === 0 ? 'general' : 'symmetric';
      const path = join(folder, `${seed}.mtx`);
      writeFileSync(path, matrixMarket(triangle, symmetry));
      const values = withThreads(variant, 1 + (seed % 5));
      const request = engineCase(workload, variant, values, { input: path });
      const result = await verifyCase(openAddon('cpu'), request);
      expect(result.outcome, `seed ${seed}: ${result.reason}`).toBe('ok');
      const { sha256, ...attributes } = orderRows(triangle);
      expect(result.answer?.sha256, `seed ${seed}`).toBe(sha256);
      expect(result.answer?.attributes, `seed ${seed}`).toMatchObject(attributes);
    }
  });

  it.each([1, 77])('generates random-sparse by the stated formula, seed %i', async (seed) => {
    const triangle = randomSparse(3000, seed);
    const values = { matrix: 'random-sparse', n: 3000, seed };
    const result = await verifyCase(openAddon('cpu'), engineCase(workload, 'sequential', values));
    const { sha256, ...attributes } = orderRows(triangle);
    expect(result.answer?.sha256).toBe(sha256);
    expect(result.answer?.attributes).toMatchObject(attributes);
    const entries = triangle.reduce((sum, columns) => sum + columns.length, triangle.length);
    expect(result.answer?.attributes.nonzeros).toBe(entries);
  });
});

const structures = [
  { matrix: 'laplacian-2d', levels: 61, groups: 91 },
  { matrix: 'banded', levels: 961, groups: 961 },
  { matrix: 'block-diagonal', levels: 32, groups: 32 },
  { matrix: 'chain', levels: 961, groups: 961 },
  { matrix: 'diagonal', levels: 1, groups: 1 },
] as const;

describe('generated matrices', () => {
  it.each(structures)('$matrix has the levels of its structure', async (structure) => {
    const { matrix, levels } = structure;
    for (const variant of hostVariants) {
      const request = engineCase(workload, variant, { matrix, n: 961 });
      const { answer } = await verifyCase(openAddon('cpu'), request);
      expect(answer?.attributes.levels).toBe(levels);
    }
  });

  it.each([
    { matrix: 'banded', n: 1000, nonzeros: 12_345 },
    { matrix: 'banded', n: 1000, nonzeros: 1000 },
    { matrix: 'laplacian-2d', n: 1000, nonzeros: 9999 },
    { matrix: 'random-sparse', n: 1138, nonzeros: 2596 },
    { matrix: 'chain', n: 300, nonzeros: 45_150 },
    { matrix: 'diagonal', n: 300, nonzeros: 45_149 },
    { matrix: 'random-sparse', n: 300, nonzeros: 30_000 },
    { matrix: 'block-diagonal', n: 1, nonzeros: 1 },
    { matrix: 'banded', n: 0, nonzeros: 0 },
  ])('$matrix of $n rows has exactly $nonzeros nonzeros', async (values) => {
    const result = await verifyCase(openAddon('cpu'), engineCase(workload, 'omp', values));
    expect(result).toMatchObject({ outcome: 'ok', verification: { passed: true } });
    expect(result.answer?.attributes.nonzeros).toBe(values.nonzeros);
  });

  it('says which numbers of nonzeros are allowed', () => {
    const estimate = openAddon('cpu').estimate(workload, 'omp', { n: 10, nonzeros: 56 });
    expect(estimate.reason).toBe(
      'nonzeros is 56, but with n = 10 it must be 0, or at least n and at most n * (n + 1) / 2',
    );
  });

  it('reports levels and fragment as scopes of their own', async () => {
    const request = engineCase(workload, 'cpu-fast', { matrix: 'laplacian-2d', n: 20_000 });
    const { samples } = await runCase(openAddon('cpu'), request);
    const scopes = samples.map(({ scope }) => scope);
    expect(scopes).toEqual(expect.arrayContaining(['levels', 'fragment', 'fragmentCall']));
    for (const { scope, timesNs } of samples) {
      expect(
        timesNs.every((time) => time > 0),
        scope,
      ).toBe(true);
    }
  });

  it('has every variant on each side, the ones that are left to the device say why', async () => {
    const ids = openAddons().flatMap((addon) => variantsOf(addon, workload).map(({ id }) => id));
    const device = ids.length > hostVariants.length;
    expect([...new Set(ids)].sort()).toEqual(
      [
        ...hostVariants,
        ...(device ? ['thrust-study', 'thrust-exact', 'cub-radix', 'cuda-fast'] : []),
      ].sort(),
    );
    const values = { 'levels-on': 'cuda', n: 10 };
    const { outcome, reason } = await verifyCase(
      openAddon('cpu'),
      engineCase(workload, 'sequential', values),
    );
    if (outcome !== 'ok') expect(reason).toMatch(/^levels-on is cuda, but (no GPU here: |.*addon)/);
  });
});

describe('the matrix of row-ordering, drawn', () => {
  it('has each entry in its cell, generated and from a file', async () => {
    const addon = openAddon('cpu');
    const banded = await addon.sketch(workload, { matrix: 'chain', n: 3 }, null);
    expect(banded).toEqual({
      ...{ width: 3, height: 3 },
      cells: Float64Array.from([1, 0, 0, 1, 1, 0, 0, 1, 1]),
    });
    const path = join(temporaryFolder(), 'small.mtx');
    writeFileSync(path, matrixMarket([[], [], [0]], 'general'));
    const read = await addon.sketch(workload, {}, path);
    expect(read?.cells).toEqual(Float64Array.from([1, 0, 0, 0, 1, 0, 1, 0, 1]));
  });

  it('has few cells however large it is, and all its entries in them', async () => {
    const values = { matrix: 'laplacian-2d', n: 10_000 };
    const drawn = await openAddon('cpu').sketch(workload, values, null);
    expect(drawn).toMatchObject({ width: 512, height: 512 });
    expect(drawn?.cells.reduce((sum, value) => sum + value, 0)).toBe(10_000 + 2 * 9_900);
  });

  it('is refused where it is empty, and not there for other workloads', async () => {
    const addon = openAddon('cpu');
    await expect(addon.sketch(workload, { n: 0 }, null)).rejects.toThrow('n is 0');
    expect(await addon.sketch('histogram', { n: 10 }, null)).toBeNull();
  });
});
