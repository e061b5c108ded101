import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Failure, toFailure } from '../../src-main/contract/failure.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';

const pageSize = 200;

export type HistoryState = {
  readonly query: Signal<string>;
  readonly rows: ReadonlySignal<readonly RunRow[]>;
  /** How many runs the query finds in all; null before the first answer. */
  readonly total: ReadonlySignal<number | null>;
  readonly loading: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<Failure | null>;
  /** Ids of ticked rows. */
  readonly selected: Signal<ReadonlySet<string>>;
  /** Id of the row that the keyboard is on. */
  readonly active: Signal<string | null>;
  /** Asks for the first page of the present query. */
  load(): Promise<void>;
  /** Asks for the next page, unless all rows are here or one is on its way. */
  more(): Promise<void>;
  setQuery(query: string): void;
  toggle(id: string): void;
};

/** The list of runs, page by page by keyset: no page is asked for by number, so nothing shifts under the reader. */
export function createHistory(client: Client): HistoryState {
  const query = signal('');
  const rows = signal<readonly RunRow[]>([]);
  const total = signal<number | null>(null);
  const loading = signal(false);
  const failure = signal<Failure | null>(null);
  const selected = signal<ReadonlySet<string>>(new Set());
  const active = signal<string | null>(null);
  let latest = 0;

  const ask = async (after: RunRow | null) => {
    latest += 1;
    const mine = latest;
    loading.value = true;
    try {
      const keyset = after === null ? null : { createdAt: after.createdAt, id: after.id };
      const page = await client.call('history', {
        query: query.value,
        limit: pageSize,
        after: keyset,
      });
      if (mine !== latest) return;
      batch(() => {
        rows.value = after === null ? page.rows : [...rows.value, ...page.rows];
        total.value = page.total;
        failure.value = null;
        loading.value = false;
        if (!rows.value.some(({ id }) => id === active.value))
          active.value = rows.value[0]?.id ?? null;
      });
    } catch (error) {
      if (mine !== latest) return;
      batch(() => {
        failure.value = toFailure(error);
        loading.value = false;
      });
    }
  };

  return {
    query,
    rows,
    total,
    loading,
    failure,
    selected,
    active,
    load: () => ask(null),
    async more() {
      const last = rows.value.at(-1);
      const all = total.value !== null && rows.value.length >= total.value;
      if (last === undefined || all || loading.value || failure.value !== null) return;
      await ask(last);
    },
    setQuery(text) {
      if (text === query.value) return;
      query.value = text;
      void ask(null);
    },
    toggle(id) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
  };
}
