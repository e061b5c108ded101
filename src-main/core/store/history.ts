import { notFound } from '../../contract/failure.ts';
import type {
  ChosenCaseRequest,
  HistoryOrder,
  HistoryPage,
} from '../../contract/procedures/history.ts';
import type { HistoryRow, RunResults } from '../../contract/run-results.ts';
import { decodeJson, scopePath } from './codec.ts';
import { type Condition, condition } from './conditions.ts';
import { chosenCaseOf, type Filter, filterOf } from './filter.ts';
import { type RunRecord, rowColumns, rowOf } from './runs.ts';
import type { Bindable, Database } from './sqlite.ts';

/** Counting stops after so long once it has passed `countedRuns`. */
const countMs = 200;
const countedRuns = 10_000;
/** The newest runs of a sparkline. */
const sparklineRuns = 20;

export type HistoryRequest = {
  readonly query?: string;
  /** 1 to 200 rows. */
  readonly limit?: number;
  /** The last row of the page before. */
  readonly after?: { readonly createdAt: string; readonly id: string } | null;
  /** Newest first by default. Runs without a value come last; of equal ones the newest comes first. */
  readonly order?: HistoryOrder | undefined;
  /** The case whose median is shown, filtered and sorted by. */
  readonly chosen?: ChosenCaseRequest | undefined;
  /** With the number that stands for each run over the earlier runs of its configuration. */
  readonly sparkline?: boolean | undefined;
};

const orders = {
  created: 'r.created_at',
  title: 'r.title',
  status: 'r.status',
  device: 'r.device',
  class: 'r.class',
  cases: 'r.cases',
  breakEven: 'r.break_even',
  speedup: 'r.speedup',
  median: 'r.median_ns',
  case: 'k.ns',
} as const satisfies Readonly<Record<HistoryOrder['by'], string>>;

const newestFirst: HistoryOrder = { by: 'created', descending: true };

type Source = {
  /** Runs with the median of the chosen case: `run`, `ns`. */
  readonly chosen: Condition;
  readonly filter: Filter;
};

/**
 * A page of the runs that a query selects, and how many it selects.
 *
 * @param changeLimit the largest p value of a stated change
 * @throws BreakevenError `bad-input` for a query with an error, `not-found` where the row before the page was removed
 */
export function readHistory(
  database: Database,
  request: HistoryRequest,
  changeLimit: () => number,
): HistoryPage {
  const axes = storedAxes(database);
  const chosen = chosenCases(request.chosen, axes);
  const median = request.chosen === undefined ? {} : { median: 'k.ns' };
  const filter = filterOf(request.query ?? '', { axes, changeLimit, ...median });
  const source = { chosen, filter };
  const rows = readPage(database, source, request, changeLimit);
  return { rows, ...countRuns(database, source) };
}

/** Of several cases of a run that match, the first. */
function chosenCases(request: ChosenCaseRequest | undefined, axes: readonly string[]): Condition {
  if (request === undefined) return condition('SELECT NULL AS run, NULL AS ns WHERE 0');
  const { sql, parameters } = chosenCaseOf(request.query, { axes });
  const median = `${scopePath(request.scope)}.medianNs`;
  return {
    sql: `SELECT c.run, c.metrics ->> ? AS ns, min(c.case_index) FROM run_case AS c
      WHERE +c.outcome = 'ok' AND typeof(c.metrics ->> ?) IN ('real', 'integer') AND ${sql} GROUP BY c.run`,
    parameters: [median, median, ...parameters],
  };
}

type HistoryRecord = RunRecord & {
  readonly class: string;
  readonly results: string | null;
  readonly changed: number;
  readonly case_ns: number | null;
  readonly sparkline: string | null;
};

function readPage(
  database: Database,
  source: Source,
  request: HistoryRequest,
  changeLimit: () => number,
): readonly HistoryRow[] {
  const { sql, parameters } = pageSql(database, source, request);
  return database
    .prepare<HistoryRecord>(sql)
    .all(...parameters, changeLimit())
    .map((record): HistoryRow => {
      const { results, changed, case_ns, sparkline } = record;
      const line = sparkline === null ? [] : decodeJson<number[]>(sparkline).reverse();
      return {
        ...rowOf(record),
        machineClass: record.class,
        ...(results === null ? {} : { results: decodeJson<RunResults>(results) }),
        ...(changed === 0 ? {} : { changed: true }),
        ...(request.chosen === undefined ? {} : { caseNs: case_ns }),
        ...(line.length === 0 ? {} : { sparkline: line }),
      };
    });
}

/**
 * The SQL of a page: the keys of its runs in order, then what is shown of them. Its last parameter, which is left open, is
 * the largest p value of a stated change.
 */
export function pageSql(
  database: Database,
  { chosen, filter }: Source,
  request: HistoryRequest,
): Condition {
  const { by, descending } = request.order ?? newestFirst;
  const value = orders[by];
  const place = placeOf(database, chosen, value, request.after ?? null);
  const direction = descending ? 'DESC' : 'ASC';
  const limit = Math.min(200, Math.max(1, Math.floor(request.limit ?? 50)));
  // A column that is never null needs no term for it, so that its index gives the order.
  const order = (column: string, seq: string): string =>
    by === 'created'
      ? `${column} ${direction}, ${seq} DESC`
      : `${column} IS NULL, ${column} ${direction}, ${seq} DESC`;
  return {
    sql: `WITH chosen AS MATERIALIZED (${chosen.sql}),
      page AS MATERIALIZED (
        SELECT r.seq, ${value} AS value, k.ns FROM run AS r LEFT JOIN chosen AS k ON k.run = r.seq
        WHERE ${filter.sql} AND ${place.sql} ORDER BY ${order(value, 'r.seq')} LIMIT ${limit})
      SELECT ${rowColumns}, r.class, r.results, page.ns AS case_ns, ${request.sparkline === true ? sparkline : 'NULL'} AS sparkline,
        EXISTS (SELECT 1 FROM series_change AS x WHERE x.run = r.seq AND x.kind = 'step' AND x.p <= ?) AS changed
      FROM page JOIN run AS r ON r.seq = page.seq ORDER BY ${order('page.value', 'page.seq')}`,
    parameters: [...chosen.parameters, ...filter.parameters, ...place.parameters],
  };

  /** Rows behind the last one of the page before. */
  function placeOf(
    of: Database,
    { sql, parameters }: Condition,
    column: string,
    after: (HistoryRequest['after'] & object) | null,
  ): Condition {
    if (after === null) return condition('1');
    const last = of
      .prepare<{ seq: number; value: Bindable }>(
        `WITH chosen AS MATERIALIZED (${sql}) SELECT r.seq, ${column} AS value
         FROM run AS r LEFT JOIN chosen AS k ON k.run = r.seq WHERE r.id = ?`,
      )
      .get(...parameters, after.id);
    if (last === undefined) {
      throw notFound(`Run ${after.id} was removed; read history from its beginning again.`);
    }
    const { seq, value: at } = last;
    if (at === null) return condition(`(${column} IS NULL AND r.seq < ?)`, seq);
    const behind = descending ? '<' : '>';
    // The first part is implied by the others: by it the index of the order is entered at the place.
    return by === 'created'
      ? condition(
          `(${column} ${behind}= ? AND (${column} ${behind} ? OR r.seq < ?))`,
          ...[at, at, seq],
        )
      : condition(
          `(${column} ${behind} ? OR (${column} = ? AND r.seq < ?) OR ${column} IS NULL)`,
          ...[at, at, seq],
        );
  }
}

/** The number that stands for a run (alias `r`) over the runs of its configuration until it, newest first. */
const sparkline = `(SELECT json_group_array(value) FROM (
  SELECT CASE WHEN r.break_even IS NOT NULL THEN o.break_even WHEN r.speedup IS NOT NULL THEN o.speedup
    ELSE o.median_ns END AS value
  FROM run AS o WHERE o.configuration = r.configuration AND o.trashed_at IS NULL
    AND (o.created_at, o.seq) <= (r.created_at, r.seq) AND r.results IS NOT NULL AND value IS NOT NULL
  ORDER BY o.created_at DESC, o.seq DESC LIMIT ${sparklineRuns}))`;

/**
 * How many runs a query selects; `more` where counting them all would take too long. Their keys are read one by one, so
 * that counting can stop.
 */
function countRuns(
  database: Database,
  { chosen, filter }: Source,
): Pick<HistoryPage, 'total' | 'more'> {
  const statement = database.prepare<{ seq: number }>(
    `WITH chosen AS MATERIALIZED (${chosen.sql})
       SELECT r.seq FROM run AS r LEFT JOIN chosen AS k ON k.run = r.seq WHERE ${filter.sql}`,
  );
  const until = performance.now() + countMs;
  let total = 0;
  for (const _ of statement.iterate(...chosen.parameters, ...filter.parameters)) {
    total += 1;
    if (total > countedRuns && total % 1000 === 1 && performance.now() > until) {
      return { total: countedRuns, more: true };
    }
  }
  return { total };
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
