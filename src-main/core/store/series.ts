import type { Machine } from '../../contract/machine.ts';
import type { Metric } from '../../contract/run.ts';
import type { Values } from '../../contract/workload.ts';
import { canonicalJson, decodeJson } from './codec.ts';
import { type MetricRecord, metricColumns, metricOf } from './metrics.ts';
import type { Database } from './sqlite.ts';

export type SeriesKey = {
  readonly workload: string;
  readonly variant: string;
  readonly values: Values;
  readonly span: string;
  /** Machine fingerprint. */
  readonly fingerprint: string;
};

export type SeriesPoint = {
  readonly runId: string;
  readonly caseIndex: number;
  readonly finishedAt: string;
  readonly metric: Metric;
  /** Driver, compiler and the like: facts that may differ inside a series. */
  readonly versions: Machine['versions'];
};

/** The history of one thing measured on machines of one kind, oldest first; runs in the trash are left out. */
export function readSeries(database: Database, key: SeriesKey): readonly SeriesPoint[] {
  return database
    .prepare<MetricRecord & { id: string; idx: number; finished_at: string; versions: string }>(
      `SELECT r.id, c.idx, c.finished_at, json_extract(machine.facts, '$.versions') AS versions, ${metricColumns}
       FROM subject AS s
         JOIN run_case AS c ON c.subject = s.id
         JOIN run AS r ON r.seq = c.run
         JOIN machine ON machine.id = r.machine
         JOIN metric AS m ON m.case_id = c.id AND m.span = ?
       WHERE s.workload = ? AND s.variant = ? AND s.axis_values = ? AND machine.fingerprint = ?
         AND r.deleted_at IS NULL AND c.outcome = 'ok'
       ORDER BY c.finished_at, c.id`,
    )
    .all(key.span, key.workload, key.variant, canonicalJson(key.values), key.fingerprint)
    .map((record) => ({
      runId: record.id,
      caseIndex: record.idx,
      finishedAt: record.finished_at,
      metric: metricOf(record),
      versions: decodeJson(record.versions),
    }));
}
