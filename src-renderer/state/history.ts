import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Input } from '../../src-main/contract/api.ts';
import { type Failure, toFailure } from '../../src-main/contract/failure.ts';
import type {
  HistoryFacets,
  HistoryOrder,
  HistoryView,
} from '../../src-main/contract/procedures/history.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { HistoryRow } from '../../src-main/contract/run-results.ts';
import type { Client } from '../client.ts';

const pageSize = 200;
/** Facets count all runs of a query: they follow when hands rest, or at once where they are looked at. */
const facetPauseMs = 1000;

export const newestFirst: HistoryOrder = { by: 'created', descending: true };

export type HistoryState = {
  readonly query: Signal<string>;
  readonly order: ReadonlySignal<HistoryOrder>;
  readonly rows: ReadonlySignal<readonly HistoryRow[]>;
  /** How many runs the query finds in all; null before the first answer. */
  readonly total: ReadonlySignal<number | null>;
  /** There are more than `total`: counting all of them takes too long. */
  readonly uncounted: ReadonlySignal<boolean>;
  readonly loading: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<Failure | null>;
  /** Whether the rows are the result of the present query: nothing may be done to them otherwise. */
  isCurrent(): boolean;
  /** What the runs of the query are like; null before the first answer. */
  readonly facets: ReadonlySignal<HistoryFacets | null>;
  /** Somebody looks at the facets: what is to be counted is counted now. */
  countFacets(): void;
  readonly views: ReadonlySignal<readonly HistoryView[]>;
  /** Ids of ticked rows. */
  readonly selected: Signal<ReadonlySet<string>>;
  /** Id of the row that the keyboard is on. */
  readonly active: Signal<string | null>;
  /**
   * Asks for the first page of the present query; rows of later pages stay behind it where they still follow, unless
   * `afresh`. Pages that are under way are left aside when they come.
   */
  load(afresh?: boolean): Promise<void>;
  /** Asks for the next page, unless all rows are here or one is on its way. */
  more(): Promise<void>;
  setQuery(query: string): void;
  setOrder(order: HistoryOrder): void;
  toggle(id: string): void;
  /** Puts rows as the store has them now in place of those that are shown. */
  put(rows: readonly RunRow[]): void;
  /**
   * Takes rows out of the list that the store has taken out. The function that comes back puts them where they stood, as
   * the store has them then, with the cursor on the first; false where the list answers another query by then.
   */
  remove(ids: ReadonlySet<string>): PutBack;
  loadViews(): Promise<void>;
  setViews(views: readonly HistoryView[]): void;
};

export type PutBack = (rows: readonly RunRow[]) => boolean;

/** What is asked for with each run: by the columns that are shown. */
export type WantedOfRuns = Pick<Input<'history'>, 'chosen' | 'sparkline'>;

/** The list of runs, page by page by keyset: no page is asked for by number, so nothing shifts under the reader. */
export function createHistory(
  client: Client,
  wanted: () => WantedOfRuns = () => ({}),
): HistoryState {
  const query = signal('');
  const order = signal<HistoryOrder>(newestFirst);
  const rows = signal<readonly HistoryRow[]>([]);
  const total = signal<number | null>(null);
  const uncounted = signal(false);
  const loading = signal(false);
  const failure = signal<Failure | null>(null);
  const facets = signal<HistoryFacets | null>(null);
  const views = signal<readonly HistoryView[]>([]);
  const selected = signal<ReadonlySet<string>>(new Set());
  const active = signal<string | null>(null);
  let latest = 0;
  /** Which query and order the rows that are shown answer. */
  let answered = '';
  const question = () => JSON.stringify([query.peek(), order.peek(), wanted()]);
  /** A first page is on its way; what is asked meanwhile waits, so that fast typing asks for few pages. */
  let underway = false;
  let again = false;
  let facetTimer: ReturnType<typeof setTimeout> | undefined;

  const countFacets = async () => {
    if (facetTimer === undefined) return;
    clearTimeout(facetTimer);
    facetTimer = undefined;
    const asked = query.peek();
    const found = await client.call('historyFacets', { query: asked }).catch(() => null);
    if (found !== null && query.peek() === asked) facets.value = found;
  };
  const askFacets = () => {
    clearTimeout(facetTimer);
    facetTimer = setTimeout(countFacets, facets.peek() === null ? 0 : facetPauseMs);
  };

  const ask = async (after: HistoryRow | null, keepTail = false) => {
    latest += 1;
    const mine = latest;
    const asked = question();
    loading.value = true;
    try {
      const keyset = after === null ? null : { createdAt: after.createdAt, id: after.id };
      const page = await client.call('history', {
        query: query.value,
        limit: pageSize,
        after: keyset,
        ...wanted(),
        ...(order.value.by === 'created' && order.value.descending ? {} : { order: order.value }),
      });
      if (mine !== latest) return;
      batch(() => {
        const found = asKnown(page.rows, rows.value);
        rows.value =
          after !== null
            ? joined(rows.value, found)
            : keepTail && asked === answered && (page.more === true || found.length < page.total)
              ? withTail(found, rows.value)
              : found;
        answered = asked;
        total.value = page.total;
        uncounted.value = page.more === true;
        failure.value = null;
        loading.value = false;
        if (!rows.value.some(({ id }) => id === active.value))
          active.value = rows.value[0]?.id ?? null;
      });
      if (after === null) askFacets();
    } catch (error) {
      if (mine !== latest) return;
      batch(() => {
        failure.value = toFailure(error);
        loading.value = false;
      });
    }
  };

  /** Asks for the first page now, or as soon as the one under way has come. */
  const restart = async () => {
    if (underway) {
      again = true;
      // The answer that comes is to another question.
      latest += 1;
      loading.value = true;
      return;
    }
    underway = true;
    do {
      again = false;
      await ask(null);
    } while (again);
    underway = false;
  };

  /** A page that is on its way may not know of a change that is shown: it is left aside, and asked for again. */
  const overtake = () => {
    if (loading.value) void ask(null, true);
  };

  return {
    query,
    order,
    rows,
    total,
    uncounted,
    loading,
    failure,
    isCurrent: () => failure.value === null && answered === question(),
    facets,
    countFacets: () => void countFacets(),
    views,
    selected,
    active,
    load: (afresh = false) => ask(null, !afresh),
    async more() {
      const last = rows.value.at(-1);
      const all = total.value !== null && !uncounted.value && rows.value.length >= total.value;
      if (last === undefined || all || loading.value || failure.value !== null) return;
      await ask(last);
    },
    setQuery(text) {
      if (text === query.value) return;
      query.value = text;
      void restart();
    },
    setOrder(next) {
      order.value = next;
      void restart();
    },
    toggle(id) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
    put(changed) {
      const byId = new Map(changed.map((row) => [row.id, row]));
      // The results of a run do not change with its tags and notes.
      rows.value = rows.value.map((row) => {
        const now = byId.get(row.id);
        return now === undefined ? row : { ...row, ...now };
      });
      overtake();
    },
    remove(ids) {
      const before = rows.value;
      const was = answered;
      const cursor = before.findIndex(({ id }) => id === active.value);
      const left = before.filter(({ id }) => !ids.has(id));
      batch(() => {
        // The cursor stays where it was, on what has moved there.
        if (active.value !== null && ids.has(active.value))
          active.value = left[Math.min(cursor, left.length - 1)]?.id ?? null;
        if (total.value !== null) total.value -= before.length - left.length;
        rows.value = left;
        selected.value = new Set([...selected.value].filter((id) => !ids.has(id)));
      });
      overtake();
      return (back) => {
        if (answered !== was || was !== question()) return false;
        const restored = withRowsBack(rows.value, before, back);
        batch(() => {
          if (total.value !== null) total.value += restored.length - rows.value.length;
          rows.value = restored;
          active.value = restored.find(({ id }) => ids.has(id))?.id ?? active.value;
        });
        overtake();
        return true;
      };
    },
    async loadViews() {
      const found = await client.call('savedViews', {}).catch(() => null);
      if (found !== null) views.value = found.views;
    },
    setViews(next) {
      views.value = next;
    },
  };
}

/** Ids begin with the time of their runs: the oldest is the baseline of a comparison, one measured here before imported ones. */
export function oldestFirst(ids: Iterable<string>, rows: readonly RunRow[]): readonly string[] {
  const imported = new Set(rows.flatMap((row) => (row.importedAt === undefined ? [] : [row.id])));
  return [...ids].sort().sort((a, b) => Number(imported.has(a)) - Number(imported.has(b)));
}

/** Rows that are as they were are the very ones that were here: nothing of them is drawn again. */
function asKnown(
  page: readonly HistoryRow[],
  before: readonly HistoryRow[],
): readonly HistoryRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return page.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}

/** Rows of an earlier list in the one of now, each behind the row that it stood behind. */
function withRowsBack(
  now: readonly HistoryRow[],
  before: readonly HistoryRow[],
  back: readonly RunRow[],
): readonly HistoryRow[] {
  const given = new Map(back.map((row) => [row.id, row]));
  const next = [...now];
  before.forEach((row, i) => {
    const restored = given.get(row.id);
    if (restored === undefined || next.some(({ id }) => id === row.id)) return;
    const previous = next.findIndex(({ id }) => id === before[i - 1]?.id);
    next.splice(previous < 0 ? Math.min(i, next.length) : previous + 1, 0, { ...row, ...restored });
  });
  return next;
}

/** A run may have moved between two pages. */
function joined(before: readonly HistoryRow[], more: readonly HistoryRow[]): readonly HistoryRow[] {
  const here = new Set(before.map(({ id }) => id));
  return [...before, ...more.filter(({ id }) => !here.has(id))];
}

/** A new first page with the rows that were loaded after its last one. */
function withTail(
  page: readonly HistoryRow[],
  before: readonly HistoryRow[],
): readonly HistoryRow[] {
  const last = page.at(-1);
  const at = before.findIndex(({ id }) => id === last?.id);
  return at < 0 ? page : joined(page, before.slice(at + 1));
}
