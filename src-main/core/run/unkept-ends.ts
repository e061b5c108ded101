import type { RunRow, RunStatus } from '../../contract/run.ts';

/** How often the end of a run is stored again, in milliseconds. */
const retryMs = 5000;

/** Ends of runs that the store could not keep, on a full disk for example. */
export type UnkeptEnds = {
  /** The run failed for this reason; it is stored later. */
  add(runId: string, failure: string): void;
  /** The row as its run ended, where the store does not have that yet. */
  asEnded<Row extends RunRow>(row: Row): Row;
  /** Stores them now; what cannot be stored is left to the next try, or to the next opening of the store. */
  store(): void;
};

/** @param finish stores that a run failed, and why; throws where it cannot */
export function createUnkeptEnds(
  finish: (runId: string, failure: string) => void,
  onChange: (runId: string) => void,
): UnkeptEnds {
  const ends = new Map<string, { readonly status: RunStatus; readonly failure: string }>();
  let timer: ReturnType<typeof setInterval> | undefined;
  function store(): void {
    for (const [runId, { failure }] of ends) {
      try {
        finish(runId, failure);
      } catch {
        return;
      }
      ends.delete(runId);
      onChange(runId);
    }
    clearInterval(timer);
    timer = undefined;
  }
  return {
    add(runId, failure) {
      ends.set(runId, { status: 'failed', failure });
      timer ??= setInterval(store, retryMs).unref();
    },
    asEnded: (row) => ({ ...row, ...ends.get(row.id) }),
    store,
  };
}
