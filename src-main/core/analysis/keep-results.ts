import { toFailure } from '../../contract/failure.ts';
import type { Store } from '../store/store.ts';
import type { Comparer } from './compare.ts';
import type { Reports } from './reports.ts';
import { resultsMethod, runResults } from './run-results.ts';
import { changesReader } from './trend/series-changes.ts';

export type ResultsKeeper = {
  /** Computes the results of a run that has ended. Its histories are examined later. */
  keep(runId: string): void;
  /** Computes what is missing, for at most so many milliseconds; a second time it does nothing. */
  catchUpOnce(limitMs: number): void;
  /** The same in the background, a few milliseconds at a time, from the newest run on; while a run is measured, not. */
  start(): void;
  stop(): void;
  /** Whether nothing was left when it was last looked. */
  isComplete(): boolean;
};

export type KeeperSources = {
  readonly store: Store;
  readonly comparer: Comparer;
  readonly reports: Reports;
  /** Whether a run is measured, here or by another process of this store. */
  readonly isMeasuring: () => boolean;
  /** Results or changes of these runs were computed in the background. */
  readonly onKept?: ((runIds: readonly string[]) => void) | undefined;
};

const sliceMs = 20;
const pauseMs = 180;
const whileMeasuringMs = 5000;
/** Runs that are looked up at once. */
const batch = 50;
/** Runs that are named in an event. */
const maxNamedRuns = 200;

/** Keeps the results of runs in the store. What cannot be computed of a damaged run is left out, and the rest goes on. */
export function createResultsKeeper(sources: KeeperSources): ResultsKeeper {
  const { store, comparer, reports, isMeasuring, onKept } = sources;
  let method = '';
  let work: Generator<void> | null = null;
  let complete = false;
  let timer: NodeJS.Timeout | undefined;
  let caughtUp = false;
  let worked: string[] = [];

  function save(runId: string): void {
    const { cases } = store.run(runId);
    const descriptors = store.descriptors(runId);
    const found = runResults({ cases, descriptors }, reports.of(runId));
    store.saveResults(runId, resultsMethod(comparer.margins()), found);
  }

  /** One step is a run's results, or the history of one case. */
  function* steps(): Generator<void> {
    let before: number | null = null;
    do {
      const { runs, next } = store.missingResults(method, before, batch);
      for (const { id, results } of runs) {
        if (worked.length < maxNamedRuns) worked.push(id);
        if (results) {
          attempt(() => save(id));
          yield;
        }
        yield* examine(id);
      }
      before = next;
      yield;
    } while (before !== null);
  }

  function* examine(id: string): Generator<void> {
    const missing = attempt(() => store.seriesToExamine(id, method)) ?? [];
    const { margins, priors } = comparer;
    const read =
      missing.length === 0 ? null : attempt(() => changesReader(store, id, margins(), priors));
    for (const one of missing) {
      attempt(() => {
        const found = read?.(one.caseIndex, one.scope) ?? null;
        if (found !== null) store.saveSeries(one, method, found);
      });
      yield;
    }
    attempt(() => store.markExamined(id, method));
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

  function go(limitMs: number): boolean {
    const now = resultsMethod(comparer.margins());
    if (now !== method) {
      method = now;
      work = null;
    }
    work ??= steps();
    const until = performance.now() + limitMs;
    do {
      if (work.next().done === true) {
        work = null;
        complete = true;
        return true;
      }
    } while (performance.now() < until);
    complete = false;
    return false;
  }

  function slice(): void {
    timer = undefined;
    try {
      if (isMeasuring()) {
        again(whileMeasuringMs);
        return;
      }
      const ended = go(sliceMs);
      if (!ended) {
        again(pauseMs);
        return;
      }
      if (worked.length > 0) onKept?.(worked);
      worked = [];
    } catch {
      work = null;
      // A store that cannot be written or read now is asked again when a run ends or the program starts.
    }
  }

  function again(ms: number): void {
    timer ??= setTimeout(slice, ms).unref();
  }

  return {
    keep(runId) {
      try {
        save(runId);
      } catch {
        // On a full disk too the run itself has ended well: its results follow from it, and are computed later.
      }
    },
    catchUpOnce(limitMs) {
      if (caughtUp || isMeasuring()) return;
      caughtUp = true;
      // A store that cannot be written is read as it is.
      if (!store.writable) return;
      try {
        go(limitMs);
      } catch {
        // What is stored is read all the same where nothing can be written now.
        work = null;
      }
    },
    start() {
      if (!store.writable) return;
      work = null;
      complete = false;
      // Deletions come in a row: the next one must not wait for what the last one asks for.
      clearTimeout(timer);
      timer = undefined;
      again(pauseMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
    isComplete: () => complete,
  };
}
