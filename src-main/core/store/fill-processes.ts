import type { CaseResult, Process } from '../../contract/run.ts';
import type { Variant } from '../../contract/workload.ts';
import { withEstimate } from '../../stats/metric.ts';
import { summarizeProcess } from '../../stats/process-summary.ts';
import { timeStepNs } from '../../stats/time-step.ts';
import { decodeDoubles, decodeJson } from './codec.ts';
import {
  type MetricRecord,
  metricColumns,
  metricOf,
  metricUpdate,
  metricUpdateRow,
} from './metrics.ts';
import { insertProcess, processRow } from './processes.ts';
import type { RawDatabase } from './sqlite.ts';

type CaseRow = { readonly id: number; readonly facts: string; readonly device: string };

type Part = {
  readonly scope: string;
  readonly repetition: number;
  readonly repeats: number;
  readonly times: Buffer;
  readonly clocks: Buffer | null;
};

/**
 * Makes out what each process says from the samples of a database of an earlier version, and takes the medians of its
 * cases and their intervals from that: old and new results are compared and listed next to each other, so both are of
 * the same kind. One case is in memory at a time.
 */
export function fillProcesses(raw: RawDatabase): void {
  const insert = raw.prepare(insertProcess);
  const update = raw.prepare(metricUpdate);
  const parts = raw.prepare(
    'SELECT span AS scope, round AS repetition, repeats, times, clocks FROM samples WHERE case_id = ? AND n > 0 ORDER BY span, round',
  );
  const metric = raw.prepare(
    `SELECT ${metricColumns} FROM metric AS m WHERE m.case_id = ? AND m.span = ?`,
  );
  const cases = raw
    .prepare(
      `SELECT c.id, c.facts, d.device FROM run_case AS c JOIN descriptor AS d ON d.id = c.descriptor`,
    )
    .all() as CaseRow[];
  for (const { id, facts: attributes, device } of cases) {
    const known = decodeJson<CaseResult['facts']>(attributes);
    const own = parts.all(id) as Part[];
    for (const [scope, ofScope] of Map.groupBy(own, (part) => part.scope)) {
      const processes = ofScope.map((part): Process => {
        const { repetition, repeats } = part;
        const timesNs = decodeDoubles(part.times);
        const clocksHz = part.clocks === null ? undefined : decodeDoubles(part.clocks);
        const process = summarizeProcess(timesNs, clocksHz);
        const row = processRow(id, {
          scope,
          repetition,
          repeats,
          timesNs,
          launchIncluded: false,
          process,
        });
        if (row !== null) insert.run(...row);
        return process;
      });
      const before = metric.get(id, scope) as MetricRecord | undefined;
      if (before === undefined) continue;
      const kind = device as Variant['device'];
      const resolutionNs = timeStepNs(known, kind, scope, ofScope);
      const options = { device: kind, attributes: known, scope, resolutionNs };
      const after = withEstimate(metricOf(before), processes, options);
      update.run(...metricUpdateRow(after, id, scope));
    }
  }
}
