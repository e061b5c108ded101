import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { BreakevenError, badInput } from '../../contract/failure.ts';
import type { ReaderLanguage } from '../../contract/figure.ts';
import type { ExportedFile } from '../../contract/procedures/files.ts';
import { peakShares } from '../analysis/percent-of-peak.ts';
import type { DecimalMark } from '../table/table.ts';
import { makeFolder } from '../util/make-folder.ts';
import { moveInto } from '../util/replace-file.ts';
import type { Compared } from './compared.ts';
import type { ExportFormat, FormatFile } from './format.ts';
import { exportFormat } from './formats.ts';
import { checkReplaced } from './replacing.ts';
import type { ReportMeans } from './report-page.ts';
import type { RunFileStore } from './run-file.ts';
import type { ExportSource } from './source.ts';

export type ExportStore = RunFileStore;
export type ExportOptions = {
  /** Whether the csv format has the table with a row for every sample; it has unless told. */
  readonly samples?: boolean;
  /** Whether files of another run, or of none, are replaced too; they are not unless told. */
  readonly force?: boolean;
  /** Only these cases, by index. */
  readonly cases?: ReadonlySet<number> | undefined;
  /** A point unless told. */
  readonly decimal?: DecimalMark | undefined;
  /** Of titles, captions and notes; English unless told. */
  readonly language?: ReaderLanguage | undefined;
  /** For formats that make a report. */
  readonly report?: ReportMeans | undefined;
};

/** Most bytes that `exportFiles` holds at once. */
const maxBytesInMemory = 2 ** 30;

/**
 * Writes the files of a format into `folder`, which is made when it is not there. Each file gets its name when it is whole; one of that name and the same run is replaced.
 * Returns the paths.
 *
 * @throws BreakevenError `bad-input` when no format has the id, when the folder cannot be written or holds files of another run, `environment` when
 *   the disk is full.
 */
export function exportRun(
  store: ExportStore,
  ref: string,
  formatId: string,
  folder: string,
  compared: Compared = {},
  { samples = true, force, cases, ...options }: ExportOptions = {},
): readonly string[] {
  const format = exportFormat(formatId);
  const part = cases === undefined ? store : only(store, cases);
  const tables = filesOf(part, ref, format, compared, options)
    .filter(({ name }) => samples || !name.startsWith('samples.'))
    .map(({ name, pieces }) => ({ file: path.join(folder, name), pieces }));
  // A run file is named by its run and compressed: what bears that name is of that run.
  if (format.wholeRun !== true) {
    const files = tables.map(({ file }) => file);
    checkReplaced(files, store.run(ref).run.id, { force });
  }
  for (const { file, pieces } of tables) writeWhole(file, pieces());
  return tables.map(({ file }) => file);
}

/** Writes a file and the folders above it; it gets its name when it is whole. @throws BreakevenError as `exportRun`. */
export function writeWhole(file: string, pieces: Iterable<string | Uint8Array>): void {
  const unfinished = `${file}.unfinished`;
  try {
    makeFolder(path.dirname(file));
    write(unfinished, pieces);
    moveInto(unfinished, file);
  } catch (error) {
    throw unwritable(file, unfinished, error);
  }
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

/**
 * The same files in memory, for windows and browsers: other work goes on between two pieces.
 *
 * @throws BreakevenError `bad-input` when they are too large for that.
 */
export async function exportFiles(
  store: ExportStore,
  ref: string,
  formatId: string,
  compared: Compared = {},
  options: Pick<ExportOptions, 'language' | 'report'> = {},
): Promise<readonly ExportedFile[]> {
  const format = exportFormat(formatId);
  let left = maxBytesInMemory;
  const { id } = store.run(ref).run;
  const files: ExportedFile[] = [];
  for (const { name, mime, pieces } of filesOf(store, ref, format, compared, options)) {
    const parts: Buffer[] = [];
    for (const piece of pieces()) {
      const part = Buffer.from(piece);
      left -= part.length;
      if (left < 0) {
        throw badInput(
          `${name} of run ${ref} is too large for one answer; write it with \`breakeven export ${ref} --format ${format.id} --out <folder>\`.`,
        );
      }
      parts.push(part);
      await setImmediate();
    }
    // A folder of downloads holds many runs.
    const fileName = name.startsWith(id) ? name : `${id}-${name}`;
    files.push({ name: fileName, mime, bytes: new Uint8Array(Buffer.concat(parts)) });
  }
  return files;
}

function filesOf(
  store: ExportStore,
  ref: string,
  format: ExportFormat,
  compared: Compared,
  { decimal, language, report }: Pick<ExportOptions, 'decimal' | 'language' | 'report'>,
): readonly FormatFile[] {
  const source = sourceOf(store, ref, compared);
  if (decimal === 'comma' && format.takesDecimal !== true) {
    throw badInput(
      `a ${format.id} export has a point before decimals; csv, csv-wide and latex take a comma`,
    );
  }
  return format.files({
    ...{ store, source, compared },
    ...(decimal === undefined ? {} : { decimal }),
    ...(language === undefined ? {} : { language }),
    ...(report === undefined ? {} : { report }),
  });
}

export function sourceOf(store: ExportStore, ref: string, compared: Compared): ExportSource {
  const stored = store.run(ref);
  const descriptors = store.descriptors(stored.run.id);
  const peaks = store.measuredPeaks(stored.machine.fingerprint);
  const percentOfPeak = peakShares(stored.cases, descriptors, peaks);
  const counters = Object.fromEntries(store.counters(stored.run.id));
  return { ...stored, ...compared, descriptors, percentOfPeak, counters };
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
