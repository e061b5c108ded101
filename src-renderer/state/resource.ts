import { type ReadonlySignal, signal } from '@preact/signals';
import { type Failure, toFailure } from '../../src-main/contract/failure.ts';

/** Something asked for: nothing yet, a value, or why there is none. An old value stays while a new one is on its way. */
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
};

/** A value that is loaded by asking the host. Nothing is asked before `load` is called. */
export function createResource<T>(ask: () => Promise<T>): Resource<T> {
  const state = signal<Loadable<T>>({ loading: true, value: null, failure: null });
  let latest = 0;
  return {
    state,
    async load() {
      latest += 1;
      const mine = latest;
      state.value = { ...state.value, loading: true };
      const next = await ask().then(
        (value): Loadable<T> => ({ loading: false, value, failure: null }),
        (error: unknown): Loadable<T> => ({
          loading: false,
          value: state.value.value,
          failure: toFailure(error),
        }),
      );
      if (mine === latest) state.value = next;
    },
    set(value) {
      latest += 1;
      state.value = { loading: false, value, failure: null };
    },
  };
}
