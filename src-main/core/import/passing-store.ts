import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BreakevenError, badInput, type Failure } from '../../contract/failure.ts';
import { maxRunFileBytes, runFileEnding } from '../../contract/limits.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { type Comparer, createComparer } from '../analysis/compare.ts';
import { createReports, type Reports } from '../analysis/reports.ts';
import type { ImportedRun } from '../store/import.ts';
import { openStore, type Store } from '../store/store.ts';
import { productRoot } from '../util/paths.ts';
import { plainFileFault } from '../util/plain-file.ts';
import { type PagesAsked, type ReportedRun, readReported } from './reported-run.ts';

export type PassingStore = {
  readonly store: Store;
  readonly comparer: Comparer;
  readonly reports: Reports;
};

/** The garbage of several threads adds up. With 32 MB it takes a tenth of the processor time less, and 50 MB more. */
export const maxYoungGenerationSizeMb = 8;
/** Below so many files a thread starts for longer than it saves. */
const filesOfThread = 4;

/**
 * The runs of a folder with their reports and pages, in the order of their file names; another thread reads every second one.
 *
 * @throws BreakevenError `bad-input` that names the first that cannot be read.
 */
export async function* runsOfFolder(
  folder: string,
  pages: PagesAsked,
): AsyncGenerator<ReportedRun, undefined> {
  const files = runFilesOf(folder);
  // More threads than another one would hold more memory than they save time.
  const isAlone = files.length < filesOfThread || availableParallelism() < 2;
  const thread = isAlone ? null : startReading(heapMb(files), pages);
  let own: Promise<unknown> = Promise.resolve();
  const read = (file: string, at: number): Promise<ReportedRun> => {
    const fault = plainFileFault(file, maxRunFileBytes);
    if (fault !== null) throw badInput(`"${file}" cannot be read: ${fault}`);
    if (thread !== null && at % 2 === 0) return thread.read(file);
    const run = own.then(() => readReported(file, pages));
    // Who asks may have failed for another file before.
    own = run.catch(() => {});
    return run;
  };
  try {
    const ahead: Promise<ReportedRun>[] = [];
    for (const [at, file] of files.entries()) {
      ahead.push(read(file, at));
      // Nobody waits where one file takes longer than the next.
      if (ahead.length > (isAlone ? 0 : 3)) yield await (ahead.shift() as Promise<ReportedRun>);
    }
    for (const one of ahead) yield await one;
  } finally {
    await thread?.stop();
  }
}

/** The run files of a folder, by name. @throws BreakevenError `bad-input` where it cannot be read. */
export function runFilesOf(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(runFileEnding));
    return names.sort().map((name) => join(folder, name));
  } catch {
    throw badInput(`--from "${folder}" is no folder that can be read`);
  }
}

/** Mebibytes for the largest of these files: it unpacks to some times its size, and is small once it is read. */
export function heapMb(files: readonly string[]): number {
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return Math.ceil(64 + (48 * Math.max(0, ...sizes)) / 2 ** 20);
}

type Reply = { readonly run: ReportedRun } | { readonly failure: Failure };

/** A thread that reads one file after the other. */
function startReading(maxOldGenerationSizeMb: number, workerData: PagesAsked) {
  const entry = import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'reading-thread.ts')
    : join(productRoot(), 'dist', 'main', 'reading-thread.js');
  const thread = new Worker(entry, {
    execArgv: [],
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb, maxOldGenerationSizeMb },
  });
  const waiting: PromiseWithResolvers<ReportedRun>[] = [];
  thread.on('message', (reply: Reply) => {
    const asked = waiting.shift();
    if ('run' in reply) asked?.resolve(reply.run);
    else {
      const { code, message, detail } = reply.failure;
      asked?.reject(new BreakevenError(code, message, detail));
    }
  });
  thread.on('error', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return {
    read(file: string): Promise<ReportedRun> {
      const asked = Promise.withResolvers<ReportedRun>();
      // Who asks may have failed for another file before.
      asked.promise.catch(() => {});
      waiting.push(asked);
      thread.postMessage(file);
      return asked.promise;
    },
    stop: () => thread.terminate(),
  };
}

/** Does something with runs that the user's store does not have, in a store that is removed afterwards. */
export async function withPassingStore<T>(
  runs: AsyncIterable<ReportedRun> | Iterable<ImportedRun>,
  work: (opened: PassingStore) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-passing-'));
  const store = openStore(folder, { passing: true });
  try {
    for await (const run of runs) {
      const { id } = store.importRun(run);
      if ('report' in run) store.saveResults(id, run.results, run.report);
    }
    const comparer = createComparer(store, () => defaultMargins);
    return await work({ store, comparer, reports: createReports(store, comparer) });
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
