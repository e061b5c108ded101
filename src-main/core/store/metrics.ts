import type { CaseResult, Metric } from '../../contract/run.ts';
import type { Variant } from '../../contract/workload.ts';
import { metricsOf, metricsOfProcesses } from '../../stats/case-metrics.ts';
import type { PriorTable } from '../../stats/priors.ts';
import { decodeJson, encodeJson } from './codec.ts';
import { readAllProcesses } from './processes.ts';
import type { RunKey } from './reference.ts';
import { readSamples } from './samples.ts';
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

type Attributes = CaseResult['attributes'];

type OpenCase = {
  readonly id: number;
  readonly case_index: number;
  readonly attributes: string;
  readonly device: Variant['device'];
};

/** Cases that went well and whose metrics are not computed yet. */
function openCases(database: Database, run: RunKey): readonly OpenCase[] {
  return database
    .prepare<OpenCase>(
      `SELECT c.id, c.case_index, c.attributes, d.device
       FROM run_case AS c JOIN descriptor AS d ON d.id = c.descriptor
       WHERE c.run = ? AND c.outcome = 'ok' AND NOT EXISTS (SELECT 1 FROM metric WHERE case_id = c.id)
         AND EXISTS (SELECT 1 FROM process WHERE case_id = c.id)
       ORDER BY c.case_index`,
    )
    .all(run.seq);
}

/**
 * Computes the metrics of at most so many cases from their samples.
 *
 * @returns whether there are more of them
 */
export function completeMetrics(
  database: Database,
  run: RunKey,
  priors?: PriorTable,
  max = Number.POSITIVE_INFINITY,
): boolean {
  const open = openCases(database, run);
  const computed = open.slice(0, max).map(({ id, case_index, attributes, device }) => {
    const samples = readSamples(database, run, case_index);
    const result = { outcome: 'ok' as const, attributes: decodeJson<Attributes>(attributes) };
    return [id, metricsOf(result, device, samples, priors)] as const;
  });
  if (computed.length > 0) {
    database.write(() => {
      for (const [id, metrics] of computed) writeMetrics(database, id, metrics);
    });
  }
  return open.length > max;
}

/**
 * Metrics of all cases of a run: by the case's row id, then by timing scope. Of a case whose metrics are not computed yet
 * they are what its processes say.
 */
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
  const open = openCases(database, run);
  if (open.length === 0) return byCase;
  const processes = readAllProcesses(database, run);
  for (const { id, case_index, attributes, device } of open) {
    const result = { outcome: 'ok' as const, attributes: decodeJson<Attributes>(attributes) };
    byCase.set(id, metricsOfProcesses(result, device, processes.get(case_index) ?? []));
  }
  return byCase;
}
