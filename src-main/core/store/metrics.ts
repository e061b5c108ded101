import type { Metric } from '../../contract/run.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

/** Columns of the table and the members that they hold. */
const members = {
  n: 'n',
  min_ns: 'minNs',
  q1_ns: 'q1Ns',
  median_ns: 'medianNs',
  q3_ns: 'q3Ns',
  p95_ns: 'p95Ns',
  p99_ns: 'p99Ns',
  max_ns: 'maxNs',
  mean_ns: 'meanNs',
  sd_ns: 'sdNs',
  relative_iqr: 'relativeIqr',
  ci95_lo_ns: 'ci95LoNs',
  ci95_hi_ns: 'ci95HiNs',
  ci99_lo_ns: 'ci99LoNs',
  ci99_hi_ns: 'ci99HiNs',
  outliers: 'outliers',
  slow_first: 'slowFirst',
} as const satisfies Readonly<Record<string, keyof Metric>>;
type MetricColumn = keyof typeof members;
const columns = Object.keys(members) as readonly MetricColumn[];

export type MetricRecord = { readonly [C in MetricColumn]: number | null } & {
  readonly more: string;
};

/** Column list of `metricOf`; the table's alias is `m`. */
export const metricColumns = [...columns, 'more'].map((column) => `m.${column}`).join(', ');

/** SQLite keeps NaN as NULL, so a statistic that may not be null and is, was NaN. */
export function metricOf(record: MetricRecord): Metric {
  const number = (column: MetricColumn): number => record[column] ?? Number.NaN;
  return {
    n: number('n'),
    minNs: number('min_ns'),
    q1Ns: number('q1_ns'),
    medianNs: number('median_ns'),
    q3Ns: number('q3_ns'),
    p95Ns: number('p95_ns'),
    p99Ns: record.p99_ns,
    maxNs: number('max_ns'),
    meanNs: number('mean_ns'),
    sdNs: number('sd_ns'),
    relativeIqr: number('relative_iqr'),
    ci95LoNs: record.ci95_lo_ns,
    ci95HiNs: record.ci95_hi_ns,
    ci99LoNs: record.ci99_lo_ns,
    ci99HiNs: record.ci99_hi_ns,
    outliers: number('outliers'),
    slowFirst: record.slow_first === 1,
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
    insert.run(
      caseId,
      scope,
      moreOf(metric),
      ...columns.map((column) => bindable(metric[members[column]])),
    );
  }
}

/** Statistics that came after the columns: kept as they are, so that a new one needs no migration. */
function moreOf(metric: Metric): string {
  const known: ReadonlySet<string> = new Set(Object.values(members));
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
