import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportFiles } from '../../../src-main/core/export/export-run.ts';
import { readRunFile } from '../../../src-main/core/export/read-run-file.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import {
  configuration,
  finished,
  metric,
  newRun,
  planned,
  span,
  temporaryHome,
} from '../store/fixtures.ts';

let here: ReturnType<typeof temporaryHome>;
let there: ReturnType<typeof temporaryHome>;
let store: Store;
let other: Store;

beforeEach(() => {
  here = temporaryHome();
  there = temporaryHome();
  store = openStore(here.home);
  other = openStore(there.home);
});

afterEach(() => {
  store.close();
  other.close();
  here.remove();
  there.remove();
});

function measured(): string {
  const cases = [planned(0), planned(1, { variant: 'omp-private' }), planned(2)];
  const asked = configuration({
    tags: ['lab', 'night'],
    note: 'line one\nline two',
    preset: 'quick',
  });
  const { id } = store.createRun(newRun(cases, { configuration: asked, title: 'Ärger, "quoted"' }));
  const clocked = {
    ...span('kernel', 1, [1.5, Number.NaN, 3]),
    clocksHz: Float64Array.from([1e9, Number.NaN, 2e9]),
    cpuNs: Float64Array.from([1, 2, 3]),
    repeats: 7,
    launchIncluded: true,
  };
  const first = finished(0, { result: { samples: [span('kernel', 0, [10, 11]), clocked] } });
  store.finishCase(id, {
    ...first,
    metrics: { kernel: { ...metric(12, 5), sd_ns: Number.NaN }, total: metric(20) },
  });
  store.finishCase(id, finished(1, { planned: { variant: 'omp-private' }, device: 'cpu' }));
  store.finishCase(
    id,
    finished(2, { result: { outcome: 'failed', reason: 'bin 3 is 7', samples: [], answer: null } }),
  );
  store.log(id, { level: 'warning', text: 'the governor is powersave', caseIndex: 1 });
  store.log(id, { level: 'info', text: 'complete' });
  store.finishRun(id, 'partial');
  store.pin(id);
  return id;
}

const bytesOf = (id: string): Buffer => Buffer.concat([...runFile(store, id)]);
const linesOf = (bytes: Buffer): string[] => gunzipSync(bytes).toString().trimEnd().split('\n');
const fileOf = (lines: readonly string[]): Buffer => gzipSync(`${lines.join('\n')}\n`);

/** The file with something else in the line that `fits`. */
function changed(
  bytes: Buffer,
  at: number,
  change: (line: Readonly<Record<string, unknown>>) => unknown,
): Buffer {
  const lines = linesOf(bytes);
  lines[at] = JSON.stringify(change(JSON.parse(lines[at] ?? '{}')));
  return fileOf(lines);
}

describe('a run file', () => {
  it('gives back equal data in another store, marked as imported', async () => {
    const id = measured();
    const read = other.importRun(await readRunFile(bytesOf(id)));
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

  it('is the same file for the same run, and what the export of that name is', () => {
    const id = measured();
    expect(bytesOf(id).equals(bytesOf(id))).toBe(true);
    const [file] = exportFiles(store, id, 'breakeven');
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
    store.finishCase(id, finished(0));
    store.finishRun(id, 'complete');
    const { plan } = await readRunFile(bytesOf(id));
    expect(JSON.stringify(plan)).not.toContain('/etc');
  });

  it.each([
    ['an empty file', () => Buffer.alloc(0), 'cut off, damaged or something else'],
    ['another file', () => Buffer.from('PNG'), 'cut off, damaged or something else'],
    ['gzip of something else', () => gzipSync('{"a":1}\n'), 'it is something else'],
    ['gzip of no JSON', () => gzipSync('hello\n'), 'not JSON'],
    ['a cut file', (b: Buffer) => b.subarray(0, b.length - 40), 'cut off'],
    [
      'a file without its end',
      (b: Buffer) => fileOf(linesOf(b).slice(0, -1)),
      'its end is missing',
    ],
    [
      'a file without a case',
      (b: Buffer) => fileOf(linesOf(b).filter((_, i) => i !== 3)),
      'what it holds is not what it says',
    ],
    [
      'a file of a newer version',
      (b: Buffer) => changed(b, 0, (line) => ({ ...line, version: 2 })),
      'a newer version of Breakeven wrote it',
    ],
    [
      'a case that is there twice',
      (b: Buffer) => {
        const lines = linesOf(b);
        return fileOf([...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)]);
      },
      'case 0 is there twice',
    ],
    [
      'a status that does not exist',
      (b: Buffer) =>
        changed(b, 1, ({ run, ...rest }) => ({
          ...rest,
          run: { ...(run as object), status: 'x' },
        })),
      'run.status',
    ],
    [
      'fewer samples than it says',
      (b: Buffer) =>
        changed(b, 2, ({ samples, ...rest }) => ({
          ...rest,
          samples: (samples as { n: number }[]).map((part) => ({ ...part, n: part.n + 1 })),
        })),
      'values where it says',
    ],
  ])('is refused in one sentence: %s', async (_what, broken, why) => {
    const bytes = broken(bytesOf(measured()));
    const refusal = readRunFile(bytes).catch((error: unknown) => error);
    expect(await refusal).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^This is not a run file that can be read: [^\n]*\.$/),
    });
    expect(await refusal).toHaveProperty('message', expect.stringContaining(why));
  });

  it('may not unpack to more than memory holds', async () => {
    const block = gzipSync(Buffer.alloc(2 ** 26));
    const bomb = Buffer.concat(Array.from({ length: 17 }, () => block));
    await expect(readRunFile(bomb)).rejects.toThrow(/unpacks to more than 1073741824 bytes/);
  }, 60_000);
});
