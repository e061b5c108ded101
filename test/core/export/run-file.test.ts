import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportFiles } from '../../../src-main/core/export/export-run.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { metricsOf } from '../../../src-main/core/run/case-repetitions.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import {
  configuration,
  finished,
  metric,
  newRun,
  planned,
  scope,
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
    ...scope('kernel', 1, [1.5, 2, 3]),
    clocksHz: Float64Array.from([1e9, Number.NaN, 2e9]),
    cpuNs: Float64Array.from([1, 2, 3]),
    repeats: 7,
    launchIncluded: true,
  };
  const first = finished(0, { result: { samples: [scope('kernel', 0, [10, 11]), clocked] } });
  store.saveCase(id, {
    ...first,
    metrics: {
      ...metricsOf(first.result, 'cpu', first.result.samples),
      total: { ...metric(20), sd_ns: Number.NaN },
    },
  });
  const second = finished(1, { planned: { variant: 'omp-private' }, device: 'cpu' });
  const metrics = metricsOf(second.result, 'cpu', second.result.samples);
  store.saveCase(id, { ...second, metrics });
  store.saveCase(
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

type Json = Readonly<Record<string, unknown>>;

/** The first case with other fields. */
function withCase(fields: Json): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 2, (line) => ({ ...line, case: { ...(line.case as object), ...fields } }));
}

/** The first case with other statistics of its kernel. */
function withKernel(fields: Json): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 2, (line) => {
      const given = line.case as { metrics: { kernel: object } };
      const kernel = { ...given.metrics.kernel, ...fields };
      return { ...line, case: { ...given, metrics: { ...given.metrics, kernel } } };
    });
}

function withAxis(axis: Json, value: unknown): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 2, (line) => {
      const { workload, variant } = line.descriptor as { workload: object; variant: object };
      const descriptor = { workload: { ...workload, axes: [axis] }, variant };
      const given = line.case as object;
      return { ...line, descriptor, case: { ...given, values: { [String(axis.id)]: value } } };
    });
}

/** The plan with other values of its first case, or another sweep. */
function withPlan(values: Json, sweep: Json = {}): (bytes: Buffer) => Buffer {
  return (bytes) =>
    changed(bytes, 1, (line) => {
      const plan = line.plan as { cases: object[]; configuration: { groups: object[] } };
      const cases = plan.cases.map((one, i) => (i === 0 ? { ...one, values } : one));
      const groups = plan.configuration.groups.map((group) => ({ ...group, sweep }));
      const configuration = { ...plan.configuration, groups };
      return { ...line, plan: { ...plan, cases, configuration } };
    });
}

/** A case that was skipped for a value that its variant does not take. */
function skippedBeyond(bytes: Buffer): Buffer {
  const skipped = withCase({ outcome: 'skipped', reason: 'n: too large', metrics: {} })(
    withAxis(sizeAxis, 1)(bytes),
  );
  return changed(skipped, 2, (line) => ({
    ...line,
    case: { ...(line.case as object), values: { n: 2e9 } },
  }));
}

const sizeAxis = {
  ...{ id: 'n', title: 'Values', help: 'How many.', role: 'input', type: 'integer' },
  ...{ min: 0, max: 1e9, default: 10, scale: 'log' },
};
const failed = { rule: 'exact', passed: false, message: 'bin 3 is 7', maxError: null };

describe('a run file that cannot be true', () => {
  it.each([
    ['a wrong answer', withCase({ verification: failed }), 'outcome: got "ok" although verif'],
    ['a negative median', withKernel({ median_ns: -5 }), 'kernel.median_ns: got -5, must be'],
    ['an endless interval', withKernel({ ci95_lo_ns: 1e308 }), 'kernel.ci95_lo_ns: got 1e+308'],
    ['another median', withKernel({ median_ns: 2.5 }), 'kernel.median_ns: got 2.5, must be 4.58'],
    ['more samples than there are', withKernel({ n: 4 }), 'kernel.n: got 4, must be 5'],
    ['samples beyond the rest', withKernel({ n: 9, min_ns: 1.8 }), 'outside'],
    ['a negative index', withCase({ index: -1 }), 'index: got -1, must be 0 to 199999'],
    ['a huge index', withCase({ index: 1e9 }), 'index: got 1000000000'],
    ['a path for a workload', withCase({ workload: '../../etc' }), 'workload: got "../../etc"'],
    ['a line for a variant', withCase({ variant: 'a\nb' }), 'variant: got "a\\nb"'],
    ['another variant', withCase({ variant: 'other' }), 'must be histogram/other'],
    ['no time', withCase({ finishedAt: 'not a date' }), 'finishedAt: got "not a date"'],
    ['a negative size', withCase({ values: { n: -7 } }), 'values.n: got -7'],
    ['a word for a size', withCase({ values: { n: '__x' } }), 'values.n: got "__x"'],
    ['a size out of range', withAxis(sizeAxis, 1e12), 'must be a whole number from 0 to 1e9'],
    ['a tag for a word', withCase({ values: { range: '<b>' } }), 'values.range: got "<b>", must'],
    [
      'a tag for an axis',
      withCase({ values: { '<b>': 1 } }),
      'values.<b>: got "<b>", must be 1 to',
    ],
    ['a tag in the plan', withPlan({ n: 1, range: '<b>' }), 'plan.cases.0.values.range: got "<b>"'],
    ['a tag in a sweep', withPlan({}, { n: [1, '<b>'] }), 'groups.0.sweep.n: got "<b>", must be a'],
    [
      'a word for a size in the plan',
      withPlan({ n: 'many' }),
      'plan.cases.0.values.n: got "many", must be a number',
    ],
    ['a negative cold start', withCase({ coldStartNs: -1 }), 'coldStartNs: got -1'],
    [
      'a day that is none',
      (bytes: Buffer) =>
        changed(bytes, 1, ({ run, ...rest }) => ({
          ...rest,
          run: { ...(run as object), createdAt: 'not a date' },
        })),
      'createdAt: got "not a date", must be a time such as',
    ],
    [
      'a newer schema',
      (bytes: Buffer) => changed(bytes, 0, (line) => ({ ...line, schemaVersion: 99 })),
      'a newer version of Breakeven wrote it (schema 99, this one reads 1)',
    ],
    [
      'a status in words',
      withCase({ outcome: 'fine' }),
      'case.outcome: got "fine", must be "ok" or "skipped" or "failed"',
    ],
  ])('is refused: %s', async (_what, broken, why) => {
    const refusal = await readRunFile(broken(bytesOf(measured()))).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'bad-input', message: expect.stringContaining(why) });
  });

  it('is none where a case was skipped for a value beyond the bounds of its variant', async () => {
    const [found] = (await readRunFile(skippedBeyond(bytesOf(measured())))).cases;
    expect(found?.stored).toMatchObject({ outcome: 'skipped', values: { n: 2e9 } });
  });

  it('says nothing of intervals that its samples do not say', async () => {
    const bytes = bytesOf(measured());
    const [honest] = (await readRunFile(bytes)).cases;
    const [made] = (await readRunFile(withKernel({ outliers: 3, sd_ns: 0 })(bytes))).cases;
    expect(made?.stored).toEqual(honest?.stored);
  });

  it('is told from the runs that come with the product', async () => {
    const folder = path.join(import.meta.dirname, '../../../resources/sample-results');
    const files = readdirSync(folder).filter((name) => name.endsWith('.breakeven'));
    expect(files.length).toBeGreaterThan(2);
    for (const name of files) {
      const { cases } = await readRunFile(readFileSync(path.join(folder, name)));
      expect(cases.length, name).toBeGreaterThan(0);
    }
  });
});

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

  it('brings along the ceilings of its machine, and never replaces those measured here', async () => {
    const peak = { id: 'host-copy', device: 'cpu', title: 'Copy', unit: 'B/s', facts: {} };
    const id = measured();
    const { fingerprint } = store.run(id).machine;
    store.savePeaks(fingerprint, [{ ...peak, value: 5e9 }]);
    const file = bytesOf(id);
    const read = await readRunFile(file);
    const future = {
      ...read,
      ceilings: { probes: [{ ...peak, value: 5e9 }], measuredAt: '9999-01-01T00:00:00Z' },
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
      changed(file, 1, (line) => ({ ...line, ceilings: { measuredAt: null, probes: [wrong] } })),
    );
    for (const damaged of [more, less])
      await expect(readRunFile(damaged ?? file)).rejects.toThrow(/ceilings\.probes\.0\.value/);
    const undated = changed(file, 1, (line) => ({
      ...line,
      ceilings: { measuredAt: 'yesterday', probes: [] },
    }));
    await expect(readRunFile(undated)).rejects.toThrow('ceilings.measuredAt: got "yesterday"');
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
    store.saveCase(id, finished(0));
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
    ['a file without its end', (b: Buffer) => fileOf(linesOf(b).slice(0, -1)), 'it is truncated'],
    [
      'a file without a case',
      (b: Buffer) => fileOf(linesOf(b).filter((_, i) => i !== 3)),
      'what it holds is not what it says',
    ],
    [
      'a file of a newer version',
      (b: Buffer) => changed(b, 0, (line) => ({ ...line, version: 3 })),
      'a newer version of Breakeven wrote it',
    ],
    [
      'a case that appears twice',
      (b: Buffer) => {
        const lines = linesOf(b);
        return fileOf([...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)]);
      },
      'case 0 appears twice',
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
      message: expect.stringMatching(/^This run file cannot be read: [^\n]*\.$/),
    });
    expect(await refusal).toHaveProperty('message', expect.stringContaining(why));
  });

  it('with a million lines of log, or nested without end, is refused', async () => {
    const bytes = bytesOf(measured());
    const line = { at: '2026-01-01T00:00:00.000Z', level: 'info', text: '', caseIndex: null };
    const lines = linesOf(bytes);
    const log = JSON.stringify({ log: Array.from({ length: 1_000_000 }, () => line) });
    const long = fileOf(lines.toSpliced(-1, 0, log));
    await expect(readRunFile(long)).rejects.toThrow(/its log has more than 200000 lines/);
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;
    for (const at of [0, 1, 2]) {
      const nested = fileOf(lines.toSpliced(at, 1, deep));
      await expect(readRunFile(nested)).rejects.toThrow(/^This run file cannot be read: .*deeply/);
    }
    const inside = lines.toSpliced(
      1,
      1,
      (lines[1] ?? '').replace('"plan":{', `"plan":{"x":${deep},`),
    );
    await expect(readRunFile(fileOf(inside))).rejects.toThrow(/nests too deeply/);
  }, 60_000);

  it('may not unpack to more than memory holds', async () => {
    const block = gzipSync(Buffer.alloc(2 ** 26));
    const bomb = Buffer.concat(Array.from({ length: 17 }, () => block));
    await expect(readRunFile(bomb)).rejects.toThrow(/unpacks to more than 1073741824 bytes/);
  }, 60_000);
});
