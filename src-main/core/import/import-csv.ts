import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { BreakevenError } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Configuration, RunRow, SpanSamples } from '../../contract/run.ts';
import { type Field, readCsv } from '../export/csv.ts';
import { type Meta, metaSchema } from '../export/meta-json.ts';
import { createSampleReader } from './import-samples.ts';
import { type ImportedCase, readSummaryRow } from './import-summary.ts';

export type ImportedRun = {
  readonly run: RunRow;
  readonly machine: Machine;
  readonly configuration: Configuration;
  readonly cases: readonly ImportedCase[];
  /** By case index; spans and rounds in the order of the table. */
  readonly samples: ReadonlyMap<number, readonly SpanSamples[]>;
};

/**
 * Reads `summary.csv` and `samples.csv` with their metadata from a folder that `exportRun` wrote, and gives back data equal
 * to what was exported.
 *
 * @throws BreakevenError `bad-input` with file, row and column of what cannot be read.
 */
export function importCsv(folder: string): ImportedRun {
  const summary = readMeta(folder, 'summary');
  const cases: ImportedCase[] = [];
  readTable(folder, summary, (row) => cases.push(readSummaryRow(row)));
  const reader = createSampleReader();
  readTable(folder, readMeta(folder, 'samples'), reader.row);
  const { run, machine, configuration } = summary;
  return { run, machine, configuration, cases, samples: reader.result() };
}

/** One row with its columns; `fail` ends the import with a sentence that says where. */
export type Row = {
  readonly columns: Meta['columns'];
  readonly fields: readonly Field[];
  fail(column: string, what: string): never;
};

function readMeta(folder: string, table: Meta['table']): Meta {
  const file = path.join(folder, `${table}.meta.json`);
  const text = orUnreadable(file, () => readFileSync(file, 'utf8'));
  const parsed = metaSchema.safeParse(parseJson(text));
  if (parsed.success && parsed.data.table === table) return parsed.data;
  throw new BreakevenError(
    'bad-input',
    `${file} is not the metadata of an exported ${table} table.`,
    parsed.error?.message,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readTable(folder: string, meta: Meta, take: (row: Row) => void): void {
  const file = path.join(folder, `${meta.table}.csv`);
  const { columns } = meta;
  let line = 0;
  let header = false;
  for (const fields of rowsOf(file)) {
    line += 1;
    if (!header) {
      header = true;
      checkHeader(file, meta, fields);
      continue;
    }
    if (fields.length !== columns.length) {
      throw bad(
        `${file}, row ${line}: ${fields.length} fields where ${columns.length} are expected.`,
      );
    }
    const fail = (column: string, what: string): never => {
      throw bad(`${file}, row ${line}, column ${column}: ${what}.`);
    };
    take({ columns, fields, fail });
  }
  const rows = Math.max(0, line - 1);
  if (rows !== meta.rows) {
    throw bad(
      `${file} has ${rows} rows where its metadata says ${meta.rows}; it was cut or edited.`,
    );
  }
}

function checkHeader(file: string, { columns }: Meta, fields: readonly Field[]): void {
  const expected = columns.map(({ name }) => name).join(', ');
  const found = fields.map(({ text }) => text).join(', ');
  if (found !== expected) {
    throw bad(`${file}: the header is not the one that its metadata describes.`);
  }
}

function* rowsOf(file: string): Generator<readonly Field[]> {
  try {
    yield* readCsv(piecesOf(file));
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw bad(`${file}: ${error.message}.`);
    throw error;
  }
}

/** The file as pieces of text, cut between characters. */
function* piecesOf(file: string): Generator<string> {
  const handle = orUnreadable(file, () => openSync(file, 'r'));
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(256 * 1024);
    for (;;) {
      const n = orUnreadable(file, () => readSync(handle, buffer));
      if (n === 0) break;
      yield decoder.write(buffer.subarray(0, n));
    }
    yield decoder.end();
  } finally {
    closeSync(handle);
  }
}

function orUnreadable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new BreakevenError(
      'bad-input',
      `${file} cannot be read (${code}); give the folder of an exported run.`,
    );
  }
}

function bad(message: string): BreakevenError {
  return new BreakevenError('bad-input', message);
}
