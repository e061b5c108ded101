import type { RunRow, RunStatus } from '../../contract/run.ts';

/** How often the end of a run is stored again, in milliseconds. */
const retryMs = 5000;

/**
 * Ends of runs that the store could not keep, on a full disk for example.
 *
 * @param finish stores that a run failed, and why; throws where it cannot
 */
export function createUnkeptEnds(
  finish: (runId: string, failure: string) => void,
  onChange: (runId: string) => void,
) {
  const ends = new Map<string, { readonly status: RunStatus; readonly failure: string }>();
  let timer: ReturnType<typeof setInterval> | undefined;
  /** Stores them now; what cannot be stored is left to the next try, or to the next opening of the store. */
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
    /** The run failed for this reason; it is stored later. */
    add(runId: string, failure: string): void {
      ends.set(runId, { status: 'failed', failure });
      timer ??= setInterval(store, retryMs).unref();
    },
    /** The row as its run ended, where the store does not have that yet. */
    asEnded: <Row extends RunRow>(row: Row): Row => ({ ...row, ...ends.get(row.id) }),
    store,
  };
}
