import { BreakevenError } from '../../contract/failure.ts';
import type { HistoryOrder } from '../../contract/procedures/history.ts';
import type { RunRow } from '../../contract/run.ts';
import { type Filter, filterOf } from './filter.ts';
import { type RunRecord, rowColumns, rowOf } from './runs.ts';
import type { Bindable, Database } from './sqlite.ts';

/** Orders that have an index of their own. Equal ones are ordered by the id, which sorts by time. */
const orders = {
  created: 'r.created_at',
  title: 'r.title',
  status: 'r.status',
  device: 'r.device',
  cases: 'r.cases',
} as const satisfies Readonly<Record<HistoryOrder['by'], string>>;

/** A page walks the index and asks each run when at least one run in so many fits. */
const walkShare = 20;

export type HistoryRequest = {
  readonly query?: string;
  /** 1 to 200 rows. */
  readonly limit?: number;
  /** The last row of the page before. */
  readonly after?: { readonly createdAt: string; readonly id: string } | null;
  /** Newest first by default. */
  readonly order?: HistoryOrder | undefined;
};

export type HistoryPage = {
  readonly rows: readonly RunRow[];
  /** Of all pages. */
  readonly total: number;
};

export type History = { page(request: HistoryRequest): HistoryPage };

export function createHistory(database: Database): History {
  // Typing and scrolling ask for the same total again and again; it holds until somebody writes.
  let totals = { revision: '', byFilter: new Map<string, number>() };

  const total = (filter: Filter): number => {
    const revision = database.revision();
    if (totals.revision !== revision) totals = { revision, byFilter: new Map() };
    const key = JSON.stringify([filter.sql, filter.parameters, filter.trash]);
    const known = totals.byFilter.get(key);
    if (known !== undefined) return known;
    const n = filter.words === null ? countFound(filter) : countWords(filter.words);
    totals.byFilter.set(key, n);
    return n;
  };

  const countFound = (filter: Filter): number =>
    database
      .prepare<{ n: number }>(
        `SELECT count(*) AS n FROM run AS r WHERE ${outsideTrash(filter)} AND ${filter.sql}`,
      )
      .get(...filter.parameters)?.n ?? 0;

  const countWords = (words: string): number =>
    database
      .prepare<{ n: number }>(
        `SELECT count(*) AS n FROM run_search
         WHERE run_search MATCH ? AND rowid NOT IN (SELECT seq FROM run WHERE deleted_at IS NOT NULL)`,
      )
      .get(words)?.n ?? 0;

  return {
    page(request) {
      const filter = filterOf(request.query ?? '', { axes: storedAxes(database) });
      const matching = total(filter);
      const everything = total(filterOf('', { axes: [] }));
      const way = matching * walkShare > everything ? 'walk' : 'set';
      const { sql, parameters } = pageSql(database, filter, request, way);
      const rows = database
        .prepare<RunRecord>(sql)
        .all(...parameters)
        .map(rowOf);
      return { rows, total: matching };
    },
  };
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
  parameters.push(Math.min(200, Math.max(1, Math.floor(request.limit ?? 50))));
  return {
    sql: `SELECT ${rowColumns} FROM run AS r WHERE ${outsideTrash(filter)} AND ${way === 'walk' ? filter.walk : filter.sql} ${keyset}
      ORDER BY ${column} ${direction}, r.id ${direction} LIMIT ?`,
    parameters,
  };
}

export function outsideTrash(filter: Pick<Filter, 'trash'>): string {
  return filter.trash ? 'r.deleted_at IS NOT NULL' : 'r.deleted_at IS NULL';
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
