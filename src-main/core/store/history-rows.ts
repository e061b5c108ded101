import { type HistoryRow, headlineKind, type ResultKind } from '../../contract/run-results.ts';
import type { ChosenCase } from './filter-condition.ts';
import { type ResultRecord, resultColumns, resultsOf, sparklineOf } from './run-results.ts';
import { type RunRecord, rowColumns, rowOf } from './runs.ts';
import type { Database } from './sqlite.ts';

/** Columns of a run (alias `r`) with what it came to (alias `k`, which may be null). */
export const historyColumns = `${rowColumns}, ${resultColumns}`;

export type HistoryRecord = RunRecord & ResultRecord;

export type Wanted = {
  readonly chosen?: ChosenCase | undefined;
  readonly sparkline?: boolean | undefined;
  readonly changeLimit: () => number;
};

const columnOf: Readonly<Record<ResultKind, string>> = {
  breakEven: 'break_even',
  speedup: 'speedup',
  median: 'median_ns',
};

/** Rows of a page with what each run came to. */
export function createHistoryRows(
  database: Database,
): (records: readonly HistoryRecord[], wanted: Wanted) => readonly HistoryRow[] {
  const isChanged = (id: string, limit: number): boolean =>
    database
      .prepare(
        `SELECT 1 FROM run AS r JOIN series_change AS x ON x.run = r.seq
         WHERE r.id = ? AND x.kind = 'step' AND x.p <= ? LIMIT 1`,
      )
      .get(id, limit) !== undefined;

  const caseOf = (id: string, { span: scope, subjects }: ChosenCase): number | null =>
    database
      .prepare<{ ns: number }>(
        `SELECT m.median_ns AS ns FROM run AS r JOIN run_case AS c ON c.run = r.seq
           JOIN subject AS s ON s.id = c.subject JOIN metric AS m ON m.case_id = c.id AND m.span = ?
         WHERE r.id = ? AND c.outcome = 'ok' AND ${subjects.sql} ORDER BY c.idx LIMIT 1`,
      )
      .get(scope, id, ...subjects.parameters)?.ns ?? null;

  return (records, { chosen, sparkline = false, changeLimit }) => {
    const limit = changeLimit();
    return records.map((record): HistoryRow => {
      const results = resultsOf(record);
      const kind = results === undefined ? null : headlineKind(results);
      return {
        ...rowOf(record),
        ...(results === undefined ? {} : { results }),
        ...(isChanged(record.id, limit) ? { changed: true } : {}),
        ...(chosen === undefined ? {} : { caseNs: caseOf(record.id, chosen) }),
        ...(sparkline && kind !== null
          ? { sparkline: [...sparklineOf(database, record.id, columnOf[kind])] }
          : {}),
      };
    });
  };
}
