import { statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { procedures, type RunDetail } from '../../contract/api.ts';
import { BreakevenError, badInput } from '../../contract/failure.ts';
import type { FigureKind } from '../../contract/figure.ts';
import { format } from '../../contract/units.ts';
import { isOfRun } from '../../core/export/replacing.ts';
import { plainFileFault } from '../../core/util/plain-file.ts';
import type { HostApp } from '../host-app.ts';
import type { Arguments } from './flags.ts';
import { prepareFolder, writeWhole } from './output-files.ts';

/** The two that answer the first questions: which is faster from where, and how sure is that. */
const writtenKinds = ['scaling', 'distribution'] as const satisfies readonly FigureKind[];

/** The folder of `--out`, with what was in it before. */
export type ResultsFolder = {
  readonly path: string;
  readonly samples: boolean;
  readonly earlier: EarlierResults;
};

export type WrittenResults = {
  readonly files: readonly string[];
  /** Names of what an earlier run had left there and this one does not have. */
  readonly removed: readonly string[];
};

/**
 * Null where no folder is asked for; `runId` is the run whose results go there, where it is known before.
 *
 * @throws BreakevenError `bad-input` for a folder that holds other results, unless `--force` is given: before anything is
 *   measured.
 */
export async function resultsFolder(
  cwd: string,
  args: Arguments,
  runId: string | null,
): Promise<ResultsFolder | null> {
  const out = args.value('out');
  const samples = !args.has('no-samples');
  if (out === undefined) return null;
  const path = await prepareFolder(cwd, out);
  const earlier = await earlierResults(path);
  const taken = [...earlier.names].find(isResult);
  if (taken !== undefined && !args.has('force') && (runId === null || earlier.runId !== runId)) {
    const whose =
      earlier.runId === null
        ? `holds ${taken}, which is of no run that is known`
        : `holds the results of run ${earlier.runId}`;
    throw badInput(`${out} ${whose}; --out names another folder, --force replaces them`);
  }
  return { path, samples, earlier };
}

/** Writes the CSV tables with their metadata and two figures of each workload as PNG, in place of an earlier run's. */
export async function writeResults(
  app: HostApp,
  detail: RunDetail,
  { path, samples, earlier }: ResultsFolder,
  note: (text: string) => void,
): Promise<WrittenResults> {
  // What is in the folder was announced before the measuring.
  const files = [...(await app.exportTo(detail.run.id, 'csv', path, { samples, force: true }))];
  const timed = detail.cases.filter((it) => it.outcome === 'ok').map((it) => it.workload);
  const workloads = [...new Set(timed)].sort();
  for (const workload of workloads) {
    // That of the answer, so that a figure shows what the sentence says.
    const scope = detail.headline?.workloads.find((each) => each.workload === workload)?.answers[0]
      ?.scope;
    for (const kind of writtenKinds) {
      const bytes = await picture(app, { ref: detail.run.id, workload, kind, scope }, note);
      const name = workloads.length === 1 ? `${kind}.png` : `${workload}-${kind}.png`;
      if (bytes !== null) files.push(await writeWhole(join(path, name), bytes));
    }
  }
  const names = new Set(files.map((file) => relative(path, file)));
  return { files, removed: await removeLeftovers(path, earlier, names) };
}

/** A path on each line while they are few; the names of many would push the results off the screen: the first of them. */
export function writtenText({ path, earlier }: ResultsFolder, written: WrittenResults): string {
  const { files, removed } = written;
  const few = files.length <= 4;
  const listed = files
    .slice(0, 4)
    .map((file) => `${few ? file : relative(path, file)}${sizeText(file)}`);
  const lines = few
    ? listed.map((text) => `wrote ${text}\n`).join('')
    : `wrote ${files.length} files into ${path}: ${listed.join(', ')}, ...\n`;
  const replaced = files.some((file) => earlier.names.has(relative(path, file)));
  if (!replaced) return lines;
  const whose = earlier.runId === null ? 'files that were there' : `those of run ${earlier.runId}`;
  const gone = removed.length === 0 ? '' : `; removed what only that had: ${removed.join(', ')}`;
  const again =
    earlier.runId === null ? '' : ` ("breakeven export ${earlier.runId}" writes its tables again)`;
  return `${lines}replaced ${whose}${gone}${again}\n`;
}

/** The size of a large file: nobody expects one next to small tables. */
function sizeText(file: string): string {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return bytes < 1e6 ? '' : ` (${format(bytes, 'bytes')})`;
}

/** A figure that these results do not allow is no fault of the run: it is named and left out. */
async function picture(
  app: HostApp,
  asked: { ref: string; workload: string; kind: FigureKind; scope: string | undefined },
  note: (text: string) => void,
): Promise<Uint8Array | null> {
  try {
    const input = procedures.exportFigure.parse({ ...asked, format: 'png' });
    return (await app.api.exportFigure(input)).file.bytes;
  } catch (error) {
    if (!(error instanceof BreakevenError) || error.code === 'internal') throw error;
    note(`no ${asked.kind} figure of ${asked.workload}: ${error.message}`);
    return null;
  }
}

/** What `run --out` always writes. */
const tableNames: ReadonlySet<string> = new Set(['summary.csv', 'summary.meta.json']);
/** What `run --out` writes besides the tables of the export: a figure of each workload that it draws. */
const figureName = /^(?:[\w-]+-)?(?:scaling|distribution)\.png$/;
/** What an export of one run writes that another may leave out. */
const sampleNames: ReadonlySet<string> = new Set(['samples.csv', 'samples.meta.json']);

/** Whether `run --out` writes a file of this name. */
function isResult(name: string): boolean {
  return sampleNames.has(name) || tableNames.has(name) || figureName.test(name);
}

/** The metadata of a table says what its columns are and how its run was configured. */
const maxMetaBytes = 64 * 2 ** 20;

/** What a folder of results held before. */
type EarlierResults = {
  /** The run whose tables are in it; null where there are none. */
  readonly runId: string | null;
  readonly names: ReadonlySet<string>;
};

async function earlierResults(folder: string): Promise<EarlierResults> {
  const names = new Set(await readdir(folder).catch(() => []));
  const file = join(folder, 'summary.meta.json');
  if (plainFileFault(file, maxMetaBytes) !== null) return { runId: null, names };
  try {
    const meta: unknown = JSON.parse(await readFile(file, 'utf8'));
    const id: unknown = Reflect.get(Object(Reflect.get(Object(meta), 'run')), 'id');
    return { runId: typeof id === 'string' ? id : null, names };
  } catch {
    // Somebody else's file of that name says nothing of a run.
    return { runId: null, names };
  }
}

/**
 * Takes away what an earlier run wrote by the same command and this one did not replace, so that a folder holds results
 * of one run: figures of workloads that this run does not have, samples that it left out. Nothing else is touched.
 * Returns the names.
 */
async function removeLeftovers(
  folder: string,
  earlier: EarlierResults,
  written: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { runId, names } = earlier;
  if (runId === null) return [];
  const removed: string[] = [];
  for (const name of names) {
    if (written.has(name) || !(figureName.test(name) || sampleNames.has(name))) continue;
    const file = join(folder, name);
    // Its provenance names the run; a file that was made otherwise stays.
    if (!isOfRun(file, runId)) continue;
    await rm(file, { force: true });
    removed.push(name);
  }
  return removed.sort();
}
