import type { Metric } from '../../contract/run.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

const columns = [
  'n',
  'min_ns',
  'q1_ns',
  'median_ns',
  'q3_ns',
  'p95_ns',
  'p99_ns',
  'max_ns',
  'mean_ns',
  'sd_ns',
  'relative_iqr',
  'ci95_lo_ns',
  'ci95_hi_ns',
  'ci99_lo_ns',
  'ci99_hi_ns',
  'outliers',
  'slow_first',
] as const satisfies readonly (keyof Metric)[];

export type MetricRecord = { readonly [C in (typeof columns)[number]]: number | null } & {
  readonly more: string;
};

/** Column list of `metricOf`; the table's alias is `m`. */
export const metricColumns = [...columns, 'more'].map((column) => `m.${column}`).join(', ');

/** SQLite keeps NaN as NULL, so a statistic that may not be null and is, was NaN. */
export function metricOf(record: MetricRecord): Metric {
  const number = (column: (typeof columns)[number]): number => record[column] ?? Number.NaN;
  return {
    n: number('n'),
    min_ns: number('min_ns'),
    q1_ns: number('q1_ns'),
    median_ns: number('median_ns'),
    q3_ns: number('q3_ns'),
    p95_ns: number('p95_ns'),
    p99_ns: record.p99_ns,
    max_ns: number('max_ns'),
    mean_ns: number('mean_ns'),
    sd_ns: number('sd_ns'),
    relative_iqr: number('relative_iqr'),
    ci95_lo_ns: record.ci95_lo_ns,
    ci95_hi_ns: record.ci95_hi_ns,
    ci99_lo_ns: record.ci99_lo_ns,
    ci99_hi_ns: record.ci99_hi_ns,
    outliers: number('outliers'),
    slow_first: record.slow_first === 1,
    ...decodeJson<Partial<Metric>>(record.more),
  };
}

export function writeMetrics(
  database: Database,
  caseId: number,
  metrics: Readonly<Record<string, Metric>>,
): void {
  database.prepare('DELETE FROM metric WHERE case_id = ?').run(caseId);
  const insert = database.prepare(
    `INSERT INTO metric (case_id, scope, more, ${columns.join(', ')})
     VALUES (?, ?, ?, ${columns.map(() => '?').join(', ')})`,
  );
  for (const [scope, metric] of Object.entries(metrics)) {
    insert.run(caseId, scope, moreOf(metric), ...columns.map((column) => bindable(metric[column])));
  }
}

/** Statistics that came after the columns: kept as they are, so that a new one needs no migration. */
function moreOf(metric: Metric): string {
  const known: ReadonlySet<string> = new Set(columns);
  return encodeJson(Object.fromEntries(Object.entries(metric).filter(([key]) => !known.has(key))));
}

function bindable(value: number | boolean | null): number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Metrics of all cases of a run: by the case's row id, then by timing scope. */
export function readMetrics(
  database: Database,
  run: RunKey,
): ReadonlyMap<number, Record<string, Metric>> {
  const byCase = new Map<number, Record<string, Metric>>();
  const rows = database
    .prepare<MetricRecord & { case_id: number; scope: string }>(
      `SELECT m.case_id, m.scope, ${metricColumns} FROM run_case AS c JOIN metric AS m ON m.case_id = c.id
       WHERE c.run = ? ORDER BY m.case_id, m.scope`,
    )
    .all(run.seq);
  for (const row of rows) {
    const metrics = byCase.get(row.case_id) ?? {};
    metrics[row.scope] = metricOf(row);
    byCase.set(row.case_id, metrics);
  }
  return byCase;
}
