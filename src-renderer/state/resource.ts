import { type ReadonlySignal, signal } from '@preact/signals';
import type { RunDetail } from '../../src-main/contract/api.ts';
import { type Failure, toFailure } from '../../src-main/contract/failure.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';

/**
 * Something asked for: nothing yet, a value, or why there is none. An old value stays while a new one is on its way.
 */
export type Loadable<T> = {
  readonly loading: boolean;
  readonly value: T | null;
  readonly failure: Failure | null;
};

export type Resource<T> = {
  readonly state: ReadonlySignal<Loadable<T>>;
  /** Asks again. Only the answer to the latest question counts. */
  load(): Promise<void>;
  set(value: T): void;
  /** Changes the value that is here. An answer that is on its way may not know of it, so it is asked for again. */
  update(change: (value: T) => T): void;
};

/** A value that is loaded by asking the host. Nothing is asked before `load` is called. */
export function createResource<T>(ask: () => Promise<T>): Resource<T> {
  const state = signal<Loadable<T>>({ loading: true, value: null, failure: null });
  let latest = 0;
  /** Before the first question the state says loading as well. */
  let underWay = false;
  const load = async () => {
    latest += 1;
    const mine = latest;
    state.value = { ...state.value, loading: true };
    underWay = true;
    const next = await ask().then(
      (value): Loadable<T> => ({ loading: false, value, failure: null }),
      (error: unknown): Loadable<T> => ({
        loading: false,
        value: state.value.value,
        failure: toFailure(error),
      }),
    );
    if (mine !== latest) return;
    underWay = false;
    state.value = next;
  };
  const set = (value: T) => {
    latest += 1;
    underWay = false;
    state.value = { loading: false, value, failure: null };
  };
  return {
    state,
    load,
    set,
    update(change) {
      const { value } = state.peek();
      const again = underWay;
      if (value !== null) set(change(value));
      if (again) void load();
    },
  };
}

/** Details of this many runs are kept; the oldest goes first. */
const keptRuns = 24;

/** What is stored of the runs that were looked at last. */
type RunDetails = {
  /** Asked for once, and again when the run changes. */
  run(ref: string): Resource<RunDetail>;
  /** Asks again for those of these runs that are kept. */
  refresh(changed: ReadonlySet<string>): void;
  /** Puts changed rows, by id, in place of those that are shown. */
  update(rows: ReadonlyMap<string, RunRow>): void;
};

export function createRunDetails(client: Client): RunDetails {
  const runs = new Map<string, Resource<RunDetail>>();
  const run = (ref: string): Resource<RunDetail> => {
    const known = runs.get(ref);
    if (known !== undefined) return known;
    const made = createResource(() => client.call('run', { ref }));
    runs.set(ref, made);
    const [oldest] = runs.keys();
    if (runs.size > keptRuns && oldest !== undefined) runs.delete(oldest);
    void made.load();
    return made;
  };
  const refresh = (changed: ReadonlySet<string>) => {
    for (const [ref, resource] of runs) {
      const known = resource.state.peek().value?.run.id;
      const hit = changed.has(ref) || (known !== undefined && changed.has(known));
      if (hit || ref.startsWith('latest')) void resource.load();
    }
  };
  const update = (rows: ReadonlyMap<string, RunRow>) => {
    for (const resource of runs.values()) {
      const known = resource.state.peek().value?.run.id;
      if (known === undefined || rows.has(known)) {
        resource.update((detail) => ({ ...detail, run: rows.get(detail.run.id) ?? detail.run }));
      }
    }
  };
  return { run, refresh, update };
}
