import { describe, expect, it } from 'vitest';
import { exportFiles } from '../../../src-main/core/export/export-run.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { configuration, finished, newRun, planned } from '../store/fixtures.ts';
import { changed, measuredRun } from './made-run-file.ts';

let store: Store;
let other: Store;

freshStore((opened) => {
  store = opened;
});
freshStore((opened) => {
  other = opened;
});

const measured = (): string => measuredRun(store);
const bytesOf = (id: string): Buffer => Buffer.concat([...runFile(store, id)]);

describe('a run file', () => {
  it('gives back equal data in another store, marked as imported', async () => {
    const id = measured();
    const read = other.importRun(await readRunFile(bytesOf(id)));
    expect(read.revision).toEqual({ repository: 'o', head: '88d01e2f', dirty: true });
    expect(read.importedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const { importedAt: _, ...row } = read;
    expect(row).toEqual({ ...store.row(id), pinned: false });
    const { run: _one, ...before } = store.run(id);
    const { run: _two, ...after } = other.run(id);
    expect(after).toEqual(before);
    expect(other.descriptors(id)).toEqual(store.descriptors(id));
    for (const index of [0, 1, 2])
      expect(other.samples(id, index)).toEqual(store.samples(id, index));
    expect(other.logOf(id, 0, 10)).toEqual(store.logOf(id, 0, 10));
    expect(other.history({ query: 'tag:night bin Ärger' }).total).toBe(0);
    expect(other.history({ query: 'tag:night Ärger variant:omp-private' }).total).toBe(1);
    expect(Buffer.concat([...runFile(other, id)]).length).toBeGreaterThan(0);
  });

  it('brings along the ceilings of its machine, and never replaces those measured here', async () => {
    const peak = { id: 'host-copy', device: 'cpu', title: 'Copy', unit: 'B/s', attributes: {} };
    const id = measured();
    const { fingerprint } = store.run(id).machine;
    store.savePeaks(fingerprint, [{ ...peak, value: 5e9 }]);
    const file = bytesOf(id);
    const read = await readRunFile(file);
    const future = {
      ...read,
      measuredPeaks: { peaks: [{ ...peak, value: 5e9 }], measuredAt: '9999-01-01T00:00:00Z' },
    };
    other.importRun(future);
    const known = other.measuredPeaks(fingerprint);
    expect(known.peaks).toEqual(store.measuredPeaks(fingerprint).peaks);
    expect(Date.parse(known.measuredAt ?? '')).toBeLessThanOrEqual(Date.now());
    other.savePeaks(fingerprint, [{ ...peak, value: 7e9 }]);
    other.importRun({ ...future, run: { ...read.run, id: 'another' } });
    expect(other.measuredPeaks(fingerprint).peaks[0]?.value).toBe(7e9);
    const [more, less] = [
      { ...peak, value: -1 },
      { ...peak, value: 0 },
    ].map((wrong) =>
      changed(file, 1, (line) => ({
        ...line,
        measuredPeaks: { measuredAt: null, peaks: [wrong] },
      })),
    );
    for (const damaged of [more, less])
      await expect(readRunFile(damaged ?? file)).rejects.toThrow(/measuredPeaks\.peaks\.0\.value/);
    const undated = changed(file, 1, (line) => ({
      ...line,
      measuredPeaks: { measuredAt: 'yesterday', peaks: [] },
    }));
    await expect(readRunFile(undated)).rejects.toThrow('measuredPeaks.measuredAt: got "yesterday"');
  });

  it('never takes the place of `latest`, whenever it says it was measured, and is `imported`', async () => {
    const read = await readRunFile(bytesOf(measured()));
    const dated = (id: string, createdAt: string) =>
      other.importRun({ ...read, run: { ...read.run, id, createdAt } });
    expect(() => other.resolve('imported')).toThrow('No run is imported yet');
    dated('of-9999', '9999-01-01T00:00:00.000Z');
    dated('of-1999', '1999-01-01T00:00:00.000Z');
    expect(() => other.resolve('latest')).toThrow(
      'No run was measured here yet; `imported` names the run imported last.',
    );
    other.createRun(newRun([planned(0)], { id: 'own', createdAt: '2025-01-01T00:00:00.000Z' }));
    expect(other.resolve('latest')).toBe('own');
    other.createRun(newRun([planned(0)], { id: 'ahead', createdAt: '9999-01-01T00:00:00.000Z' }));
    other.createRun(newRun([planned(0)], { id: 'after', createdAt: '2025-01-02T00:00:00.000Z' }));
    expect(other.resolve('latest')).toBe('after');
    expect(other.resolve('latest~1')).toBe('ahead');
    expect(other.resolve('imported')).toBe('of-1999');
    expect(other.resolve('imported~1')).toBe('of-9999');
    expect(() => other.resolve('imported~2')).toThrow(
      'imported~2 is before the first imported run; 2 are stored.',
    );
  });

  it('is the same file for the same run, and what the export of that name is', async () => {
    const id = measured();
    expect(bytesOf(id).equals(bytesOf(id))).toBe(true);
    const [file] = await exportFiles(store, id, 'breakeven');
    expect(file?.name).toBe(`${id}.breakeven`);
    expect(Buffer.from(file?.bytes ?? []).equals(bytesOf(id))).toBe(true);
  });

  it('is not read twice, and nothing is left of one that cannot be stored', async () => {
    const id = measured();
    const read = await readRunFile(bytesOf(id));
    other.importRun(read);
    expect(() => other.importRun(read)).toThrow(`A run called "${id}" is stored already.`);
    expect(other.history({}).total).toBe(1);
    const evil = { ...read, run: { ...read.run, id: '../../x' } };
    expect(() => other.importRun(evil)).toThrow(/cannot be the id of a run/);
    const baseline = { ...read, run: { ...read.run, id: 'baseline' } };
    expect(() => other.importRun(baseline)).toThrow('"baseline" cannot be the id of a run');
    const long = { ...read, run: { ...read.run, id: 'fresh', tags: ['x'.repeat(61)] } };
    expect(() => other.importRun(long)).toThrow(/at most 60 characters/);
    expect(other.history({}).total).toBe(1);
  });

  it('names no file of this machine', async () => {
    const cases = [planned(0, { input: '/etc/passwd' })];
    const group = { workload: 'histogram', variants: 'all' as const, set: {}, sweep: {} };
    const asked = configuration({
      groups: [{ ...group, input: '/etc/passwd' }],
      matrices: '/etc',
    });
    const { id } = store.createRun(newRun(cases, { configuration: asked }));
    store.saveCase(id, finished(0));
    store.finishRun(id, 'complete');
    const { plan } = await readRunFile(bytesOf(id));
    expect(JSON.stringify(plan)).not.toContain('/etc');
  });
});
