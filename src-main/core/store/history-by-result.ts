import { BreakevenError } from '../../contract/failure.ts';
import type { ResultOrder } from '../../contract/procedures/history.ts';
import { type Filter, outsideTrash } from './filter.ts';
import { type ChosenCase, condition } from './filter-condition.ts';
import { historyColumns } from './history-rows.ts';
import type { Bindable, Database } from './sqlite.ts';

export type ByResult = {
  readonly by: ResultOrder;
  readonly descending: boolean;
  readonly chosen: ChosenCase | undefined;
};

/** One question, whose last parameter is how many rows are wanted. */
export type ResultPage = { readonly sql: string; readonly parameters: readonly Bindable[] };

const columns = { breakEven: 'break_even', speedup: 'speedup', median: 'median_ns' } as const;

/** Where the value of a run is: a relation of runs and values, made first where no index has it. */
type Source = {
  readonly before: string;
  readonly parameters: readonly Bindable[];
  readonly table: string;
  readonly column: string;
};

/**
 * The questions for a page in the order of results: those that have a value in its order, then the others, the
 * newest first. Equal ones are in the order in which they were stored.
 *
 * @param way as `pageSql` has it: with `walk` the index of the order is walked
 */
export function resultPages(
  database: Database,
  filter: Filter,
  { by, descending, chosen }: ByResult,
  after: { readonly id: string } | null,
  way: 'set' | 'walk',
): readonly ResultPage[] {
  const source = by === 'case' ? ofCase(chosen) : ofRuns(by);
  const { before, table, column } = source;
  const place = after === null ? null : placeOf(database, source, after.id);
  const fits = `${outsideTrash(filter)} AND ${way === 'walk' ? filter.walk : filter.sql}`;
  const comparison = descending ? '<' : '>';
  const direction = descending ? 'DESC' : 'ASC';
  // The plus keeps SQLite from walking the order where few runs fit.
  const order = way === 'walk' ? `v.${column}` : `+v.${column}`;
  const results = table === 'run_result' ? '' : 'LEFT JOIN run_result AS k ON k.run = r.seq';
  const selected = table === 'run_result' ? historyColumns.replaceAll('k.', 'v.') : historyColumns;
  const valued: ResultPage = {
    sql: `${before} SELECT ${selected} FROM ${table} AS v ${way === 'walk' ? 'CROSS' : ''} JOIN run AS r ON r.seq = v.run ${results}
      WHERE v.${column} IS NOT NULL AND ${fits} ${place === null ? '' : `AND (v.${column}, v.run) ${comparison} (?, ?)`}
      ORDER BY ${order} ${direction}, v.run ${direction} LIMIT ?`,
    parameters: [
      ...source.parameters,
      ...filter.parameters,
      ...(place === null ? [] : [place.value, place.seq]),
    ],
  };
  // One look at the primary key a run, where there is one.
  const without =
    table === 'run_result'
      ? `k.${column} IS NULL`
      : `r.seq NOT IN (SELECT run FROM ${table} WHERE ${column} IS NOT NULL)`;
  const past = place !== null && place.value === null ? place.seq : null;
  const unvalued: ResultPage = {
    sql: `${before} SELECT ${historyColumns} FROM run AS r LEFT JOIN run_result AS k ON k.run = r.seq
      WHERE ${without} AND ${fits}
        ${past === null ? '' : 'AND r.seq < ?'} ORDER BY r.seq DESC LIMIT ?`,
    parameters: [...source.parameters, ...filter.parameters, ...(past === null ? [] : [past])],
  };
  return past === null ? [valued, unvalued] : [unvalued];
}

function ofRuns(by: keyof typeof columns): Source {
  return { before: '', parameters: [], table: 'run_result', column: columns[by] };
}

/** Of several cases of a run that fit, the first. */
function ofCase(chosen: ChosenCase | undefined): Source {
  const { scope, subjects } = chosen ?? { scope: '', subjects: condition('0') };
  return {
    before: `WITH chosen AS MATERIALIZED (
      SELECT c.run, m.median_ns AS value, min(c.case_index) FROM subject AS s
        CROSS JOIN run_case AS c ON c.subject = s.id
        CROSS JOIN metric AS m ON m.case_id = c.id AND m.scope = ?
      WHERE +c.outcome = 'ok' AND ${subjects.sql} GROUP BY c.run)`,
    parameters: [scope, ...subjects.parameters],
    table: 'chosen',
    column: 'value',
  };
}

/** Where the last row of the page before stands. */
function placeOf(
  database: Database,
  { before, parameters, table, column }: Source,
  id: string,
): { readonly seq: number; readonly value: number | null } {
  const found = database
    .prepare<{ seq: number; value: number | null }>(
      `${before} SELECT r.seq, v.${column} AS value FROM run AS r LEFT JOIN ${table} AS v ON v.run = r.seq WHERE r.id = ?`,
    )
    .get(...parameters, id);
  if (found === undefined) {
    throw new BreakevenError(
      'not-found',
      `Run ${id} was removed; read history from its beginning again.`,
    );
  }
  return found;
}
