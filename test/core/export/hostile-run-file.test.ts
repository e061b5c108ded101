import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runFile, unsealed } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { runFileLimits } from '../../../src-main/core/import/run-file-lines.ts';
import { contentHash } from '../../../src-main/core/store/codec.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import {
  changed,
  failed,
  fileOf,
  type Json,
  linesOf,
  measuredRun,
  sizeAxis,
  skippedBeyond,
  withAxis,
  withCase,
  withKernel,
  withPlan,
  withScope,
  withTimes,
} from './made-run-file.ts';

let store: Store;

freshStore((opened) => {
  store = opened;
});

const measured = (): string => measuredRun(store);
const bytesOf = (id: string): Buffer => Buffer.concat([...runFile(store, id)]);

const withHeader = (fields: Json) => (bytes: Buffer) =>
  changed(bytes, 0, (line) => ({ ...line, ...fields }));
const withRun = (fields: Json) => (bytes: Buffer) =>
  changed(bytes, 1, ({ run, ...rest }) => ({ ...rest, run: { ...(run as object), ...fields } }));

describe('a run file that cannot be true', () => {
  it.each([
    ['a wrong answer', withCase({ verification: failed }), 'outcome: got "ok" although verif'],
    ['a negative median', withKernel({ medianNs: -5 }), 'kernel.medianNs: got -5, must be'],
    ['an endless interval', withKernel({ ci95LoNs: 1e308 }), 'kernel.ci95LoNs: got 1e+308'],
    ['another median', withKernel({ medianNs: 2.5 }), 'kernel.medianNs: got 2.5, must be 4.58'],
    ['more samples than there are', withKernel({ n: 4 }), 'kernel.n: got 4, must be 5'],
    ['samples beyond the rest', withKernel({ n: 9, minNs: 1.8 }), 'outside'],
    ['times that are not base64', withTimes('AAAA='), 'times: got "AAAA=", must be written as'],
    ['times of other letters', withTimes('AA_-'), 'times: got "AA_-", must be written as base64'],
    ['a negative index', withCase({ index: -1 }), 'index: got -1, must be 0 to 199999'],
    ['a huge index', withCase({ index: 1e9 }), 'index: got 1000000000'],
    ['a path for a workload', withCase({ workload: '../../etc' }), 'workload: got "../../etc"'],
    ['a line for a variant', withCase({ variant: 'a\nb' }), 'variant: got "a\\nb"'],
    ['another variant', withCase({ variant: 'other' }), 'must be histogram/other'],
    ['no time', withCase({ finishedAt: 'not a date' }), 'finishedAt: got "not a date"'],
    ['a negative size', withCase({ values: { n: -7 } }), 'values.n: got -7'],
    ['a word for a size', withCase({ values: { n: '__x' } }), 'values.n: got "__x"'],
    ['a size out of range', withAxis(sizeAxis, 1e12), 'must be a whole number from 0 to 1e9'],
    [
      'a reason as long as a book',
      withCase({ reason: ' '.repeat(20_001) }),
      'case.reason: got a text of 20001 characters, must be at most 20000',
    ],
    [
      'a unit as long as a page',
      withCase({ operationUnit: '*'.repeat(1001) }),
      'case.operationUnit: got a text of 1001 characters',
    ],
    [
      'an attribute with a key as long as a page',
      withCase({ attributes: { ['x'.repeat(1001)]: 1 } }),
      'case.attributes: a key has 1001 characters',
    ],
    [
      'a tag for a timing scope',
      withScope('<b>'),
      'scope: got "<b>", must be 1 to 100 letters, digits',
    ],
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
      withRun({ createdAt: 'not a date' }),
      'createdAt: got "not a date", must be a time such as',
    ],
    [
      'a title as long as a book',
      withRun({ title: 'x'.repeat(1001) }),
      'run.title: got a text of 1001 characters, must be at most 1000',
    ],
    ['a version before the first', withHeader({ version: 0 }), 'it is something else'],
    [
      'a newer schema',
      withHeader({ schemaVersion: 99 }),
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
    const [made] = (await readRunFile(withKernel({ outliers: 3, sdNs: 0 })(bytes))).cases;
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
    ['a file of a newer version', withHeader({ version: 4 }), 'a newer version of Breakeven'],
    [
      'a case that appears twice',
      (b: Buffer) => {
        const lines = linesOf(b);
        return fileOf([...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3)]);
      },
      'case 0 appears twice',
    ],
    ['a status that does not exist', withRun({ status: 'x' }), 'run.status'],
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
    const logOf = (length: number): Buffer =>
      fileOf(lines.toSpliced(-1, 0, JSON.stringify({ log: Array.from({ length }, () => line) })));
    await expect(readRunFile(logOf(250_000))).rejects.toThrow(/its log has more than 200000 lines/);
    const values = readRunFile(logOf(1_000_000), { unpackedTimes: 2000 });
    await expect(values).rejects.toThrow(/more than 4000000 values/);
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
  });

  it.each(['{},', '[],', '0,', '"",', '{"a":0},'])(
    'that repeats %s is refused before memory holds all of it',
    async (part) => {
      const lines = linesOf(bytesOf(measured()));
      const times = runFileLimits.lineValues / (part.match(/[,[{]/g) ?? []).length;
      const bomb = fileOf(lines.toSpliced(1, 0, `{"log":[${part.repeat(times)}0]}`));
      await expect(readRunFile(bomb)).rejects.toThrow(/a line of it holds more than 4000000 /);
      for (const at of [0, 1, 2]) {
        const few = fileOf(lines.toSpliced(at, 0, `{"log":[${part.repeat(2000)}0]}`));
        const refused = readRunFile(few, { lineValues: 1999 });
        await expect(refused).rejects.toThrow('a line of it holds more than 1999 values');
      }
    },
    60_000,
  );

  it('may not hold more values in all than memory does', async () => {
    const lines = linesOf(bytesOf(measured()));
    const source = `"source":{"sha256":"${contentHash('')}","body":""}`;
    const more = Array.from({ length: 7 }, () => `{${source},"more":[${'0,'.repeat(3000)}0]}`);
    const many = fileOf(lines.toSpliced(2, 0, ...more));
    await expect(readRunFile(many)).resolves.toBeDefined();
    const refused = readRunFile(many, { values: 21_000 });
    await expect(refused).rejects.toThrow('it holds more than 21000 values');
    expect(runFileLimits.values).toBe(25_000_000);
  });

  it.each<[string, Json, string]>([
    ['a timing scope', { metrics: { constructor: {} } }, 'metrics.constructor.n: is missing'],
    ['an axis', { values: { n: 1, valueOf: 1 } }, 'values.valueOf: got "valueOf", must be another'],
    [
      'an attribute',
      { attributes: { toString: 1 } },
      'attributes: got "toString", must be another word',
    ],
    [
      'an attribute of the answer',
      { answer: { sha256: '', attributes: { hasOwnProperty: 1 } } },
      'attributes: got "hasOwnProperty", must be another word',
    ],
  ])(
    'may not call %s like a member of every object, which tables would find',
    async (_what, fields, why) => {
      await expect(readRunFile(withCase(fields)(bytesOf(measured())))).rejects.toThrow(why);
    },
  );

  it('may not describe an axis or time a scope of such a name, and reaches no prototype', async () => {
    const bytes = bytesOf(measured());
    const axis = withAxis({ ...sizeAxis, id: 'constructor' }, 1)(bytes);
    await expect(readRunFile(axis)).rejects.toThrow('got "constructor", must be another word');
    const timed = withScope('valueOf')(bytes);
    await expect(readRunFile(timed)).rejects.toThrow('scope: got "valueOf", must be another word');
    const metric = changed(bytes, 2, (line) => {
      const given = line.case as { metrics: { total: object } };
      const metrics = { ...given.metrics, constructor: given.metrics.total };
      return { ...line, case: { ...given, metrics } };
    });
    await expect(readRunFile(metric)).rejects.toThrow('scope: got "constructor", must be another');
    for (const part of [
      '"metrics":{',
      '"values":{',
      '"attributes":{',
      '"machine":{',
      '"parameters":{',
    ]) {
      const text = gunzipSync(bytes).toString();
      const evil = text.replaceAll(part, `${part}"__proto__":{"polluted":1},`);
      expect(evil).not.toBe(text);
      await readRunFile(gzipSync(evil)).catch(() => {});
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('may not unpack to more than memory holds', async () => {
    const bytes = bytesOf(measured());
    const size = gunzipSync(unsealed(bytes) ?? '').length;
    await expect(readRunFile(bytes, { unpackedBytes: size })).resolves.toBeDefined();
    const refused = readRunFile(bytes, { unpackedBytes: size - 1 });
    await expect(refused).rejects.toThrow(`it unpacks to more than ${size - 1} bytes`);
    const block = gzipSync(Buffer.alloc(2 ** 26));
    const bomb = Buffer.concat(Array.from({ length: 17 }, () => block));
    const long = readRunFile(bomb, { unpackedTimes: 2000 });
    await expect(long).rejects.toThrow(/a line of it has more than 536870888 bytes/);
    // A small file takes little memory before it is refused.
    await expect(readRunFile(bomb)).rejects.toThrow(
      'it unpacks to more than 64 times its own size',
    );
    expect(runFileLimits.unpackedBytes).toBe(2 ** 30);
  });
});
