import type { CaseResult, Metric } from '../../contract/run.ts';
import type { Variant } from '../../contract/workload.ts';
import { metricsOf, metricsOfProcesses } from '../../stats/case-metrics.ts';
import type { RunVariation } from '../../stats/run-variation.ts';
import { decodeJson, encodeJson } from './codec.ts';
import { readAllProcesses } from './processes.ts';
import type { RunKey } from './reference.ts';
import { readSamples } from './samples.ts';
import type { Database } from './sqlite.ts';

/** By timing scope. */
export type Metrics = Readonly<Record<string, Metric>>;

/** The column of a case; null where its metrics are computed later. */
export function metricsColumn(metrics: Metrics = {}): string | null {
  return Object.keys(metrics).length === 0 ? null : encodeJson(metrics);
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
       WHERE c.run = ? AND c.outcome = 'ok' AND c.metrics IS NULL
         AND EXISTS (SELECT 1 FROM process WHERE case_id = c.id)
       ORDER BY c.case_index`,
    )
    .all(run.seq);
}

/**
 * Computes the metrics of at most so many cases from their samples. Ending a run does the same, by the shipped start.
 *
 * @returns whether there are more of them
 */
export function completeMetrics(
  database: Database,
  run: RunKey,
  variation?: RunVariation,
  max = Number.POSITIVE_INFINITY,
): boolean {
  const open = openCases(database, run);
  const computed = open.slice(0, max).map(({ id, case_index, attributes, device }) => {
    const samples = readSamples(database, run, case_index);
    const result = { outcome: 'ok' as const, attributes: decodeJson<Attributes>(attributes) };
    return [id, metricsOf(result, device, samples, variation)] as const;
  });
  if (computed.length > 0) {
    database.write(() => {
      const update = database.prepare('UPDATE run_case SET metrics = ? WHERE id = ?');
      for (const [id, metrics] of computed) update.run(encodeJson(metrics), id);
    });
  }
  return open.length > max;
}

/**
 * Metrics of the cases of a run whose metrics are not computed yet, as far as their processes say them: by the row id of
 * the case.
 */
export function provisionalMetrics(database: Database, run: RunKey): ReadonlyMap<number, Metrics> {
  const open = openCases(database, run);
  if (open.length === 0) return new Map();
  const processes = readAllProcesses(database, run);
  return new Map(
    open.map(({ id, case_index, attributes, device }) => {
      const result = { outcome: 'ok' as const, attributes: decodeJson<Attributes>(attributes) };
      return [id, metricsOfProcesses(result, device, processes.get(case_index) ?? [])];
    }),
  );
}
