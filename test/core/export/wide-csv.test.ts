import { describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { wideCsv, wideTable } from '../../../src-main/core/export/wide-csv.ts';
import { readCsv } from '../../helpers/read-csv.ts';
import { storedCase } from '../../helpers/stored-case.ts';
import { metric } from '../store/fixtures.ts';

let index = 0;
function stored(
  variant: string,
  values: StoredCase['values'],
  medians: Readonly<Record<string, number>>,
  more: Partial<StoredCase> = {},
): StoredCase {
  index += 1;
  const metrics = Object.fromEntries(
    Object.entries(medians).map(([scope, ns]) => [scope, metric(ns, 20)]),
  );
  return storedCase(index, { workload: 'histogram', variant, values, metrics, ...more });
}

describe('the wide table', () => {
  const table = wideTable({
    cases: [
      stored('sequential', { n: 1e6 }, { kernel: 800 }),
      stored('sequential', { n: 1e3 }, { kernel: 1 / 3 }),
      stored('omp', { n: 1e3, threads: 2 }, { kernel: 40 }),
      stored('omp', { n: 1e3, threads: 4 }, { kernel: 30, call: 35 }),
      stored('omp', { n: 1e6, threads: 4 }, { kernel: 300 }),
      stored('cuda', { n: 1e6, gpu: 0 }, {}, { outcome: 'failed' }),
      stored('cuda', { n: 1e3, gpu: 0 }, {}, { outcome: 'skipped' }),
    ],
  });
  const rows = readCsv(wideCsv(table));

  it('has a row for each scope and point that all variants share, variants side by side', () => {
    expect(rows.map(({ scope, n }) => `${scope} ${n}`)).toEqual([
      'kernel 1000',
      'kernel 1000000',
      'call 1000',
    ]);
    expect(rows[0]).toMatchObject({
      workload: 'histogram',
      sequential_median_ns: '0.3333333333333333',
      'omp[threads=2]_median_ns': '40',
      'omp[threads=4]_median_ns': '30',
    });
    expect(rows[1]).toMatchObject({
      sequential_median_ns: '800',
      'omp[threads=2]_median_ns': '',
      'omp[threads=4]_median_ns': '300',
    });
    expect(rows[2]).toMatchObject({ sequential_median_ns: '', 'omp[threads=4]_median_ns': '35' });
    expect(rows[0]?.['omp[threads=4]_ci95_lo_ns']).toBe(String(metric(30, 20).ci95LoNs));
  });

  it('counts what it cannot show instead of leaving it out silently', () => {
    expect(table.notShown).toEqual({ failed: 1, skipped: 1 });
    expect(table.columns.some(({ name }) => name.startsWith('cuda'))).toBe(false);
    expect(table.columns.every(({ help }) => help !== '')).toBe(true);
  });

  it('loses no time where two workloads name their variants and axes alike', () => {
    const both = wideTable({
      cases: [
        stored('sequential', { n: 10 }, { kernel: 1 }),
        stored('sequential', { n: 10, width: 4 }, { kernel: 2 }, { workload: 'mean' }),
      ],
    });
    const read = readCsv(wideCsv(both));
    expect(read.map((row) => [row.workload, row.width, row.sequential_median_ns])).toEqual([
      ['histogram', '', '1'],
      ['mean', '4', '2'],
    ]);
  });

  it('is empty but for its header where nothing was measured', () => {
    const none = wideTable({ cases: [stored('cuda', { n: 1 }, {}, { outcome: 'skipped' })] });
    expect(wideCsv(none)).toBe('workload,scope\r\n');
  });
});
