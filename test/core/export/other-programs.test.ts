import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { createSampleResults } from '../../../src-main/core/import/sample-results.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { readCsv } from '../../helpers/read-csv.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/*
 * A measured run as CSV, imported by programs that are not ours: every number of every row comes back as the double
 * that the store has, to the last digit that the program itself keeps.
 */
let store: Store;
let runId: string;
const home = temporaryFolder();
let out: string;

beforeAll(async () => {
  store = openStore(home);
  runId = store.importRun(await createSampleResults().read('udelar-scan')).id;
  out = join(home, 'out');
  exportRun(store, runId, 'csv', out);
});

afterAll(() => store.close());

type Row = Readonly<Record<string, string | number | null>>;

const tables = ['summary.csv', 'samples.csv'] as const;

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Columns that hold numbers and nothing else. */
function numberColumns(rows: readonly Readonly<Record<string, string>>[]): readonly string[] {
  return Object.keys(rows[0] ?? {}).filter((name) => {
    const cells = rows.map((row) => row[name] ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => Number.isFinite(Number(cell)));
  });
}

/** The first cells that are not equal; `ulps` doubles may lie between. */
function differing(read: readonly Row[], table: string, ulps: number): readonly string[] {
  const wanted = readCsv(readFileSync(join(out, table), 'utf8'));
  const columns = numberColumns(wanted);
  expect(read.length).toBe(wanted.length);
  expect(columns.length).toBeGreaterThan(3);
  const all = wanted.flatMap((row, i) =>
    columns.flatMap((name) => {
      const cell = row[name] ?? '';
      const given = read[i]?.[name] ?? null;
      if (cell === '') return given === null || given === '' ? [] : [`${table} ${i} ${name}`];
      const value = Number(cell);
      const near = Math.abs(Number(given) - value) <= ulps * Math.abs(value) * Number.EPSILON;
      return given !== null && given !== '' && near ? [] : [`${table} ${i} ${name}: ${given}`];
    }),
  );
  return all.slice(0, 10);
}

/** The kernel samples of the first case as the store has them, which the files must not have changed. */
function storedTimes(): readonly number[] {
  return [...(store.samples(runId, 0, 'kernel')[0]?.timesNs ?? [])];
}

function timesOf(rows: readonly Row[]): readonly number[] {
  const first = store.samples(runId, 0, 'kernel')[0];
  return rows
    .filter(
      (row) =>
        Number(row.case) === 0 &&
        row.scope === first?.scope &&
        Number(row.repetition) === (first?.repetition ?? 0),
    )
    .map((row) => Number(row.time_ns));
}

function expectFifteenDigits(read: readonly number[], wanted: readonly number[]): void {
  expect(wanted.length).toBeGreaterThanOrEqual(10);
  expect(read.length).toBe(wanted.length);
  const off = wanted.map((time, i) => Math.abs((read[i] ?? 0) / time - 1));
  expect(Math.max(...off)).toBeLessThan(5e-15);
}

describe.skipIf(!has('sqlite3'))('the shell of SQLite (sqlite3)', () => {
  it.each(tables)('imports %s with equal numbers', (table) => {
    const file = join(out, table);
    const columns = numberColumns(readCsv(readFileSync(file, 'utf8')));
    const cells = columns.map((name) => `CAST(NULLIF("${name}", '') AS REAL) AS "${name}"`);
    const kept = table === 'samples.csv' ? ', scope' : '';
    const answer = execFileSync(
      'sqlite3',
      [
        ...['-batch', ':memory:', '-cmd', '.mode csv', '-cmd', `.import "${file}" t`],
        ...['-cmd', '.mode json', `SELECT ${cells.join(', ')}${kept} FROM t`],
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const rows = JSON.parse(answer) as readonly Row[];
    // Its own reading and printing of decimals is right to fifteen digits.
    expect(differing(rows, table, 8)).toEqual([]);
    if (table === 'samples.csv') expectFifteenDigits(timesOf(rows), storedTimes());
  });
});

describe.skipIf(!has('python3'))('Python', () => {
  it.each(tables)('reads %s with equal numbers', (table) => {
    const script =
      'import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))))';
    const answer = execFileSync('python3', ['-c', script, join(out, table)], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const rows = JSON.parse(answer) as readonly Row[];
    expect(differing(rows, table, 0)).toEqual([]);
    if (table === 'samples.csv') expect(timesOf(rows)).toEqual(storedTimes());
  });
});

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&');

/** Cells by row and column as rows by the names that stand in the first. */
function rowsOf(cells: readonly (readonly [number, number, string])[]): readonly Row[] {
  const grid: string[][] = [];
  for (const [row, column, value] of cells) {
    const line = grid[row] ?? [];
    line[column] = value;
    grid[row] = line;
  }
  const [head = [], ...body] = grid;
  return body.map((line) => Object.fromEntries(head.map((name, i) => [name, line?.[i] ?? null])));
}

describe.skipIf(!has('soffice'))('a spreadsheet (LibreOffice Calc, soffice)', () => {
  it.each(tables)(
    'opens %s with equal numbers',
    (table) => {
      execFileSync(
        'soffice',
        [
          `-env:UserInstallation=file://${join(home, 'office')}`,
          ...['--headless', '--infilter=CSV:44,34,76,1,,1033,false,true', '--convert-to', 'fods'],
          ...['--outdir', home, join(out, table)],
        ],
        { stdio: 'ignore', timeout: 100_000 },
      );
      const xml = readFileSync(join(home, table.replace('.csv', '.fods')), 'utf8');
      const rows = rowsOf(openDocumentCells(xml));
      // It reads every digit and writes fifteen of them.
      expect(differing(rows, table, 25)).toEqual([]);
      if (table === 'samples.csv') expectFifteenDigits(timesOf(rows), storedTimes());
    },
    120_000,
  );
});

/** Cells of an OpenDocument table: numbers by their value, not by what is shown; equal neighbours are written once. */
function openDocumentCells(xml: string): readonly (readonly [number, number, string])[] {
  const cells: (readonly [number, number, string])[] = [];
  let at = 0;
  for (const [, attributes = '', inside = ''] of xml.matchAll(
    /<table:table-row([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-row>)/g,
  )) {
    const rows = Number(/number-rows-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
    let column = 0;
    const line: (readonly [number, string])[] = [];
    for (const [, about = '', text = ''] of inside.matchAll(
      /<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
    )) {
      const columns = Number(/number-columns-repeated="(\d+)"/.exec(about)?.[1] ?? 1);
      const number = / office:value="([^"]*)"/.exec(about)?.[1];
      const shown = /<text:p[^>]*>([\s\S]*?)<\/text:p>/.exec(text)?.[1];
      const value = number ?? (shown === undefined ? null : unescaped(shown));
      if (value !== null) for (let i = 0; i < columns; i += 1) line.push([column + i, value]);
      column += columns;
    }
    // What is empty to the end of the sheet is written as one row of very many.
    if (line.length > 0) {
      for (let i = 0; i < rows; i += 1)
        for (const [place, value] of line) cells.push([at + i, place, value]);
    }
    at += rows;
  }
  return cells;
}
