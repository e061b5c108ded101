import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badInput } from '../../contract/failure.ts';
import { maxRunFileBytes, runFileEnding } from '../../contract/limits.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { type Comparer, createComparer } from '../analysis/compare.ts';
import { createReports, type Reports } from '../analysis/reports.ts';
import type { ImportedRun } from '../store/import.ts';
import { openStore, type Store } from '../store/store.ts';
import { plainFileFault } from '../util/plain-file.ts';
import { readRunFile } from './read-run-file.ts';

export type PassingStore = {
  readonly store: Store;
  readonly comparer: Comparer;
  readonly reports: Reports;
};

/** The run files of a folder. @throws BreakevenError `bad-input` that names the first that cannot be read. */
export async function* runsOfFolder(folder: string): AsyncGenerator<ImportedRun> {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(runFileEnding));
  } catch {
    throw badInput(`--from "${folder}" is no folder that can be read`);
  }
  for (const name of names.sort()) {
    const file = join(folder, name);
    const fault = plainFileFault(file, maxRunFileBytes);
    if (fault !== null) throw badInput(`"${file}" cannot be read: ${fault}`);
    yield await readRunFile(readFileSync(file));
  }
}

/** Does something with runs that the user's store does not have, in a store that is removed afterwards. */
export async function withPassingStore<T>(
  runs: AsyncIterable<ImportedRun> | Iterable<ImportedRun>,
  work: (opened: PassingStore) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-passing-'));
  const store = openStore(folder);
  try {
    for await (const run of runs) store.importRun(run);
    const comparer = createComparer(store, () => defaultMargins);
    return await work({ store, comparer, reports: createReports(store, comparer) });
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
