import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../../src-main/contract/machine.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { resourcePath } from '../../../src-main/core/paths.ts';
import { readPresets } from '../../../src-main/core/presets.ts';
import { readPublished } from '../../../src-main/core/published.ts';
import { readStudy } from '../../../src-main/core/study/definition.ts';
import type { Evidence } from '../../../src-main/core/study/evidence.ts';
import {
  claimsTable,
  studyCsv,
  studyLatex,
  studyMarkdown,
} from '../../../src-main/core/study/format.ts';
import { reportStudy } from '../../../src-main/core/study/report.ts';
import { fitOf, peakOf, workOf, workText } from '../../../src-main/core/study/theory.ts';
import { evidence, stored } from './scripted.ts';

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
  const definition = readStudy(preset);
  const configuration = readPresets().find(({ id }) => id === preset)?.configuration;
  if (definition === null || configuration === undefined) throw new Error(`no study ${preset}`);
  const study = readPublished().find(({ id }) => id === definition.study);
  return reportStudy(definition, {
    configuration: configuration as Parameters<typeof reportStudy>[1]['configuration'],
    cases,
    machine,
    study,
    runId: '01run',
    samples: () => [],
    variantOf: () => undefined,
    ...own,
  });
};

describe('the study of each preset', () => {
  const presets = readdirSync(resourcePath('studies')).map((file) => basename(file, '.json'));
  const known = readPresets().map(({ id }) => id);

  it.each(presets)('%s is of a preset and names tables and columns that were published', (id) => {
    expect(known).toContain(id);
    const definition = readStudy(id);
    const study = readPublished().find((one) => one.id === definition?.study);
    expect(study?.id).toBe(definition?.study);
    for (const { table, row, columns } of definition?.tables ?? []) {
      if (table === undefined) continue;
      const rows = study?.tables[table] ?? [];
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((one) => row.column in one)).toBe(true);
      for (const [name, column] of Object.entries(columns)) {
        if ('published' in column) expect(rows.some((one) => name in one)).toBe(true);
      }
    }
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
    const lines = studyCsv(table).split('\r\n');
    expect(lines[0]).toBe(
      'n,global-atomics (ms),"global-atomics, published (ms)",shared-atomics (ms),"shared-atomics, published (ms)"',
    );
    expect(lines[1]).toBe('1000,0.005,0.00642909,0.004,0.00644173');
    expect(lines[6]).toBe('8000000,,1.86746,,0.0543328');
    expect(studyMarkdown(table)).toContain('| 1000 | 0.005 | 0.006429 | 0.004 | 0.006442 |');
    const latex = studyLatex({ ...table, title: '100 % of a_b' });
    expect(latex).toContain('\\toprule');
    expect(latex).toContain('100 \\% of a\\_b');
    expect(latex).toContain('1000 & 0.005 & 0.006429');
  });
});

it('writes claims with verdict, estimate and interval into each format', () => {
  const cases = [1, 2, 3].flatMap((i) => [
    stored(2 * i, 'min3x3', 'sequential', { n: i * 1e5 }, 9e5),
    stored(2 * i + 1, 'min3x3', 'block-32', { n: i * 1e5 }, 3e5),
  ]);
  const report = reportOf('ime-min3x3', cases, evidence(cases));
  expect(report).toMatchObject({
    study: 'ime-min3x3',
    runId: '01run',
    machine: 'Test CPU, 8 cores',
  });
  const table = claimsTable(report);
  expect(table.title).toBe('Claims of IME, Universidade de São Paulo, year not stated');
  const [head, first] = studyCsv(table).split('\r\n');
  expect(head).toBe('claim,holds here,estimate,ci95_lo,ci95_hi,found,expected,reason');
  expect(first).toMatch(
    /,holds,(3|2\.99\d+),2\.\d+,3\.\d+,"?time of sequential over block-32: 3 \[/,
  );
  expect(studyMarkdown(table)).toContain('| --- | --- | ---: | ---: | ---: | --- | --- | --- |');
  expect(studyMarkdown(table)).toContain('- Run 01run on Test CPU, 8 cores.');
  expect(studyLatex(table)).toContain(
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

describe('theory', () => {
  it('is work over peak, as the study counts both', () => {
    expect(peakOf(machine)).toEqual({ flopsPerSecond: 460.8e9, cores: 8 });
    expect(peakOf({ ...machine, clockHz: undefined } as Machine)).toBeNull();
    const [fractal, mean] = readStudy('uniovi-cpu')?.theory ?? [];
    if (fractal === undefined || mean === undefined) throw new Error('no theory');
    expect(workOf(fractal, { xres: 256, yres: 256, maxiter: 1000 })).toBe(256 * 256 * 6005);
    expect(workText(fractal)).toBe('xres*yres*(6*maxiter + 5)');
    expect(workOf(mean, { xres: 256, yres: 128 })).toBe(256 * 128 + 1);
    expect(workText(mean)).toBe('xres*yres + 1');
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
