import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { readCsv } from '../../../src-main/core/export/csv.ts';
import { exportFiles, exportRun } from '../../../src-main/core/export/export-run.ts';
import { samplesCsv } from '../../../src-main/core/export/samples-csv.ts';
import { importCsv } from '../../../src-main/core/import/import-csv.ts';
import { withProcesses } from '../../../src-main/stats/process-summary.ts';
import { awkwardComparisons, awkwardRun } from '../../helpers/awkward-run.ts';
import { failureOf } from '../store/failure-of.ts';
import { finished, newRun, planned, span } from '../store/fixtures.ts';

const opened = awkwardRun();

const records = (out: string, file: string) => {
  const [header, ...rows] = [...readCsv([readFileSync(path.join(out, file), 'utf8')])];
  return rows.map((row) =>
    Object.fromEntries(row.map((field, i) => [header?.[i]?.text ?? '', field.text])),
  );
};

describe('CSV', () => {
  it('writes summary and samples with their metadata', () => {
    const { store, out } = opened();
    const files = exportRun(store, 'latest', 'csv', out, { comparisons: awkwardComparisons });
    expect(files.map((file) => path.relative(out, file))).toEqual([
      'summary.csv',
      'summary.meta.json',
      'samples.csv',
      'samples.meta.json',
    ]);
    expect(readdirSync(out).sort()).toEqual([...files].map((file) => path.basename(file)).sort());

    const summary = records(out, 'summary.csv');
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

    const samples = records(out, 'samples.csv');
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
    const { store, out } = opened();
    exportRun(store, 'r1', 'csv', out, { comparisons: awkwardComparisons });
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
      awkwardComparisons['1'],
      awkwardComparisons['2'],
      null,
    ]);
    for (const { index } of stored.cases) {
      expect(withProcesses(imported.samples.get(index) ?? [])).toEqual(store.samples('r1', index));
    }
  });

  it('refuses tables that were cut or edited, with file and place', () => {
    const { store, home, out } = opened();
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
    expect(failureOf(() => importCsv(home)).message).toMatch(/cannot be read \(ENOENT\)/);
  });

  it('gives the same files in memory', () => {
    const { store, out } = opened();
    exportRun(store, 'r1', 'csv', out, { comparisons: awkwardComparisons });
    const files = exportFiles(store, 'r1', 'csv', { comparisons: awkwardComparisons });
    expect(files).toHaveLength(4);
    for (const { name, bytes } of files) {
      expect(Buffer.from(bytes).equals(readFileSync(path.join(out, name)))).toBe(true);
    }
  });

  it('writes many samples in pieces', () => {
    const { store } = opened();
    const times = Array.from({ length: 200_000 }, (_, i) => i + 0.5);
    store.createRun(newRun([planned(0)], { id: 'long' }));
    store.finishCase('long', finished(0, { result: { samples: [span('kernel', 0, times)] } }));
    const pieces = [...samplesCsv(store, 'long')];
    expect(pieces.length).toBeGreaterThan(20);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(300 * 1024);
    expect(pieces.join('').split('\r\n')).toHaveLength(200_002);
  });
});
