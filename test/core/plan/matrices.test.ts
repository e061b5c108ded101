import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Group } from '../../../src-main/contract/configuration.ts';
import { standInWarning, studyMatrices, withMatrix } from '../../../src-main/core/plan/matrices.ts';
import { readPublished } from '../../../src-main/core/study/published.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const group = (more: Partial<Group>): Group => ({
  workload: 'row-ordering',
  variants: 'all',
  set: { 'levels-on': 'cuda' },
  sweep: {},
  ...more,
});

describe('matrices by name', () => {
  it('are the six of the published tables, with their rows and the entries of their lower triangle', () => {
    const published = readPublished().find(({ id }) => id === 'udelar-row-ordering-2024');
    const rows = Object.values(published?.tables ?? {}).flat();
    expect(rows.map((row) => row.matrix).sort()).toEqual([...studyMatrices].sort());
    for (const row of rows) {
      const { set } = withMatrix(group({ input: `matrix:${row.matrix}` }), undefined);
      expect(set.n).toBe(row.rows);
      expect(set.nonzeros).toBe(Math.ceil((Number(row.nnz) + Number(row.rows)) / 2));
    }
  });

  it.each([
    ['1138_bus.mtx', '1138_bus.mtx'],
    ['1138_bus.mtx.gz', '1138_bus.mtx.gz'],
    ['1138_bus/1138_bus.mtx', '1138_bus/1138_bus.mtx'],
  ])('are read from the folder where it has %s', (file, expected) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '1138_bus'));
    writeFileSync(join(folder, file), '');
    const found = withMatrix(group({ input: 'matrix:1138_bus' }), folder);
    expect(found).toMatchObject({ name: '1138_bus', input: join(folder, expected) });
    expect(found.set).toEqual({ 'levels-on': 'cuda' });
    expect(standInWarning(found)).toBeNull();
  });

  it('of a group that stands for one by its name give way to the file', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'gyro_m.mtx'), '');
    const preset = group({ name: 'gyro_m', set: { matrix: 'laplacian-2d', n: 17_361, seed: 3 } });
    const found = withMatrix(preset, folder);
    expect(found).toMatchObject({ input: join(folder, 'gyro_m.mtx'), set: {} });
    expect(withMatrix(found, folder)).toEqual(found);
  });

  it('that are not in the folder are generated, and the result says so', () => {
    const found = withMatrix(group({ input: 'matrix:Dubcova1' }), temporaryFolder());
    expect(found).toEqual(
      group({
        name: 'Dubcova1',
        set: { matrix: 'laplacian-2d', n: 16_129, nonzeros: 134_569, 'levels-on': 'cuda' },
      }),
    );
    expect(standInWarning(found)).toMatch(/replaces the matrix Dubcova1/);
    expect(standInWarning({ ...found, set: { ...found.set, n: 5 } })).toBeNull();
  });

  it('leave other groups alone', () => {
    for (const other of [group({}), group({ name: 'anything' }), group({ input: '/a/b.mtx' })]) {
      expect(withMatrix(other, undefined)).toBe(other);
      expect(standInWarning(other)).toBeNull();
    }
  });

  it('are refused in one sentence', () => {
    const ask = (input: string, folder?: string) => () => withMatrix(group({ input }), folder);
    const folder = temporaryFolder();
    expect(ask('matrix:bcsstk31')).toThrow(/no folder of matrices is named.*did you mean/);
    expect(ask('matrix:other', folder)).toThrow(/there is no other\.mtx or other\.mtx\.gz in/);
    expect(ask('matrix:../etc/passwd', folder)).toThrow(/is no name of a matrix/);
    expect(ask('matrix:..', folder)).toThrow(/is no name of a matrix/);
    expect(ask('matrix:', folder)).toThrow(/is no name of a matrix/);
    expect(ask('matrix:gyro_m', join(folder, 'absent'))).toThrow(/there is no folder/);
  });
});
