import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpanSamples, StoredCase } from '../../../src-main/contract/run.ts';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import { readCsv } from '../../../src-main/core/export/csv.ts';
import { exportFiles, exportRun } from '../../../src-main/core/export/export-run.ts';
import { importCsv } from '../../../src-main/core/export/import-csv.ts';
import { runJson } from '../../../src-main/core/export/run-json.ts';
import { samplesCsv } from '../../../src-main/core/export/samples-csv.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { failureOf } from '../store/failure-of.ts';
import {
  configuration,
  finished,
  metric,
  newRun,
  planned,
  span,
  temporaryHome,
} from '../store/fixtures.ts';

let place: ReturnType<typeof temporaryHome>;
let store: Store;
let out: string;

const comparisons: Record<string, ComparisonView> = {
  '1': {
    verdict: 'faster',
    reason: 'Wholly below 1, "clearly".',
    ratio: 0.25,
    ci95: [0.2, 1 / 3],
    against: 'sequential',
  },
  '2': { verdict: 'ambiguous', reason: '=too few', ratio: 1, ci95: null, against: 'sequential' },
};

beforeEach(() => {
  place = temporaryHome();
  store = openStore(place.home);
  out = path.join(place.home, 'out', 'deep');
  fill();
});

afterEach(() => {
  store.close();
  place.remove();
});

function fill(): void {
  const cases = [
    planned(0),
    planned(1, {
      variant: '=cmd|calc',
      values: { n: 1e6, threads: 2, device: '0', label: '-5', note: '', on: true, text: '12' },
    }),
    planned(2, { variant: 'cub-even', values: { n: 2 ** 40, ratio: 1 / 3 } }),
    planned(3, { variant: 'python', values: { n: 10 } }),
  ];
  store.createRun(
    newRun(cases, {
      id: 'r1',
      title: 'Täst, "quoted"',
      configuration: configuration({ note: '@x\ny' }),
    }),
  );
  store.finishCase('r1', {
    ...finished(0),
    metrics: {
      kernel: { ...metric(0.1 + 0.2, 7), lag1: null, effective_n: 6.5, correlated: false },
      call: { ...metric(31), sd_ns: Number.NaN },
    },
  });
  const samples: SpanSamples[] = [
    {
      ...span('kernel', 0, [1 / 3, 5e-324, 1.7976931348623157e308]),
      clocksHz: Float64Array.from([1.98e9, Number.NaN, 1.5e9]),
      repeats: 4,
      launchIncluded: true,
    },
    { ...span('kernel', 1, [7]), cpuNs: Float64Array.from([13.5]) },
    span('total', 0, [99, 98]),
  ];
  store.finishCase('r1', {
    ...finished(1, {
      planned: cases[1] ?? {},
      device: 'cuda',
      result: {
        samples,
        warnings: ['+one', 'two, "three"'],
        facts: { device: 'Test GPU H9', registers: 32, spilled: false, digits: '0042' },
        verification: { rule: 'tolerance', passed: true, message: '', maxError: 1e-7 },
      },
    }),
    metrics: { kernel: metric(5), total: metric(98) },
  });
  store.finishCase(
    'r1',
    finished(2, {
      planned: cases[2] ?? {},
      result: {
        outcome: 'skipped',
        reason: 'No GPU here, as of now',
        samples: [],
        verification: null,
        answer: null,
        coldStartNs: null,
        stopReason: null,
        bytesMoved: null,
        operations: null,
        operationUnit: null,
        facts: {},
      },
    }),
  );
  store.finishCase(
    'r1',
    finished(3, {
      planned: cases[3] ?? {},
      result: {
        samples: [span('call', 0, [3])],
        answer: { sha256: '1234', facts: { mean: '=7', max: -2 } },
      },
    }),
  );
  store.finishRun('r1', 'complete');
}

const records = (file: string) => {
  const [header, ...rows] = [...readCsv([readFileSync(path.join(out, file), 'utf8')])];
  return rows.map((row) =>
    Object.fromEntries(row.map((field, i) => [header?.[i]?.text ?? '', field.text])),
  );
};

describe('CSV', () => {
  it('writes summary and samples with their metadata', () => {
    const files = exportRun(store, 'latest', 'csv', out, { comparisons });
    expect(files.map((file) => path.relative(out, file))).toEqual([
      'summary.csv',
      'summary.meta.json',
      'samples.csv',
      'samples.meta.json',
    ]);
    expect(readdirSync(out).sort()).toEqual([...files].map((file) => path.basename(file)).sort());

    const summary = records('summary.csv');
    expect(summary).toHaveLength(4);
    expect(summary[0]).toMatchObject({
      run: 'r1',
      case: '0',
      workload: 'histogram',
      variant: 'sequential',
      device: 'cpu',
      kind: 'study',
      outcome: 'ok',
      reason: '',
      n: '1000',
      bins: '8',
      span: 'kernel',
      samples: '7',
      median_ns: '0.30000000000000004',
      p99_ns: '',
      call_samples: '5',
      call_median_ns: '31',
      call_sd_ns: '',
      throughput_gb_per_s: String(4064 / (0.1 + 0.2)),
      ratio_to_baseline: '',
      verified: 'true',
      answer_total: '1000',
    });
    expect(summary[1]).toMatchObject({
      variant: "'=cmd|calc",
      device: 'cuda',
      n: '1000000',
      axis_device: '0',
      label: "'-5",
      ratio_to_baseline: '0.25',
      ratio_ci95_hi: String(1 / 3),
      verdict: 'faster',
      baseline: 'sequential',
      fact_device: 'Test GPU H9',
    });
    expect(summary[2]).toMatchObject({
      outcome: 'skipped',
      span: '',
      samples: '',
      median_ns: '',
      bins: '',
    });
    expect(summary[3]).toMatchObject({
      span: 'call',
      call_samples: '',
      answer_mean: "'=7",
      answer_max: '-2',
    });
    expect(Object.keys(summary[0] ?? {})).not.toContain('kernel_median_ns');

    const samples = records('samples.csv');
    expect(samples).toHaveLength(5 + 3 + 1 + 2 + 1);
    expect(samples[5]).toEqual({
      run: 'r1',
      case: '1',
      workload: 'histogram',
      variant: "'=cmd|calc",
      bins: '',
      axis_device: '0',
      distribution: '',
      label: "'-5",
      n: '1000000',
      note: '',
      on: 'true',
      ratio: '',
      span: 'kernel',
      round: '0',
      sample: '0',
      text: '12',
      threads: '2',
      time_ns: String(1 / 3),
      clock_hz: '1980000000',
      cpu_ns: '',
      repeats: '4',
      launch_included: 'true',
    });
    const text = readFileSync(path.join(out, 'summary.csv'), 'utf8');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('imports its own export back to equal data', () => {
    exportRun(store, 'r1', 'csv', out, { comparisons });
    const stored = store.run('r1');
    const imported = importCsv(out);
    expect(imported.run).toEqual(stored.run);
    expect(imported.machine).toEqual(stored.machine);
    expect(imported.configuration).toEqual(stored.plan.configuration);
    const cases = imported.cases.map(
      ({ device: _d, kind: _k, comparison: _c, ...each }): StoredCase => each,
    );
    expect(cases).toEqual(stored.cases);
    expect(imported.cases.map(({ device, kind }) => [device, kind])).toEqual([
      ['cpu', 'study'],
      ['cuda', 'study'],
      ['cpu', 'study'],
      ['cpu', 'study'],
    ]);
    expect(imported.cases.map((each) => each.comparison)).toEqual([
      null,
      comparisons['1'],
      comparisons['2'],
      null,
    ]);
    for (const { index } of stored.cases) {
      expect(imported.samples.get(index) ?? []).toEqual(store.samples('r1', index));
    }
  });

  it('refuses tables that were cut or edited, with file and place', () => {
    exportRun(store, 'r1', 'csv', out);
    const file = path.join(out, 'samples.csv');
    const text = readFileSync(file, 'utf8');
    const rows = text.split('\r\n');
    const refused = (changed: string) => {
      writeFileSync(file, changed);
      return failureOf(() => importCsv(out));
    };
    expect(refused(rows.slice(0, -3).join('\r\n'))).toEqual({
      code: 'bad-input',
      message: `${file} has 10 rows where its metadata says 12; it was cut or edited.`,
    });
    expect(refused(text.replace('time_ns', 'time_ms')).message).toMatch(
      /the header is not the one/,
    );
    expect(refused(text.replace(/,0,10,/, ',0,ten,')).message).toBe(
      `${file}, row 2, column time_ns: "ten" is no number.`,
    );
    expect(refused(text.replace(/\r\nr1,0,/, '\r\n0,')).message).toMatch(
      /row 2: \d+ fields where \d+/,
    );
    expect(refused(text.replace(/,0,10,/, ',1,10,')).message).toMatch(
      /column sample: 1 stands where 0/,
    );
    expect(refused(`${text}"open`).message).toMatch(/a quoted field is not closed/);
    writeFileSync(path.join(out, 'summary.meta.json'), '{');
    expect(failureOf(() => importCsv(out)).message).toMatch(
      /is not the metadata of an exported summary/,
    );
    expect(failureOf(() => importCsv(place.home)).message).toMatch(/cannot be read \(ENOENT\)/);
  });

  it('gives the same files in memory', () => {
    exportRun(store, 'r1', 'csv', out, { comparisons });
    const files = exportFiles(store, 'r1', 'csv', { comparisons });
    expect(files).toHaveLength(4);
    for (const { name, bytes } of files) {
      expect(Buffer.from(bytes).equals(readFileSync(path.join(out, name)))).toBe(true);
    }
  });

  it('writes many samples in pieces', () => {
    const times = Array.from({ length: 200_000 }, (_, i) => i + 0.5);
    store.createRun(newRun([planned(0)], { id: 'long' }));
    store.finishCase('long', finished(0, { result: { samples: [span('kernel', 0, times)] } }));
    const pieces = [...samplesCsv(store, 'long')];
    expect(pieces.length).toBeGreaterThan(20);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300 * 1024);
    expect(pieces.join('').split('\r\n')).toHaveLength(200_002);
  });

  it('reads equal in other programs', (context) => {
    exportRun(store, 'r1', 'csv', out, { comparisons });
    const summary = path.join(out, 'summary.csv');
    const samples = path.join(out, 'samples.csv');
    const expected = store.samples('r1', 1, 'kernel')[0]?.timesNs ?? new Float64Array();
    const tried: string[] = [];
    if (runs('python3', ['--version'])) {
      tried.push('python3');
      const script = `import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8')))
times = [float(r['time_ns']).hex() for r in rows if r['case'] == '1' and r['span'] == 'kernel' and r['round'] == '0']
summary = list(csv.DictReader(open(sys.argv[2], newline='', encoding='utf-8')))
print(json.dumps([len(rows), times, float(summary[0]['median_ns']).hex(), summary[1]['variant'], summary[0]['reason']]))`;
      const answer = JSON.parse(
        execFileSync('python3', ['-c', script, samples, summary], { encoding: 'utf8' }),
      );
      expect(answer).toEqual([
        12,
        ['0x1.5555555555555p-2', '0x0.0000000000001p-1022', '0x1.fffffffffffffp+1023'],
        '0x1.3333333333334p-2',
        "'=cmd|calc",
        '',
      ]);
    }
    if (runs('sqlite3', ['--version'])) {
      tried.push('sqlite3');
      const sql = `SELECT count(*),
        sum(CAST(time_ns AS REAL) = ${expected[0]}), sum(CAST(time_ns AS REAL) = 1.7976931348623157e308)
        FROM t WHERE "case" = '1' AND span = 'kernel' AND round = '0'`;
      const answer = execFileSync(
        'sqlite3',
        ['-batch', ':memory:', '-cmd', '.mode csv', '-cmd', `.import "${samples}" t`, sql],
        { encoding: 'utf8' },
      );
      expect(answer.trim()).toBe('3,1,1');
    }
    if (tried.length === 0) context.skip('neither python3 nor sqlite3 is installed');
  });
});

function runs(program: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('JSON', () => {
  it('is the documented document', () => {
    const [file] = exportRun(store, 'r1', 'json', out, { comparisons });
    expect(file).toBe(path.join(out, 'run.json'));
    const document = JSON.parse(readFileSync(file ?? '', 'utf8'));
    expect(document).toMatchObject({
      schemaVersion: 1,
      run: { id: 'r1', status: 'complete', ok: 3, skipped: 1 },
      machine: { fingerprint: 'f00d' },
      cases: [
        {
          workload: 'histogram',
          variant: 'sequential',
          values: { n: 1000, bins: 8, distribution: 'uniform' },
          outcome: 'ok',
          reason: null,
          metrics: { kernel: { n: 7, median_ns: 0.1 + 0.2, p99_ns: null } },
          answer: { sha256: 'ab'.repeat(32), bins: 8, total: 1000 },
        },
        { comparison: { verdict: 'faster' } },
        { outcome: 'skipped', reason: 'No GPU here, as of now', metrics: {}, answer: null },
        { answer: { sha256: '1234' } },
      ],
      breakEvens: [],
    });
  });

  it('lets no fact stand in for the digest', () => {
    const stored = store.run('r1');
    const [first] = stored.cases;
    if (first?.answer == null) throw new Error('the first case has an answer');
    const forged = { ...first, answer: { ...first.answer, facts: { sha256: 'forged' } } };
    expect(runJson({ ...stored, cases: [forged] }).cases[0]?.answer).toEqual({
      sha256: 'ab'.repeat(32),
    });
  });
});

describe('output that cannot be written', () => {
  it('is said in one sentence and leaves nothing half done', () => {
    const blocked = path.join(place.home, 'a-file');
    writeFileSync(blocked, 'mine');
    expect(failureOf(() => exportRun(store, 'r1', 'csv', path.join(blocked, 'sub')))).toEqual({
      code: 'bad-input',
      message: `${path.join(blocked, 'sub', 'summary.csv')} cannot be written (ENOTDIR); choose another folder with --out.`,
    });
    expect(readFileSync(blocked, 'utf8')).toBe('mine');
    mkdirSync(path.join(out, 'samples.csv'), { recursive: true });
    expect(failureOf(() => exportRun(store, 'r1', 'csv', out)).message).toMatch(
      /samples\.csv cannot be written \(EISDIR\)/,
    );
    expect(existsSync(path.join(out, 'samples.csv.unfinished'))).toBe(false);
  });

  it('keeps the file of before when a later export fails', () => {
    exportRun(store, 'r1', 'csv', out);
    const before = readFileSync(path.join(out, 'samples.csv'), 'utf8');
    const broken = {
      ...store,
      samples: () => {
        throw new Error('the store broke');
      },
    };
    expect(() => exportRun(broken, 'r1', 'csv', out)).toThrow('the store broke');
    expect(readFileSync(path.join(out, 'samples.csv'), 'utf8')).toBe(before);
    expect(readdirSync(out)).toHaveLength(4);
  });
});
