import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import type { ImportedCounters } from '../../contract/ncu-csv.ts';
import { makeFolder } from '../util/make-folder.ts';

const folderOf = (home: string): string => join(home, 'counters');
const fileOf = (home: string, runId: string, index: number): string =>
  join(folderOf(home), `${runId}-${index}.json`);

/** Counters that were imported for a case; null where none were, or the file cannot be read. */
export function readCounters(home: string, runId: string, index: number): ImportedCounters | null {
  try {
    return JSON.parse(readFileSync(fileOf(home, runId, index), 'utf8')) as ImportedCounters;
  } catch {
    return null;
  }
}

/** Keeps them next to the database, in place of earlier ones. @throws BreakevenError `environment` when it cannot. */
export function saveCounters(
  home: string,
  runId: string,
  index: number,
  counters: ImportedCounters,
): ImportedCounters {
  const file = fileOf(home, runId, index);
  try {
    makeFolder(folderOf(home));
    writeFileSync(file, `${JSON.stringify(counters)}\n`);
  } catch (error) {
    throw new BreakevenError(
      'environment',
      `The counters cannot be written to ${file}; check that the folder can be written.`,
      error instanceof Error ? error.message : String(error),
    );
  }
  return counters;
}

/** Removes all counters of these runs; a run that is imported under the same id later does not have them. */
export function removeCounters(home: string, runIds: readonly string[]): void {
  const folder = folderOf(home);
  const gone = new Set(runIds);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) {
    const runId = /^(.+)-\d+\.json$/.exec(name)?.[1];
    if (runId !== undefined && gone.has(runId)) rmSync(join(folder, name), { force: true });
  }
}
