import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BreakevenError, type Failure } from '../../contract/failure.ts';
import { filesBefore, unfinishedFolder } from '../export/site.ts';
import { type SiteOfRuns, siteOfStore } from '../export/site-of-runs.ts';
import type { RunPage } from '../export/site-run-page.ts';
import { createLru } from '../util/lru.ts';
import { productRoot } from '../util/paths.ts';
import {
  heapMb,
  maxYoungGenerationSizeMb,
  runFilesOf,
  runsOfFolder,
  withPassingStore,
} from './passing-store.ts';
import { figuresFile } from './reported-run.ts';

/** Writes the run files of a folder as a site, as `siteOfStore` does; pages of runs are made where files are read. */
export async function siteOfFolder(from: string, site: SiteOfRuns): Promise<readonly string[]> {
  filesBefore(site.folder);
  const folder = unfinishedFolder(site.folder);
  const known = new Map<string, RunPage>();
  const machines = createLru(100);
  const runs = runsOfFolder(from, { ...site, folder });
  try {
    rmSync(folder, { recursive: true, force: true });
    return await withPassingStore(
      (async function* () {
        for await (const run of runs) {
          const { page } = run;
          const { id } = run.run;
          known.set(id, {
            ...page,
            machine: machines.remember(JSON.stringify(page.machine), () => page.machine),
            workloads: () => JSON.parse(readFileSync(figuresFile(folder, id), 'utf8')),
          });
          yield run;
        }
      })(),
      (opened) => siteOfStore(opened, site, known),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type SiteReply = { readonly files: readonly string[] } | { readonly failure: Failure };

/** The same in a thread: only there the garbage of a thousand pages can be kept small. */
export async function siteInThread(from: string, site: SiteOfRuns): Promise<readonly string[]> {
  const entry = import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'site-thread.ts')
    : join(productRoot(), 'dist', 'main', 'site-thread.js');
  const files = runFilesOf(from);
  // Of each run it keeps some kilobytes for other pages.
  const maxOldGenerationSizeMb = Math.ceil(heapMb(files) + 0.1 * files.length);
  const thread = new Worker(entry, {
    execArgv: [],
    workerData: { from, site },
    resourceLimits: { maxYoungGenerationSizeMb, maxOldGenerationSizeMb },
  });
  const reply = Promise.withResolvers<SiteReply>();
  thread.once('message', reply.resolve).once('error', reply.reject);
  try {
    const answer = await reply.promise;
    if ('files' in answer) return answer.files;
    const { code, message, detail } = answer.failure;
    throw new BreakevenError(code, message, detail);
  } finally {
    await thread.terminate();
  }
}
