import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { sourceOf } from '../../../src-main/core/analysis/reports.ts';
import { reportRun } from '../../../src-main/core/analysis/run-report.ts';
import { exportFiles } from '../../../src-main/core/export/export-run.ts';
import {
  ofHeadline,
  paperTables,
  tablesInLanguage,
} from '../../../src-main/core/export/paper-table.ts';
import { reportPage } from '../../../src-main/core/export/report-page.ts';
import type { ExportSource } from '../../../src-main/core/export/source.ts';
import { createSampleResults } from '../../../src-main/core/import/sample-results.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { latexTables } from '../../../src-main/core/table/latex.ts';
import { markdownTable } from '../../../src-main/core/table/markdown.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { finished, metric, newRun, planned } from '../store/fixtures.ts';

let store: Store;
let id: string;

beforeAll(() => {
  store = openStore(temporaryFolder());
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

afterAll(() => store.close());

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

async function text(format: 'markdown' | 'latex'): Promise<string> {
  const [file, ...others] = await exportFiles(store, id, format, compared);
  expect(others).toEqual([]);
  return new TextDecoder().decode(file?.bytes);
}

describe('tables for papers', () => {
  it('are Markdown whose rows line up, in the order of the axes', async () => {
    const lines = (await text('markdown')).split('\n');
    const rows = lines.filter((line) => line.startsWith('|'));
    expect(new Set(rows.map((line) => line.length)).size).toBe(1);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(
      /^\| +n \| +sequential time \| +omp\\_private time \| +omp\\_private speedup \|$/,
    );
    expect(rows[2]).toMatch(/^\| +1000 \| +– \| +3\.0000\(10\) µs \| +0\.50\(3\) \|$/);
    expect(rows[3]).toMatch(/^\| 10,000 \| +1\.5000\(10\) µs \| +– \| +– \|$/);
    const notes = lines.at(-2) ?? '';
    expect(notes).toContain('Speedup over sequential; above 1 is faster.');
    expect(notes).toContain('bins = 8, mode = a\\_b.');
    expect(notes).toContain('Not shown: 1 failed: wrong (x\\|y).');
    expect(notes).toContain('Test CPU 3000, Test GPU H9');
    expect(notes).toContain(`run ${id}.`);
    expect(notes).not.toContain('freshInput');
  });

  it('mark a speedup without a verdict by what it lacks', async () => {
    const slower = compared.comparisons['1'];
    const marked = async (view: Partial<ComparisonView>) => {
      const comparisons = { '1': { ...slower, ...view } };
      const [file] = await exportFiles(store, id, 'markdown', { comparisons });
      return new TextDecoder().decode(file?.bytes);
    };
    const inconclusive = { verdict: 'inconclusive' } as const;
    const disturbed = await marked({ ...inconclusive, disturbed: true });
    expect(disturbed).toMatch(/0\.50\(3\)‡ \|/);
    expect(disturbed).toContain('‡ disturbed: no verdict.');
    expect(disturbed).not.toContain('†');
    const few = await marked({ ...inconclusive, ci95: null });
    expect(few).toMatch(/0\.500?§ \|[\s\S]*§ too few processes or samples: no verdict\./);
    const open = await marked({ ...inconclusive, ratio: 1, ci95: [0.9, 1.1] });
    expect(open).toMatch(/1\.00 \[0\.91, 1\.11\]† \|[\s\S]*† not distinguishable from 1\./);
    expect(open).not.toContain('‡');
    const tex = latexTables(
      paperTables({
        ...{ ...store.run(id), descriptors: store.descriptors(id) },
        comparisons: { '1': { ...slower, ...inconclusive, disturbed: true } },
      }),
      id,
    );
    expect(tex).toContain('\\num{0.50(3)}$^\\ddagger$');
  });

  it('write the interval where half of it would lose it, in LaTeX as quantities', async () => {
    const view = {
      ...{ verdict: 'faster', reason: '', against: 'sequential' },
      ...{ ratio: 1 / 1.16, ci95: [1 / 1.32, 1 / 1.02] },
    } as ComparisonView;
    const source = {
      ...{ ...store.run(id), descriptors: store.descriptors(id) },
      comparisons: { '1': view },
    };
    const [table] = paperTables(source);
    expect(table?.rows.flat()).toContain('1.16 [1.02, 1.32]');
    expect(table?.notes[0]).toMatch(/in the last digits, in brackets the whole interval\.$/);
    const unlike = { ...view, ratio: 1 / 2, ci95: [1 / 2.1, 1 / 1.99] } as ComparisonView;
    const [other] = paperTables({ ...source, comparisons: { '1': unlike } });
    expect(other?.rows.flat()).toContain('2.00 [1.99, 2.10]');
    expect(latexTables(paperTables(source), id)).toContain(
      '\\num{1.16} [\\num{1.02}, \\num{1.32}]',
    );
  });

  it('have the builds of a lab instead of that of the engine', () => {
    const { machine, cases, ...run } = store.run(id);
    const flags = ['-O3 -DTILE=8', '-O3 -DTILE=16', '-O2'];
    const lab: StoredCase['attributes'] = { build: 'ab', compiler: 'cc 12' };
    const built = (isLab: boolean) =>
      paperTables({
        ...{ ...run, descriptors: store.descriptors(id) },
        machine: { ...machine, versions: { ...machine.versions, compiler: 'gcc 9', flags: '-g' } },
        cases: cases.slice(0, 1).flatMap((stored) =>
          flags.map((own, at) => ({
            ...{ ...stored, variant: at === 2 ? 'sequential' : 'omp' },
            attributes: isLab ? { ...lab, flags: own } : {},
          })),
        ),
      })[0]?.notes.at(-1);
    expect(built(true)).toMatch(/; omp: cc 12 -O3; sequential: cc 12 -O2; run \w+\.$/);
    expect(built(false)).toMatch(/; gcc 9 -g; run \w+\.$/);
  });

  it('load nothing and hold no character that a terminal acts on, whatever a workload is named', () => {
    const link = 'Sums ![seen](https://elsewhere.example/seen.png)\n| [x](javascript:alert(1))';
    const title = `${link} \u001b]0;owned\u0007\u001b[31m\u009b2J of \u202egnp.exe`;
    const named = [...store.descriptors(id)].map(
      ([at, one]) => [at, { ...one, workload: { ...one.workload, title } }] as const,
    );
    const tables = paperTables({ ...store.run(id), ...compared, descriptors: new Map(named) });
    const markdown = tables.map(markdownTable).join('\n');
    expect(markdown).toContain('seen');
    expect(markdown).not.toContain('](');
    expect(markdown.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(4);
    for (const text of [markdown, latexTables(tables, id)]) {
      expect(text).toContain(' of gnp.exe');
      expect(text).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
    }
  });

  it('are LaTeX with booktabs in which nothing is left that LaTeX would take for its own', async () => {
    const tex = await text('latex');
    for (const rule of ['toprule', 'midrule', 'bottomrule']) expect(tex).toContain(`\\${rule}`);
    const rows = tex.split('\n').filter((line) => line.trimEnd().endsWith('\\\\'));
    expect(rows).toHaveLength(4);
    const columns = /\\begin\{tabular\}\{([lr]+)\}/.exec(tex)?.[1]?.length;
    for (const row of rows.slice(1)) {
      expect(row.split(/(?<!\\)&/)).toHaveLength(columns ?? 0);
    }
    expect(rows[0]).toContain('\\multicolumn{2}{c}{omp\\_private}');
    expect(tex).toContain('\\cmidrule(lr){3-4}');
    expect(tex).toMatch(/\\num\{10000\} & \\qty\{1\.5000\(10\)\}\{\\micro\\second\} &/);
    expect(tex).toContain('95~\\% confidence');
    const bare = tex
      .split('\n')
      .slice(1)
      .join('\n')
      .replaceAll(/\\[a-zA-Z]+|\\[%_&#{}$,]/g, '');
    expect(bare).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
  });
});

describe('tables of the sample of a GPU', () => {
  let sample: Store;
  let source: ExportSource;
  beforeAll(async () => {
    sample = openStore(temporaryFolder());
    const { id: of } = sample.importRun(await createSampleResults().read('quick-gpu'));
    const run = sample.run(of);
    const comparer = createComparer(sample, () => defaultMargins);
    const { comparisons, breakEvens } = reportRun(sourceOf(sample, comparer, run));
    source = { ...run, comparisons, breakEvens, descriptors: sample.descriptors(of) };
  });
  afterAll(() => sample.close());

  it('are no wider than the text of a page: further groups stand below the first', () => {
    const tex = latexTables(paperTables(source), 'sample');
    const tabulars = tex.split('\\begin{tabular}').slice(1);
    expect(tabulars.length).toBeGreaterThan(16);
    const columns = tabulars.map((tabular) => /^\{([lr]+)\}/.exec(tabular)?.[1]?.length ?? 99);
    expect(Math.max(...columns)).toBeGreaterThan(5);
    expect(Math.max(...columns)).toBeLessThan(9);
  });

  it('are, in a report and by themselves, of the timing scope of the headline, and say so', async () => {
    const comparer = createComparer(sample, () => defaultMargins);
    const report = reportRun(sourceOf(sample, comparer, source));
    const means = { store: sample, comparer, catalog: null };
    const page = reportPage(source, report, means);
    const [first] = report.headline?.workloads ?? [];
    expect(first?.answers[0]?.scope).toBe('total');
    const [times] = page.tables;
    expect(times?.title).toMatch(/: end-to-end time$/);
    expect(times?.notes.join(' ')).toContain('Median end to end time');
    expect(times?.rows).not.toEqual(paperTables(source)[0]?.rows);
    for (const format of ['latex', 'markdown']) {
      const [file] = await exportFiles(sample, source.run.id, format, report, { report: means });
      const text = new TextDecoder().decode(file?.bytes);
      expect(text).toContain(': end-to-end time');
      expect(text).toContain('Median end to end time');
      expect(text).not.toContain('Median kernel time');
    }
  });

  it('set the decimal mark of the reader by themselves, each table its own', () => {
    const marks = (tex: string) =>
      tex.match(/^ +\\sisetup\{output-decimal-marker=\{,\}\}$/gm) ?? [];
    const comma = latexTables(paperTables(source), 'sample', 'comma');
    expect(comma).toMatch(/\\num\{[\d.]+\} \[\\num\{[\d.]+\}; \\num\{[\d.]+\}\]\\,\\unit\{\\micro/);
    expect(marks(comma)).toHaveLength(comma.split('\\begin{table}').length - 1);
    expect(marks(latexTables(paperTables(source), 'sample'))).toEqual([]);
  });

  it('are in the language of the reader but for names, versions and quantities', () => {
    const tables = tablesInLanguage(source, { id: 'es' });
    const [times] = tables;
    expect(tables.map(({ title }) => title).join()).not.toMatch(/set|Minimum|ordering|pipeline/);
    const breakEvens = tables.filter(({ title }) => title.includes(': tamaños de equilibrio, '));
    expect(breakEvens.length).toBeGreaterThan(5);
    expect(times?.columns.map(({ title }) => title)).toContain('Aceleración');
    expect(times?.notes.join(' ')).toMatch(/^Mediana del tiempo de kernel; entre paréntesis/);
    expect(times?.notes.at(-1)).toBe(
      paperTables(source)[0]?.notes.at(-1)?.replace(' run ', ' ejecución '),
    );
    expect(times?.rows).toEqual(paperTables(source)[0]?.rows);
    for (const { columns, rows } of breakEvens) {
      expect(columns.at(-1)?.title).toBe('intervalo del 95 %');
      expect(rows.flat().join(' ')).not.toMatch(/ to |\d,\d{3}/);
    }
    const labels = (tex: string) => tex.match(/\\label\{[^}]*\}/g);
    expect(labels(latexTables(tablesInLanguage(source, { id: 'ru' }), 'sample'))).toEqual(
      labels(latexTables(paperTables(source), 'sample')),
    );
  });

  const latex = spawnSync('pdflatex', ['--version']).status === 0;
  it.runIf(latex)('are typeset without an overfull box (needs pdflatex with siunitx)', () => {
    const means = { store: sample, comparer: createComparer(sample, () => defaultMargins) };
    const { headline } = reportRun(sourceOf(sample, means.comparer, source));
    const document = ([undefined, 'es', 'pt', 'de', 'fr'] as const).map((id) => {
      const tables = tablesInLanguage(ofHeadline(source, means, headline), { id });
      return `${latexTables(tables, `sample-${id}`, 'comma')}\\clearpage\n`;
    });
    const cwd = temporaryFolder();
    const packages = '\\usepackage[T1]{fontenc}\\usepackage{booktabs,siunitx,graphicx}\n';
    const head = `\\documentclass[11pt,a4paper]{article}\n${packages}\\begin{document}\n`;
    writeFileSync(join(cwd, 'tables.tex'), `${head}${document.join('')}\\end{document}\n`);
    const words = ['-interaction=nonstopmode', '-halt-on-error', 'tables.tex'];
    const { status, stdout } = spawnSync('pdflatex', words, { cwd, encoding: 'utf8' });
    expect(stdout.match(/^(?:Overfull|!|.*Float too large).*/gm)).toBeNull();
    expect(status).toBe(0);
  });
});
