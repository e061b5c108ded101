import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { breakEvensCsv } from '../../../src-main/core/export/break-evens-csv.ts';
import { exportFiles, exportRun } from '../../../src-main/core/export/export-run.ts';
import { samplesCsv } from '../../../src-main/core/export/samples-csv.ts';
import { awkwardComparisons, awkwardRun } from '../../helpers/awkward-run.ts';
import { readCsv } from '../../helpers/read-csv.ts';
import { finished, newRun, planned, scope } from '../store/fixtures.ts';

const opened = awkwardRun();

const records = (out: string, file: string) => readCsv(readFileSync(path.join(out, file), 'utf8'));

describe('CSV', () => {
  it('writes summary and samples with their metadata', () => {
    const { store, out } = opened();
    const files = exportRun(store, 'latest', 'csv', out, { comparisons: awkwardComparisons });
    expect(files.map((file) => path.relative(out, file))).toEqual(
      'summary.csv summary.meta.json samples.csv samples.meta.json'.split(' '),
    );
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
      scope: 'kernel',
      samples: '7',
      median_ns: '0.30000000000000004',
      p99_ns: '',
      call_samples: '5',
      call_median_ns: '31',
      call_sd_ns: '',
      throughput_gb_per_s: String(4064 / (0.1 + 0.2)),
      speedup: '',
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
      speedup: '4',
      speedup_ci95_lo: '3',
      ratio_to_baseline: '0.25',
      ratio_ci95_hi: String(1 / 3),
      verdict: 'faster',
      baseline: 'sequential',
      attribute_device: 'Test GPU H9',
    });
    expect(summary[2]).toMatchObject({
      outcome: 'skipped',
      scope: '',
      samples: '',
      median_ns: '',
      bins: '',
    });
    expect(summary[3]).toMatchObject({
      scope: 'call',
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
      scope: 'kernel',
      repetition: '0',
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

  it('list samples that two scopes share once', () => {
    const { store, out } = opened();
    store.createRun(newRun([planned(0), planned(1)], { id: 'once' }));
    const kernel = scope('kernel', 0, [1, 2]);
    const call = { ...scope('call', 0, [1, 2]), sameAs: 'kernel' as const };
    store.saveCase('once', finished(0, { result: { samples: [kernel, call] } }));
    const longer = scope('call', 0, [2, 3]);
    store.saveCase('once', finished(1, { result: { samples: [kernel, longer] } }));
    exportRun(store, 'once', 'csv', out);
    const rows = records(out, 'samples.csv');
    expect(rows.map((row) => [row.case, row.scope, row.time_ns].join(' '))).toEqual([
      ...['0 kernel 1', '0 kernel 2'],
      ...['1 call 2', '1 call 3', '1 kernel 1', '1 kernel 2'],
    ]);
    const meta = JSON.parse(readFileSync(path.join(out, 'samples.meta.json'), 'utf8'));
    expect(meta.rows).toBe(rows.length);
  });

  it('has a comma before decimals where it is asked for, with the same numbers', () => {
    const { store, out } = opened();
    exportRun(store, 'r1', 'csv', out, { comparisons: awkwardComparisons });
    const before = ['summary.csv', 'samples.csv'].map((name) =>
      readFileSync(path.join(out, name), 'utf8'),
    );
    exportRun(store, 'r1', 'csv', out, { comparisons: awkwardComparisons }, { decimal: 'comma' });
    for (const [i, name] of ['summary.csv', 'samples.csv'].entries()) {
      const text = readFileSync(path.join(out, name), 'utf8');
      const rows = new Set(
        text.split('\r\n').map((row) => row.replaceAll(/"(?:[^"]|"")*"/g, '').split(';').length),
      );
      expect(text).toMatch(/;\d+,\d+;/);
      // Every row has as many fields, and with a point again they are those of before.
      expect(rows.size).toBe(2);
      const plain = (csv: string) => csv.replaceAll('"', '').replaceAll(/[;,.]/g, ' ');
      expect(plain(text)).toBe(plain(before[i] ?? ''));
    }
  });

  it('is refused with a comma where a format has numbers of its own', () => {
    const { store, out } = opened();
    expect(() => exportRun(store, 'r1', 'json', out, {}, { decimal: 'comma' })).toThrow(
      'a json export has a point before decimals; csv, csv-wide and latex take a comma',
    );
  });

  it('has the break-evens in a table of their own, where there are any', async () => {
    const { store } = opened();
    const view = {
      ...{ workload: 'count', scope: 'total', axis: 'n', small: 'plain', large: 'gpu' },
      ...{
        values: { bins: 8 },
        answer: 'one' as const,
        at: 12_500,
        sentence: 'gpu, from n = 12,500 on',
      },
      ci95: [12_000, 13_000] as [number, number],
    } as const;
    const files = await exportFiles(store, 'r1', 'csv', { breakEvens: [view] });
    const table = files.find(({ name }) => name.endsWith('break-evens.csv'));
    expect(new TextDecoder().decode(table?.bytes).split('\r\n').slice(0, 2)).toEqual([
      'run,workload,scope,axis,values,variant,other,answer,disturbed,faster_at_small,faster_at_large,at,ci95_lo,ci95_hi,sentence',
      'r1,count,total,n,bins=8,plain,gpu,one,false,plain,gpu,12500,12000,13000,"gpu, from n = 12,500 on"',
    ]);
  });

  it('names both variants of a break-even, whoever is faster at both ends or at none', () => {
    const pair: [string, string] = ['plain', 'gpu'];
    const view = { workload: 'count', scope: 'total', axis: 'n', at: null, ci95: null, pair };
    const ends = { small: 'plain', large: 'plain' };
    const rows = breakEvensCsv('r1', [
      { ...view, ...ends, answer: 'several', sentence: 'more than once' },
      { ...view, ...ends, large: 'gpu', answer: 'inconclusive', sentence: 'not known' },
    ]);
    expect(rows.split('\r\n').slice(1, 3)).toEqual([
      'r1,count,total,n,"",plain,gpu,several,false,plain,plain,,,,more than once',
      'r1,count,total,n,"",plain,gpu,inconclusive,false,,,,,,not known',
    ]);
  });

  it('writes many samples in pieces, between which other work goes on', async () => {
    const { store } = opened();
    const times = Array.from({ length: 200_000 }, (_, i) => i + 0.5);
    store.createRun(newRun([planned(0)], { id: 'long' }));
    store.saveCase('long', finished(0, { result: { samples: [scope('kernel', 0, times)] } }));
    const pieces = [...samplesCsv(store, 'long')];
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(80 * 1024);
    expect(pieces.join('').split('\r\n')).toHaveLength(200_002);
    // A window that reads them does not keep others from their events.
    let turns = 0;
    let ended = false;
    const turn = (): void => {
      turns += 1;
      if (!ended) setImmediate(turn);
    };
    turn();
    const files = await exportFiles(store, 'long', 'csv');
    ended = true;
    expect(turns).toBeGreaterThanOrEqual(pieces.length);
    const meta = files.find(({ name }) => name.endsWith('samples.meta.json'));
    expect(new TextDecoder().decode(meta?.bytes)).toMatch(/"rows": ?200000/);
  });
});
