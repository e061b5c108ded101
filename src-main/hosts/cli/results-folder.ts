import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOfRun } from '../../core/export/replacing.ts';
import { plainFileFault } from '../../core/util/plain-file.ts';

/** What `run --out` always writes. */
const tableNames: ReadonlySet<string> = new Set(['summary.csv', 'summary.meta.json']);
/** What `run --out` writes besides the tables of the export: a figure of each workload that it draws. */
const figureName = /^(?:[\w-]+-)?(?:scaling|distribution)\.png$/;
/** What an export of one run writes that another may leave out. */
const sampleNames: ReadonlySet<string> = new Set(['samples.csv', 'samples.meta.json']);

/** Whether `run --out` writes a file of this name. */
export function isResult(name: string): boolean {
  return sampleNames.has(name) || tableNames.has(name) || figureName.test(name);
}

/** The metadata of a table says what its columns are and how its run was configured. */
const maxMetaBytes = 64 * 2 ** 20;

/** What a folder of results held before. */
export type EarlierResults = {
  /** The run whose tables are in it; null where there are none. */
  readonly runId: string | null;
  readonly names: ReadonlySet<string>;
};

export async function earlierResults(folder: string): Promise<EarlierResults> {
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
export async function removeLeftovers(
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
