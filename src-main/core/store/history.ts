import { BreakevenError } from '../../contract/failure.ts';
import type {
  ChosenCaseRequest,
  HistoryOrder,
  RowOrder,
} from '../../contract/procedures/history.ts';
import { isResultOrder } from '../../contract/procedures/history.ts';
import type { HistoryRow } from '../../contract/run-results.ts';
import { createLru } from '../util/lru.ts';
import { type Filter, filterOf, outsideTrash, subjectsOf, type Vocabulary } from './filter.ts';
import { type ChosenCase, condition } from './filter-condition.ts';
import { type ByResult, resultPages } from './history-by-result.ts';
import { countRuns } from './history-count.ts';
import { createHistoryRows, type HistoryRecord, historyColumns } from './history-rows.ts';
import type { Bindable, Database } from './sqlite.ts';

/** Orders that have an index of their own. Equal ones are ordered by the id, which sorts by time. */
const orders = {
  created: 'r.created_at',
  title: 'r.title',
  status: 'r.status',
  device: 'r.device',
  cases: 'r.cases',
} as const satisfies Readonly<Record<RowOrder, string>>;

/** A page walks the index and asks each run when at least one run in so many fits. */
const walkShare = 40;

/** Of so many queries the totals are kept. */
const maxTotals = 500;

export type HistoryRequest = {
  readonly query?: string;
  /** 1 to 200 rows. */
  readonly limit?: number;
  /** The last row of the page before. */
  readonly after?: { readonly createdAt: string; readonly id: string } | null;
  /** Newest first by default. */
  readonly order?: HistoryOrder | undefined;
  /** The case whose median is shown, filtered and sorted by. */
  readonly chosen?: ChosenCaseRequest | undefined;
  /** With the number that stands for each run over the earlier runs of its configuration. */
  readonly sparkline?: boolean | undefined;
};

export type HistoryPage = {
  readonly rows: readonly HistoryRow[];
  /** Of all pages. */
  readonly total: number;
};

export type History = { page(request: HistoryRequest): HistoryPage };

export function createHistory(database: Database, changeLimit: () => number = () => -1): History {
  // Typing and scrolling ask for the same total again and again; it holds until somebody writes.
  let totals = { revision: '', byFilter: createLru(maxTotals) };
  const complete = createHistoryRows(database);

  const total = (filter: Filter): number => {
    const revision = database.revision();
    if (totals.revision !== revision) totals = { revision, byFilter: createLru(maxTotals) };
    const key = JSON.stringify([filter.sql, filter.parameters, filter.trash]);
    return totals.byFilter.remember(key, () => countRuns(database, filter));
  };

  return {
    page(request) {
      const axes = storedAxes(database);
      const chosen = chosenCase(database, request.chosen, { axes });
      const filter = filterOf(request.query ?? '', { axes, changeLimit, chosen });
      const matching = total(filter);
      const everything = total(filterOf('', { axes: [] }));
      const way = matching * walkShare > everything ? 'walk' : 'set';
      const records = matching === 0 ? [] : read(filter, request, way, chosen);
      return { rows: complete(records, { ...request, chosen, changeLimit }), total: matching };
    },
  };

  function read(
    filter: Filter,
    request: HistoryRequest,
    way: 'set' | 'walk',
    chosen: ChosenCase | undefined,
  ): readonly HistoryRecord[] {
    const { order, after = null } = request;
    const limit = limitOf(request);
    if (order === undefined || !isResultOrder(order.by)) {
      const { sql, parameters } = pageSql(database, filter, request, way);
      return database.prepare<HistoryRecord>(sql).all(...parameters);
    }
    const by: ByResult = { by: order.by, descending: order.descending, chosen };
    const found: HistoryRecord[] = [];
    for (const { sql, parameters } of resultPages(database, filter, by, after, way)) {
      const left = limit - found.length;
      if (left > 0) found.push(...database.prepare<HistoryRecord>(sql).all(...parameters, left));
    }
    return found;
  }
}

/** Its subjects are looked up once: a page asks for them in several places. */
function chosenCase(
  database: Database,
  request: ChosenCaseRequest | undefined,
  vocabulary: Vocabulary,
): ChosenCase | undefined {
  if (request === undefined) return undefined;
  const { sql, parameters } = subjectsOf(request.query, vocabulary);
  const ids = database
    .prepare<{ id: number }>(`SELECT s.id FROM subject AS s WHERE ${sql}`)
    .all(...parameters)
    .map(({ id }) => id);
  const subjects = condition('s.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  return { scope: request.scope, subjects };
}

function limitOf({ limit = 50 }: HistoryRequest): number {
  return Math.min(200, Math.max(1, Math.floor(limit)));
}

/** The axes that any stored case has, in the order of their names. */
export function storedAxes(database: Database): readonly string[] {
  // Steps from one axis to the next through the primary key instead of reading every value.
  return database
    .prepare<{ axis: string }>(
      `WITH RECURSIVE step (axis) AS (
         SELECT min(axis) FROM subject_value
         UNION ALL
         SELECT (SELECT min(axis) FROM subject_value WHERE axis > step.axis) FROM step WHERE step.axis IS NOT NULL)
       SELECT axis FROM step WHERE axis IS NOT NULL`,
    )
    .all()
    .map(({ axis }) => axis);
}

/** The SQL of one page, with its parameters: exported so that its query plan can be tested. */
export function pageSql(
  database: Database,
  filter: Filter,
  request: HistoryRequest,
  way: 'set' | 'walk',
): { readonly sql: string; readonly parameters: readonly Bindable[] } {
  const { by, descending } = request.order ?? { by: 'created', descending: true };
  if (isResultOrder(by)) throw new Error(`${by} is no column of runs`);
  const column = orders[by];
  const direction = descending ? 'DESC' : 'ASC';
  const after = request.after ?? null;
  const parameters: Bindable[] = [...filter.parameters];
  let keyset = '';
  if (after !== null) {
    keyset = `AND (${column}, r.id) ${descending ? '<' : '>'} (?, ?)`;
    parameters.push(
      by === 'created' ? after.createdAt : valueAt(database, column, after.id),
      after.id,
    );
  }
  parameters.push(limitOf(request));
  return {
    sql: `SELECT ${historyColumns} FROM run AS r LEFT JOIN run_result AS k ON k.run = r.seq WHERE ${outsideTrash(filter)} AND ${way === 'walk' ? filter.walk : filter.sql} ${keyset}
      ORDER BY ${column} ${direction}, r.id ${direction} LIMIT ?`,
    parameters,
  };
}

function valueAt(database: Database, column: string, id: string): string | number {
  const found = database
    .prepare<{ value: string | number }>(`SELECT ${column} AS value FROM run AS r WHERE r.id = ?`)
    .get(id);
  if (found === undefined) {
    throw new BreakevenError(
      'not-found',
      `Run ${id} was removed; read history from its beginning again.`,
    );
  }
  return found.value;
}
