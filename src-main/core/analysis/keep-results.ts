import { setImmediate } from 'node:timers/promises';
import { toFailure } from '../../contract/failure.ts';
import type { Store } from '../store/store.ts';
import type { Comparer } from './compare.ts';
import type { Reports } from './reports.ts';
import { historyMethod, noResults, runResults } from './run-results.ts';
import { changesReader } from './trend/series-changes.ts';

export type ResultsKeeper = {
  /** Stores the results of a run that has ended, then examines the histories of its cases, a few milliseconds at a time. */
  keep(runId: string): Promise<void>;
  /** Stores the results of runs that ended without them: their process was killed, or the disk was full. */
  keepMissing(): void;
  /**
   * Examines the histories of runs that are pending, for about so many milliseconds; while a run is measured, none.
   *
   * @returns how many runs are pending then
   */
  examinePending(limitMs: number): Promise<number>;
  /** Ends when no history is being examined. */
  rest(): Promise<void>;
};

export type KeeperSources = {
  readonly store: Store;
  readonly comparer: Comparer;
  readonly reports: Reports;
  /** Whether a run is measured, here or by another process of this store. */
  readonly isMeasuring: () => boolean;
};

/** Events and signals wait no longer than this for the histories of a run. */
const sliceMs = 20;
/** Runs that are looked up at once. */
const batch = 50;

/**
 * Keeps what follows from runs in the store. What cannot be computed of a damaged run is left out; where the store cannot
 * be written now, its runs stay pending.
 */
export function createResultsKeeper(sources: KeeperSources): ResultsKeeper {
  const { store, comparer, reports, isMeasuring } = sources;
  let work: Promise<void> = Promise.resolve();

  function saveResults(runId: string): void {
    const kept = attempt(() => {
      const { cases } = store.run(runId);
      const descriptors = store.descriptors(runId);
      const report = reports.toStore(runId);
      return { report, results: runResults({ cases, descriptors }, report) };
    });
    store.saveResults(runId, kept?.results ?? noResults, kept?.report);
  }

  /** One step is the history of one case. */
  function* examine(runId: string): Generator<void> {
    const { margins, variation } = comparer;
    const method = historyMethod(margins());
    const missing = attempt(() => store.seriesToExamine(runId, method)) ?? [];
    const read =
      missing.length === 0
        ? null
        : attempt(() => changesReader(store, runId, margins(), variation));
    for (const one of missing) {
      const finding = attempt(() => read?.(one.caseIndex, one.scope) ?? null);
      if (finding !== null) store.saveSeries(one, method, finding);
      yield;
    }
    attempt(() => store.markExamined(runId, method));
  }

  /** A run that was removed meanwhile, or that cannot be read, must not keep the others from being computed. */
  function attempt<T>(make: () => T): T | null {
    try {
      return make();
    } catch (error) {
      if (toFailure(error).code === 'store') throw error;
      return null;
    }
  }

  /** Takes the steps of a run one after the other, with pauses in which others come first; false: stopped before its end. */
  async function inSlices(steps: Generator<void>, until: number): Promise<boolean> {
    let sliceEnd = performance.now() + sliceMs;
    while (steps.next().done !== true) {
      const now = performance.now();
      if (now > until || isMeasuring()) return false;
      if (now < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + sliceMs;
    }
    return true;
  }

  /** Does one thing after the other; a store that cannot be written now leaves runs pending. */
  function afterOthers(next: () => Promise<void>): Promise<void> {
    work = work.then(next).catch(() => {});
    return work;
  }

  return {
    keep(runId) {
      try {
        saveResults(runId);
      } catch {
        // On a full disk too the run itself has ended well: its results follow from it, and are computed later.
      }
      return afterOthers(async () => {
        await inSlices(examine(runId), Number.POSITIVE_INFINITY);
      });
    },
    keepMissing() {
      if (!store.writable) return;
      try {
        for (const id of store.runsWithoutResults(batch)) saveResults(id);
      } catch {
        // What is stored is read all the same where nothing can be written now.
      }
    },
    async examinePending(limitMs) {
      const pending = (limit: number) =>
        store.pendingRuns(historyMethod(comparer.margins()), limit);
      const until = performance.now() + limitMs;
      if (store.writable && !isMeasuring()) {
        await afterOthers(async () => {
          while (performance.now() < until) {
            const { ids } = pending(batch);
            if (ids.length === 0) return;
            for (const id of ids) if (!(await inSlices(examine(id), until))) return;
          }
        });
      }
      return pending(0).total;
    },
    rest: () => work,
  };
}
