import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { badInput, toFailure } from '../../contract/failure.ts';
import type { ScopeSamples, StoredCase } from '../../contract/run.ts';
import type { StoredReport } from '../../contract/run-report.ts';
import type { RunResults } from '../../contract/run-results.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { scopeProcesses } from '../../stats/process-summary.ts';
import { type Comparer, createComparer } from '../analysis/compare.ts';
import { createReports } from '../analysis/reports.ts';
import { runResults } from '../analysis/run-results.ts';
import { publicStore } from '../export/public-store.ts';
import type { SiteOfRuns } from '../export/site-of-runs.ts';
import { folderName, pageOf, type RunPage, runPage } from '../export/site-run-page.ts';
import type { ImportedRun } from '../store/import.ts';
import { createLru } from '../util/lru.ts';
import { readRunFile } from './read-run-file.ts';
import { type RunInMemory, runInMemory } from './run-in-memory.ts';

/** Pages that are made where files are read, in this folder. */
export type PagesAsked = Omit<SiteOfRuns, 'query'>;

/** A run of a file with what it says, as a store keeps it when a run has ended, and its page. */
export type ReportedRun = ImportedRun & {
  readonly results: RunResults;
  readonly report: StoredReport;
  /** Its figures are in a file beside it. */
  readonly page: Omit<RunPage, 'workloads'>;
};

/** Runs of one content have the same figures. */
const drawings = createLru(50);

/**
 * Reads a run file, computes its report from what its processes say and writes its page. Without samples it is what other
 * pages of a site read of it.
 *
 * @throws BreakevenError `bad-input` with the name of the file and one sentence.
 */
export async function readReported(file: string, pages: PagesAsked): Promise<ReportedRun> {
  const read = await readRunFile(readFileSync(file)).catch((error: unknown) => {
    throw badInput(`${basename(file)}: ${toFailure(error).message}`);
  });
  const ofCase = ({ samples, repetitions = [] }: (typeof read.cases)[number]) => {
    const nodes = new Map(repetitions.map(({ repetition, node }) => [repetition, node]));
    return scopeProcesses(samples)
      .map((process) => {
        const node = nodes.get(process.repetition);
        return node === undefined ? process : { ...process, node };
      })
      .toSorted((a, b) => a.repetition - b.repetition);
  };
  const cases = read.cases.toSorted((a, b) => a.stored.index - b.stored.index);
  const store = runInMemory(read, new Map(cases.map((one) => [one.stored.index, ofCase(one)])));
  const comparer = createComparer(store, () => defaultMargins);
  const report = createReports(store, comparer).toStore(read.run.id);
  const results = runResults(
    { cases: store.run('').cases, descriptors: store.descriptors('') },
    report,
  );
  const page = writePage(read.run.id, report, { store, comparer }, pages);
  if (pages.samples) return { ...read, results, report, page };
  const kept = read.cases.map(({ stored, descriptor, samples }) => ({
    ...{ stored, descriptor },
    samples: samples.filter(isAnswered(stored, page)).map(withoutTimes),
  }));
  return { ...read, cases: kept, log: [], results, report: { ...report, comparisons: {} }, page };
}

/** Parts that figures of several machines compare: of a case of the two variants that an answer is about, in its scope. */
const isAnswered =
  ({ workload, variant }: StoredCase, { answers }: Pick<RunPage, 'answers'>) =>
  (part: ScopeSamples): boolean =>
    answers.some(
      ({ headline, pair, scope }) =>
        scope === part.scope && headline.workload === workload && pair.includes(variant),
    );

/** What its process says of all samples stays. */
function withoutTimes({ clocksHz: _1, cpuNs: _2, ...part }: ScopeSamples): ScopeSamples {
  return { ...part, timesNs: new Float64Array() };
}

/** Writes the page of a run, and its figures for others. */
function writePage(
  id: string,
  report: StoredReport,
  { store, comparer }: { readonly store: RunInMemory; readonly comparer: Comparer },
  { folder, public: scrub, home, catalog, title, samples }: PagesAsked,
): Omit<RunPage, 'workloads'> {
  const scrubbed = scrub !== undefined;
  const shown = scrubbed ? publicStore(store, home, { keepNotes: scrub === 'notes' }) : store;
  const means = { store: shown, comparer, catalog, drawings };
  const { text, workloads, ...page } = runPage(id, report, means, { title, samples, scrubbed });
  const at = join(folder, ...pageOf('run', id).split('/'));
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text ?? '');
  writeFileSync(figuresFile(folder, id), JSON.stringify(workloads()));
  return { ...page, text: null };
}

/** Where the figures of the page of a run are until the site is whole. */
export function figuresFile(folder: string, id: string): string {
  return join(folder, 'run', folderName(id), 'figures');
}
