import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../../src-main/contract/machine.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { peakOf } from '../../../src-main/core/analysis/nominal-peak.ts';
import { readPresets } from '../../../src-main/core/plan/own-presets.ts';
import type { Evidence } from '../../../src-main/core/study/evidence.ts';
import { claimsTable, printable } from '../../../src-main/core/study/format.ts';
import { studies } from '../../../src-main/core/study/known-studies.ts';
import { readPublished } from '../../../src-main/core/study/published.ts';
import { reportStudy } from '../../../src-main/core/study/report.ts';
import { fitOf, workText } from '../../../src-main/core/study/theory.ts';
import { csvTable } from '../../../src-main/core/table/csv.ts';
import { latexTables } from '../../../src-main/core/table/latex.ts';
import { markdownTable } from '../../../src-main/core/table/markdown.ts';
import { evidence, judgeOver, stored } from './scripted.ts';

const machine = {
  cpuModel: 'Test CPU',
  physicalCores: 8,
  clockHz: 3.6e9,
  flopsPerCycle: 16,
  gpus: [],
  hostname: '',
} as unknown as Machine;

const reportOf = (
  preset: string,
  cases: readonly StoredCase[],
  own: Partial<Pick<Evidence, 'samples' | 'variantOf'>> = {},
) => {
  const definition = studies[preset];
  const configuration = readPresets().find(({ id }) => id === preset)?.configuration;
  if (definition === undefined || configuration === undefined)
    throw new Error(`no study ${preset}`);
  const study = readPublished().find(({ id }) => id === definition.published);
  return reportStudy(definition, {
    configuration: configuration as Parameters<typeof reportStudy>[1]['configuration'],
    cases,
    machine,
    study,
    runId: '01run',
    samples: () => [],
    judge: judgeOver(own.samples ?? (() => [])),
    variantOf: () => undefined,
    ...own,
  });
};

describe('the study of each preset', () => {
  const presets = readPresets().map(({ id }) => id);

  it('is a module of its folder', () => {
    const folder = join(import.meta.dirname, '../../../src-main/core/study/studies');
    const modules = readdirSync(folder).filter((file) => file !== 'index.ts');
    expect(Object.keys(studies)).toEqual(modules.map((file) => basename(file, '.ts')).sort());
  });

  it('takes temporary memory on the GPU from cudaMalloc where it times that, as the studies did', () => {
    for (const id of ['udelar-scan', 'udelar-row-ordering', 'uniovi-gpu']) {
      const groups = readPresets().find((preset) => preset.id === id)?.configuration.groups;
      expect(
        groups?.map(({ set }) => set.allocation),
        id,
      ).toEqual(groups?.map(() => 'malloc'));
      expect(groups?.length, id).toBeGreaterThan(0);
    }
  });

  it.each(Object.entries(studies))('%s names tables that were published', (id, one) => {
    expect(presets).toContain(id);
    const study = readPublished().find(({ id: published }) => published === one.published);
    const names = one.tables.flatMap(({ printed = [] }) => printed);
    expect(Object.keys(study?.tables ?? {})).toEqual(expect.arrayContaining(names));
    // A table of times has its rows under a name of the study's.
    for (const { printed = '', columns: [row = ''] = [], series } of one.tables) {
      const rows = series === undefined ? [] : (study?.tables[printed] ?? []);
      expect(rows.every((each) => row in each)).toBe(true);
    }
  });

  // The exponent of n = 1024 * 2^k, and a word on each matrix: the key of the row says the same.
  const ofTheKey = ['k', 'structure'];
  it.each(
    readPublished().flatMap(({ id, tables }) =>
      Object.entries(tables).map(([table, rows]) => ({ id, table, rows })),
    ),
  )('$id: $table is reproduced by a preset with each of its columns', ({ id, table, rows }) => {
    const tables = Object.values(studies).flatMap((one) =>
      one.published === id ? one.tables : [],
    );
    const columns = tables
      .filter(({ printed: name }) => name === table)
      .flatMap((one) => one.columns ?? Object.keys(rows[0] ?? {}));
    const printed = Object.keys(rows[0] ?? {}).filter((column) => !ofTheKey.includes(column));
    expect(columns).toEqual(expect.arrayContaining(printed));
  });
});

describe('the table of a study', () => {
  const cases = [
    stored(0, 'histogram', 'global-atomics', { n: 1000 }, 5000),
    stored(1, 'histogram', 'shared-atomics', { n: 1000 }, 4000),
    stored(2, 'histogram', 'global-atomics', { n: 10_000 }, 50_000),
    stored(3, 'histogram', 'shared-atomics', { n: 10_000 }, 20_000),
  ];
  const { tables, claims } = reportOf('ull-histogram', cases);

  it("has the study's rows, columns, statistics and unit, with the printed numbers beside", () => {
    expect(tables.map(({ title }) => title)).toEqual([
      'Table mean (3.1): execution time',
      'Table max (3.2): execution time',
      'Table min (3.3): execution time',
    ]);
    expect(tables[0]?.rows.map(([n]) => n)).toEqual([1000, 10_000, 1e6, 2e6, 4e6, 8e6]);
    expect(tables[0]?.rows[0]).toEqual([1000, 0.005, 0.00642909, 0.004, 0.00644173]);
    expect(tables[0]?.rows[5]).toEqual([8e6, null, 1.86746, null, 0.0543328]);
    expect(tables[1]?.rows[0]?.[1]).toBe(0.01);
    expect(tables[2]?.rows[0]?.[1]).toBe(0.0025);
  });

  it('puts a size that was not published between its neighbours', () => {
    const more = [...cases, stored(4, 'histogram', 'global-atomics', { n: 3e6 }, 9e5)];
    const sizes = reportOf('ull-histogram', more).tables[0]?.rows.map(([n]) => n);
    expect(sizes).toEqual([1000, 10_000, 1e6, 2e6, 3e6, 4e6, 8e6]);
  });

  it('turns claims into numbers', () => {
    expect(claims[0]).toMatchObject({ estimate: null, verdict: 'cannot be told' });
    expect(claims[1]?.values.mean).toBeCloseTo(Math.sqrt(1.25 * 2.5));
    expect(claims[1]?.values.arithmetic).toBeCloseTo((1.25 + 2.5) / 2);
    // Without samples there is no interval, and without one nothing can be told.
    expect(claims[1]).toMatchObject({ ci95: null, verdict: 'cannot be told' });
  });

  it('is written as CSV, Markdown and LaTeX', () => {
    const [table] = tables;
    if (table === undefined) throw new Error('no table');
    const lines = csvTable(printable(table)).split('\r\n');
    expect(lines[0]).toBe(
      'n,global-atomics (ms),"global-atomics, published (ms)",shared-atomics (ms),"shared-atomics, published (ms)"',
    );
    expect(lines[1]).toBe('1000,0.005,0.00642909,0.004,0.00644173');
    expect(lines[6]).toBe('8000000,,1.86746,,0.0543328');
    expect(markdownTable(printable(table))).toMatch(
      /\|\s+1000 \|\s+0\.005000 \|\s+0\.006429 \|\s+0\.004000 \|\s+0\.006442 \|/,
    );
    const latex = latexTables([printable({ ...table, title: '100 % of a_b' })], '01run');
    expect(latex).toContain('\\toprule');
    expect(latex).toContain('100~\\% of a\\_b');
    expect(latex).toContain('1000 & 0.005000 & 0.006429');
    const twice = { ...table, columns: [...table.columns, ...table.columns], rows: [] };
    expect(latexTables([printable(twice)], '01run')).toMatch(
      /^% \\usepackage\{booktabs,graphicx,siunitx\}\n.*\\resizebox\{\\ifdim.*\\fi\}\{!\}\{%\n.*\\end\{tabular\}\}\n\\end\{table\}\n$/s,
    );
  });
});

it('writes claims with verdict, estimate and interval into each format', () => {
  const cases = [131_072, 1_048_576].flatMap((n, i) => [
    stored(2 * i, 'min3x3', 'sequential', { n }, 9e5),
    stored(2 * i + 1, 'min3x3', 'block-32', { n }, 3e5),
  ]);
  const report = reportOf('ime-min3x3', cases, evidence(cases));
  expect(report).toMatchObject({
    study: 'ime-min3x3',
    runId: '01run',
    machine: 'Test CPU, 8 cores',
  });
  const table = claimsTable(report);
  expect(table.title).toBe('Claims of IME, Universidade de São Paulo, year not stated');
  const [head, first] = csvTable(printable(table)).split('\r\n');
  expect(head).toBe('claim,holds here,estimate,ci95_lo,ci95_hi,found,expected,reason');
  expect(first).toMatch(
    /,holds,(3|2\.99\d+),2\.\d+,3\.\d+,"?time of sequential over block-32: 3 \[/,
  );
  expect(markdownTable(printable(table))).toMatch(
    /\| :-+ \| :-+ \| -+: \| -+: \| -+: \| :-+ \| :-+ \| :-+ \|/,
  );
  expect(markdownTable(printable(table))).toContain('Run 01run on Test CPU, 8 cores.');
  expect(latexTables([printable(table)], '01run')).toContain(
    '{p{0.23\\linewidth}lrrrp{0.23\\linewidth}p{0.23\\linewidth}l}',
  );
});

it('takes differences of measured columns and names stand-ins', () => {
  const values = { matrix: 'banded', n: 17_922, nonzeros: 289_800, 'levels-on': 'cuda' };
  const { tables, notes } = reportOf('udelar-row-ordering', [
    stored(0, 'row-ordering', 'sequential', values, 5e6),
    stored(1, 'row-ordering', 'thrust-study', values, 3e6),
  ]);
  const [table] = tables;
  const at = (title: string, source: string): unknown => {
    const column =
      table?.columns.findIndex((one) => one.title === title && one.source === source) ?? -1;
    return table?.rows.find(([matrix]) => matrix === 'Goodwin_040')?.[column];
  };
  expect(at('total-sequential', 'measured')).toBe(5);
  expect(at('total-sequential', 'published')).toBe(5.18);
  expect(at('delta-total', 'derived')).toBe(2);
  expect(at('delta-total', 'published')).toBe(0.91);
  expect(notes.at(-1)).toContain('Goodwin_040');
});

describe('the tables of Oviedo', () => {
  const square = (xres: number) => ({ xres, yres: xres, maxiter: 1000 });
  const cases = [
    stored(0, 'mandelbrot', 'sequential', square(256), 1e9),
    stored(1, 'mandelbrot', 'omp-tasks', square(256), 5e8),
    stored(2, 'mandelbrot', 'sequential', square(512), 4e9),
    stored(3, 'mandelbrot', 'omp-tasks', square(512), 1e9),
    stored(4, 'mandelbrot', 'grid-2d', square(64), 1e6),
  ];
  const table = (preset: string, title: RegExp, of = cases) => {
    const found = reportOf(preset, of).tables.find((one) => title.test(one.title));
    if (found === undefined) throw new Error(`no table ${title}`);
    return found;
  };

  it('put the time per flop of this machine below those of the study', () => {
    const { columns, rows } = table('uniovi-cpu', /^Table 1:/);
    expect(columns.map(({ title }) => title)).toEqual(
      'system parallel sequential sequential-printed'.split(' '),
    );
    expect(rows[1]).toEqual(['Ryzen', 2.1701e-12, 1.7361e-11, 1.7361e-12]);
    expect(rows.at(-1)?.[0]).toBe('here: Test CPU, 8 cores');
    expect(rows.at(-1)?.[1]).toBeCloseTo(1 / 460.8e9, 20);
    expect(rows.at(-1)?.[2]).toBeCloseTo(8 / 460.8e9, 20);
  });

  it("give this machine's theory beside the study's, in the table's unit", () => {
    const { columns, rows, notes } = table('uniovi-cpu', /^Table 3/);
    expect(csvTable(printable({ title: '', columns, rows: [], notes: [] }))).toMatch(
      /^yres,theory-sequential \(s\),"theory-sequential, published \(s\)",theory-parallel \(s\),/,
    );
    const work = 256 ** 2 * (6 * 1000 + 5);
    expect(rows[0]?.[1]).toBeCloseTo(work / (460.8e9 / 8), 12);
    expect(rows[0]?.[2]).toBe(0.000854);
    expect(rows[0]?.[3]).toBeCloseTo(work / 460.8e9, 12);
    expect(rows[2]?.slice(0, 3)).toEqual([1024, null, 0.0137]);
    expect(notes.join(' ')).toContain('the nominal peak of 460.8 GFLOP/s');
    // A case that no column is about makes no row.
    expect(rows.map(([yres]) => yres)).toEqual([256, 512, 1024, 2048, 4096, 8192]);
  });

  it('show mean speedups as measured, as printed, and as they follow from the times', () => {
    const { columns, rows, notes } = table('uniovi-cpu', /^Table 6/);
    expect(columns.map(({ title }) => title)).toEqual(
      'source omp-tasks omp-static omp-dynamic omp-collapse'.split(' '),
    );
    expect(rows[0]).toEqual(['measured here', 3, null, null, null]);
    expect(rows[1]?.slice(0, 2)).toEqual(['as printed', 1.31819888238952]);
    expect(rows[2]?.[0]).toBe('follows from Table 3, Ryzen');
    const followed = rows[2]?.slice(1).map((one) => Number(one).toFixed(2));
    expect(followed).toEqual(['1.40', '6.05', '6.85', '7.50']);
    expect(notes[0]).toContain('0 to 2 sizes');
  });

  it('pair memory kinds for 2D over 1D, and keep the printed ratios of two GPUs', () => {
    const gpu = ['device', 'mapped', 'managed'].flatMap((memory, i) => [
      stored(2 * i, 'mandelbrot', 'grid-1d', { ...square(1024), memory }, (i + 2) * 1e6),
      stored(2 * i + 1, 'mandelbrot', 'grid-2d', { ...square(1024), memory }, 1e6),
    ]);
    expect(table('uniovi-gpu', /^2D over 1D/, gpu).rows).toEqual([
      ['measured here', 2, 3, 4],
      ['as printed', 1.02368094182374, 1.00130765993193, 0.986469312524219],
    ]);
    const nine = table('uniovi-gpu', /^Table 9/, gpu);
    expect(nine.columns.at(-1)).toEqual({ title: 'speedup', unit: 'ratio', source: 'published' });
    expect(nine.rows[0]).toEqual([1024, null, 1.38]);
  });
});

describe('theory', () => {
  it('is work over peak, as the study counts both', () => {
    expect(peakOf(machine)).toEqual({ flopsPerSecond: 460.8e9, cores: 8 });
    expect(peakOf({ ...machine, clockHz: undefined } as Machine)).toBeNull();
    const [fractal, mean] = studies['uniovi-cpu']?.theory ?? [];
    if (fractal === undefined || mean === undefined) throw new Error('no theory');
    expect(fractal.flops({ xres: 256, yres: 256, maxiter: 1000 })).toBe(256 * 256 * 6005);
    expect(workText(fractal)).toBe('xres*yres*(6*maxiter + 5) flop, the worst case');
    expect(mean.flops({ xres: 256, yres: 128 })).toBe(256 * 128 + 1);
    expect(workText(mean)).toBe('xres*yres + 1 flop');
    const of = (xres: number, s: number) =>
      stored(xres, 'mandelbrot', 'sequential', { xres, yres: xres, maxiter: 1000 }, s * 1e9);
    const { tables } = reportOf('uniovi-cpu', [of(256, 0.07), of(512, 0.28), of(1024, 1.12)]);
    const table = tables.find(({ title }) => title === 'Theory, mandelbrot sequential');
    const [, measured, theory, predicted, , slope] = table?.rows[1] ?? [];
    expect(measured).toBeCloseTo(0.28);
    expect(theory).toBeCloseTo((512 * 512 * 6005) / 57.6e9);
    expect(predicted).toBeCloseTo(0.28, 6);
    expect(slope).toBeCloseTo(0.21 / 256, 8);
    expect(table?.notes.join(' ')).toContain('1.000000');
  });

  it("has one k, the mean of measured over theory, and Pearson's correlation", () => {
    const point = (measured: number, theory: number) => ({ measured, theory });
    const { k, correlation } = fitOf([point(2, 1), point(6, 2), point(5, 3)]);
    expect(k).toBeCloseTo((2 + 3 + 5 / 3) / 3);
    expect(correlation).toBeCloseTo(0.720577, 5);
    expect(fitOf([point(2, 1)]).correlation).toBeNull();
  });
});
