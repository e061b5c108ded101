import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFiles } from '../../../src-main/core/export/export-run.ts';
import { paperTables } from '../../../src-main/core/export/paper-table.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { markdownTable } from '../../../src-main/core/table/markdown.ts';
import { finished, metric, newRun, planned, temporaryHome } from '../store/fixtures.ts';

const place = temporaryHome();
let store: Store;
let id: string;

beforeAll(() => {
  store = openStore(place.home);
  const at = (index: number, n: number, variant: string) =>
    planned(index, { values: { n, bins: 8, mode: 'a_b' }, variant });
  const cases = [at(0, 10_000, 'sequential'), at(1, 1000, 'omp_private'), at(2, 1000, 'x|y')];
  id = store.createRun(newRun(cases)).id;
  for (const [index, planning] of cases.entries()) {
    const made = finished(index, {
      planned: planning,
      result: index === 2 ? { outcome: 'failed', reason: 'wrong', samples: [] } : {},
    });
    const kernel = { ...metric(1500 * (index + 1), 12), n: 12 };
    store.saveCase(id, { ...made, metrics: index === 2 ? {} : { kernel } });
  }
  store.finishRun(id, 'complete');
});

afterAll(() => {
  store.close();
  place.remove();
});

const compared = {
  comparisons: {
    '1': {
      verdict: 'slower' as const,
      reason: '',
      ratio: 2,
      ci95: [1.9, 2.1] as [number, number],
      against: 'sequential',
    },
  },
};

function text(format: 'markdown' | 'latex'): string {
  const [file, ...others] = exportFiles(store, id, format, compared);
  expect(others).toEqual([]);
  return new TextDecoder().decode(file?.bytes);
}

describe('tables for papers', () => {
  it('are Markdown whose rows line up, in the order of the axes', () => {
    const lines = text('markdown').split('\n');
    const rows = lines.filter((line) => line.startsWith('|'));
    expect(new Set(rows.map((line) => line.length)).size).toBe(1);
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(/^\| :-+ \| -+: \| -+: \|/);
    expect(rows[2]).toMatch(/^\| omp\\_private +\| +1000 \| +12 \| .*3\.0.* µs .*\| slower +\|$/);
    expect(rows[3]).toMatch(/^\| sequential +\| 10,000 \| +12 \| .*\| – +\|$/);
    const notes = lines.at(-2) ?? '';
    expect(notes).toContain('Speedup over sequential; above 1 is faster.');
    expect(notes).toContain('The same in all rows: bins = 8, mode = a\\_b.');
    expect(notes).toContain('Not shown: 1 failed.');
    expect(notes).toContain(`Run ${id}, Test CPU 3000, Test GPU H9.`);
  });

  it('are Markdown that loads nothing, whatever an imported run names its workload', () => {
    const title = 'Sums ![seen](https://elsewhere.example/seen.png)\n| [x](javascript:alert(1))';
    const named = [...store.descriptors(id)].map(
      ([at, one]) => [at, { ...one, workload: { ...one.workload, title } }] as const,
    );
    const source = { ...store.run(id), ...compared, descriptors: new Map(named) };
    const tables = paperTables(source).map(markdownTable).join('\n');
    expect(tables).toContain('seen');
    expect(tables).not.toContain('](');
    expect(tables.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(4);
  });

  it('are LaTeX with booktabs in which nothing is left that LaTeX would take for its own', () => {
    const tex = text('latex');
    for (const rule of ['toprule', 'midrule', 'bottomrule']) expect(tex).toContain(`\\${rule}`);
    const rows = tex.split('\n').filter((line) => line.trimEnd().endsWith('\\\\'));
    expect(rows).toHaveLength(3);
    const columns = /\\begin\{tabular\}\{([lr]+)\}/.exec(tex)?.[1]?.length;
    for (const row of rows) expect(row.split(/(?<!\\)&/)).toHaveLength(columns ?? 0);
    expect(tex).toContain('omp\\_private');
    expect(tex).toContain('$\\mu$s');
    expect(tex).toContain('95 \\% CI');
    const bare = tex
      .split('\n')
      .slice(1)
      .join('\n')
      .replaceAll(/\\[a-zA-Z]+|\\[%_&#{}$,]/g, '');
    expect(bare).not.toMatch(/[%_#µ|<>]/);
  });
});

it('tells the throughput of all rows in one quantity', () => {
  const cases = [65, 605].map((_, index) => planned(index, { values: { n: 1, bins: index } }));
  const { id: run } = store.createRun(newRun(cases));
  for (const [index, planning] of cases.entries()) {
    const result = { bytesMoved: 8, operations: [65, 605][index] ?? 0, operationUnit: 'flop' };
    const made = finished(index, { planned: planning, result });
    store.saveCase(run, { ...made, metrics: { kernel: metric(1, 12) } });
  }
  store.finishRun(run, 'complete');
  const [file] = exportFiles(store, run, 'markdown', {});
  const tables = new TextDecoder().decode(file?.bytes);
  expect(tables.match(/flop\/s/g)).toHaveLength(2);
  expect(tables).not.toContain('B/s');
});
