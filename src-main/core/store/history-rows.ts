import {
  type HistoryRow,
  headlineKind,
  type ResultKind,
  type RunResults,
} from '../../contract/run-results.ts';
import type { ChosenCase } from './filter-condition.ts';
import {
  type ResultColumn,
  type ResultRecord,
  resultColumns,
  resultsOf,
  sparklinesOf,
} from './run-results.ts';
import { type RunRecord, rowColumns, rowOf } from './runs.ts';
import type { Database } from './sqlite.ts';

/** Columns of a run (alias `r`) with its results (alias `k`, which may be null). */
export const historyColumns = `${rowColumns}, ${resultColumns}`;

export type HistoryRecord = RunRecord & ResultRecord;

export type Wanted = {
  readonly chosen?: ChosenCase | undefined;
  readonly sparkline?: boolean | undefined;
  readonly changeLimit: () => number;
};

const columnOf = {
  breakEven: 'break_even',
  speedup: 'speedup',
  median: 'median_ns',
} as const satisfies Readonly<Record<ResultKind, string>>;

/** Rows of a page with the results of each run. */
export function createHistoryRows(
  database: Database,
): (records: readonly HistoryRecord[], wanted: Wanted) => readonly HistoryRow[] {
  const changedAmong = (ids: string, limit: number): ReadonlySet<string> =>
    new Set(
      database
        .prepare<{ id: string }>(
          `SELECT DISTINCT r.id FROM json_each(?) AS p CROSS JOIN run AS r ON r.id = p.value
             CROSS JOIN series_change AS x ON x.run = r.seq AND x.p <= ?
           WHERE x.kind = 'step'`,
        )
        .all(ids, limit)
        .map(({ id }) => id),
    );

  /** Of several cases of a run that fit, the first. */
  const casesOf = (ids: string, { scope, subjects }: ChosenCase): Map<string, number> =>
    new Map(
      database
        .prepare<{ id: string; ns: number }>(
          `SELECT r.id, m.median_ns AS ns FROM json_each(?) AS p CROSS JOIN run AS r ON r.id = p.value
             CROSS JOIN run_case AS c ON c.run = r.seq CROSS JOIN metric AS m ON m.case_id = c.id AND m.scope = ?
           WHERE c.outcome = 'ok' AND +c.subject IN (SELECT s.id FROM subject AS s WHERE ${subjects.sql})
           ORDER BY c.case_index DESC`,
        )
        .all(ids, scope, ...subjects.parameters)
        .map(({ id, ns }) => [id, ns]),
    );

  return (records, { chosen, sparkline = false, changeLimit }) => {
    const ids = JSON.stringify(records.map(({ id }) => id));
    const changed = changedAmong(ids, changeLimit());
    const cases = chosen === undefined ? null : casesOf(ids, chosen);
    const all = records.map((record) => ({ record, results: resultsOf(record) }));
    const lines = sparklinesOf(database, sparkline ? all.flatMap(columnOfRun) : []);
    return all.map(({ record, results }): HistoryRow => {
      const line = lines.get(record.id);
      return {
        ...rowOf(record),
        ...(results === undefined ? {} : { results }),
        ...(changed.has(record.id) ? { changed: true } : {}),
        ...(cases === null ? {} : { caseNs: cases.get(record.id) ?? null }),
        ...(line === undefined ? {} : { sparkline: [...line] }),
      };
    });
  };
}

function columnOfRun({
  record,
  results,
}: {
  readonly record: HistoryRecord;
  readonly results: RunResults | undefined;
}): readonly (readonly [string, ResultColumn])[] {
  const kind = results === undefined ? null : headlineKind(results);
  return kind === null ? [] : [[record.id, columnOf[kind]]];
}
