import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { ExportedFile, RunDetail } from '../../contract/api.ts';
import { assertNever, BreakevenError } from '../../contract/failure.ts';
import type { exportFormats } from '../../contract/procedures/files.ts';
import { peakShares } from '../analysis/percent-of-peak.ts';
import { latexTables } from '../table/latex.ts';
import { markdownTable } from '../table/markdown.ts';
import { makeFolder } from '../util/make-folder.ts';
import { sampleColumns, summaryColumns } from './columns.ts';
import { withNewNames } from './json-names.ts';
import { metaJson } from './meta-json.ts';
import { paperTables } from './paper-table.ts';
import { checkReplaced } from './replacing.ts';
import { type RunFileStore, runFile, runFileMime } from './run-file.ts';
import { runJson } from './run-json.ts';
import { listedSamples, samplesCsv } from './samples-csv.ts';
import type { ExportSource } from './source.ts';
import { summaryCsv } from './summary-csv.ts';
import { wideCsv, wideMeta, wideTable } from './wide-csv.ts';

export type ExportFormat = (typeof exportFormats)[number];
export type ExportStore = RunFileStore;
/** What the caller knows beyond the store: with it, tables and documents have ratios, verdicts and break-evens. */
export type Compared = Partial<Pick<RunDetail, 'comparisons' | 'breakEvens'>>;

export type ExportOptions = {
  /** Whether the csv format has the table with a row for every sample; it has unless told. */
  readonly samples?: boolean;
  /** Whether files of another run, or of none, are replaced too; they are not unless told. */
  readonly force?: boolean;
  /** Only these cases, by index. */
  readonly cases?: ReadonlySet<number> | undefined;
};

/** Most bytes that `exportFiles` holds at once. */
const maxBytesInMemory = 2 ** 30;

type Table = {
  readonly name: string;
  readonly mime: string;
  readonly pieces: () => Iterable<string | Uint8Array>;
};

/**
 * Writes a run into `folder`, which is made when it is not there: `summary.csv` and `samples.csv` with their
 * `.meta.json`, or `run.json`. Each file gets its name when it is whole; one of that name and the same run is replaced.
 * Returns the paths.
 *
 * @throws BreakevenError `bad-input` when the folder cannot be written or holds files of another run, `environment` when
 *   the disk is full.
 */
export function exportRun(
  store: ExportStore,
  ref: string,
  format: ExportFormat,
  folder: string,
  compared: Compared = {},
  { samples = true, force, cases }: ExportOptions = {},
): readonly string[] {
  const part = cases === undefined ? store : only(store, cases);
  const tables = tablesOf(part, ref, format, compared)
    .filter(({ name }) => samples || !name.startsWith('samples.'))
    .map(({ name, pieces }) => ({ file: path.join(folder, name), pieces }));
  // A run file is named by its run and compressed: what bears that name is of that run.
  if (format !== 'breakeven') {
    const files = tables.map(({ file }) => file);
    checkReplaced(files, store.run(ref).run.id, { force });
  }
  return tables.map(({ file, pieces }) => {
    const unfinished = `${file}.unfinished`;
    try {
      makeFolder(folder);
      write(unfinished, pieces());
      renameSync(unfinished, file);
    } catch (error) {
      throw unwritable(file, unfinished, error);
    }
    return file;
  });
}

/** The store with those cases of a run alone. */
function only(store: ExportStore, cases: ReadonlySet<number>): ExportStore {
  return {
    ...store,
    run(ref) {
      const stored = store.run(ref);
      return { ...stored, cases: stored.cases.filter(({ index }) => cases.has(index)) };
    },
  };
}

/** The same files in memory, for windows and browsers. @throws BreakevenError `bad-input` when they are too large for that. */
export function exportFiles(
  store: ExportStore,
  ref: string,
  format: ExportFormat,
  compared: Compared = {},
): readonly ExportedFile[] {
  let left = maxBytesInMemory;
  const { id } = store.run(ref).run;
  return tablesOf(store, ref, format, compared).map(({ name, mime, pieces }) => {
    const parts: Buffer[] = [];
    for (const piece of pieces()) {
      const part = Buffer.from(piece);
      left -= part.length;
      if (left < 0) {
        throw new BreakevenError(
          'bad-input',
          `${name} of run ${ref} is too large for one answer; write it with \`breakeven export ${ref} --format ${format} --out <folder>\`.`,
        );
      }
      parts.push(part);
    }
    // A folder of downloads holds many runs.
    const own = name.startsWith(id) ? name : `${id}-${name}`;
    return { name: own, mime, bytes: new Uint8Array(Buffer.concat(parts)) };
  });
}

function tablesOf(
  store: ExportStore,
  ref: string,
  format: ExportFormat,
  compared: Compared,
): readonly Table[] {
  const stored = store.run(ref);
  const source: ExportSource = {
    ...stored,
    ...compared,
    descriptors: store.descriptors(stored.run.id),
    percentOfPeak: peakShares(
      stored.cases,
      store.descriptors(stored.run.id),
      store.measuredPeaks(stored.machine.fingerprint),
    ),
  };
  const { percentOfPeak: peaks } = source;
  const { id } = stored.run;
  switch (format) {
    case 'json':
      return [
        json(
          'run.json',
          () =>
            `${JSON.stringify(withNewNames(runJson({ ...stored, ...compared, percentOfPeak: peaks })), null, 2)}\n`,
        ),
      ];
    case 'markdown': {
      const pieces = () => [paperTables(source).map(markdownTable).join('\n')];
      return [{ name: 'summary.md', mime: 'text/markdown;charset=utf-8', pieces }];
    }
    case 'latex': {
      const pieces = () => [latexTables(paperTables(source), source.run.id)];
      return [{ name: 'summary.tex', mime: 'application/x-tex;charset=utf-8', pieces }];
    }
    case 'breakeven':
      return [{ name: `${id}.breakeven`, mime: runFileMime, pieces: () => runFile(store, id) }];
    case 'csv':
      return csvTables(store, source);
    case 'csv-wide': {
      const table = wideTable(source);
      return [
        { name: 'wide.csv', mime: csv, pieces: () => [wideCsv(table)] },
        json('wide.meta.json', () => wideMeta(table, source)),
      ];
    }
    default:
      return assertNever(format);
  }
}

const csv = 'text/csv;charset=utf-8;header=present';

function csvTables(store: ExportStore, source: ExportSource): readonly Table[] {
  return [
    { name: 'summary.csv', mime: csv, pieces: () => [summaryCsv(source)] },
    json('summary.meta.json', () =>
      metaJson(source, 'summary', summaryColumns(source.cases), source.cases.length),
    ),
    { name: 'samples.csv', mime: csv, pieces: () => samplesCsv(store, source.run.id) },
    json('samples.meta.json', () =>
      metaJson(source, 'samples', sampleColumns(source.cases), countSamples(store, source)),
    ),
  ];
}

function json(name: string, text: () => string): Table {
  return { name, mime: 'application/json', pieces: () => [text()] };
}

function countSamples(store: ExportStore, { run, cases }: ExportSource): number {
  let n = 0;
  for (const { index } of cases) {
    for (const part of listedSamples(store, run.id, index)) n += part.timesNs.length;
  }
  return n;
}

function write(file: string, pieces: Iterable<string | Uint8Array>): void {
  const handle = openSync(file, 'w');
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      // One call may write less than it was given.
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    }
  } finally {
    closeSync(handle);
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'a folder of that name exists',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file of that name exists',
};

function unwritable(file: string, unfinished: string, error: unknown): unknown {
  try {
    rmSync(unfinished, { force: true });
  } catch {
    // The folder itself is in the way; the first error says so.
  }
  if (error instanceof BreakevenError || !(error instanceof Error) || !('code' in error))
    return error;
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
    ? new BreakevenError('environment', `The disk is full: ${file} was not written.`, error.message)
    : new BreakevenError(
        'bad-input',
        `${file} cannot be written (${reasons[String(error.code)] ?? String(error.code)}); choose another folder with --out.`,
        error.message,
      );
}
