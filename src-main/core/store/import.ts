import type { CounterPass } from '../../contract/counters.ts';
import type { MeasuredPeaks } from '../../contract/inspection.ts';
import type { Machine } from '../../contract/machine.ts';
import type { RunLogLine } from '../../contract/procedures/detail.ts';
import type {
  Descriptor,
  Plan,
  PlannedCase,
  Repetition,
  RunRow,
  ScopeSamples,
  StoredCase,
} from '../../contract/run.ts';
import type { BuildToStore } from './builds.ts';
import { writeCase } from './cases.ts';
import { appendLog } from './log.ts';
import { insertPeaks, readPeaks } from './measured-peaks.ts';
import { createRun, readRow } from './runs.ts';
import type { Database } from './sqlite.ts';

/** A run that was measured elsewhere. */
export type ImportedRun = {
  readonly run: RunRow;
  readonly machine: Machine;
  readonly plan: Plan;
  readonly cases: readonly {
    readonly stored: StoredCase;
    readonly descriptor: Descriptor;
    readonly samples: readonly ScopeSamples[];
    readonly repetitions?: readonly Repetition[];
    readonly counters?: readonly CounterPass[];
    /** What it was compiled from, as text. */
    readonly builds?: readonly BuildToStore[];
  }[];
  readonly log: readonly Omit<RunLogLine, 'line'>[];
  /** Of its machine, as they were measured there. */
  readonly peaks?: MeasuredPeaks;
};

/**
 * Stores a run under its own id, marked as imported, all of it or nothing. Pin and baseline stay where it came from; one
 * that was being measured there is partial here. MeasuredPeaks come along for a machine of which none are known: a file
 * never takes the place of what was measured here.
 *
 * @param importedAt null for a run that goes on here as one of this store
 * @throws BreakevenError `bad-input` when a run of that id is stored.
 */
export function importRun(
  database: Database,
  given: ImportedRun,
  importedAt: string | null = new Date().toISOString(),
): RunRow {
  const { run, machine, plan, cases, log, peaks } = given;
  return database.write(() => {
    const configuration = { ...plan.configuration, tags: [...run.tags], note: run.note };
    const { id, title, createdAt, revision } = run;
    const about = { id, title, createdAt, revision };
    const made = createRun(database, { ...about, configuration, plan, machine });
    const seq = seqOf(database, made.id);
    for (const each of cases) writeCase(database, { seq, id }, finishedCase(each, plan));
    appendLog(database, { seq, id }, log);
    if (peaks?.measuredAt != null && peaks.peaks.length > 0) {
      const known = readPeaks(database, machine.fingerprint);
      if (known.peaks.length === 0) {
        insertPeaks(database, machine.fingerprint, peaks.peaks, earlier(peaks.measuredAt));
      }
    }
    const status = run.status === 'running' ? 'partial' : run.status;
    database
      .prepare(
        `UPDATE run SET status = ?, failure = ?, finished_at = ?, preset = ?, scrubbed = ?, owner = NULL, imported_at = ?
         WHERE seq = ?`,
      )
      .run(
        status,
        run.failure ?? null,
        run.finishedAt,
        run.preset,
        Number(run.scrubbed === true),
        importedAt,
        seq,
      );
    return readRow(database, seq);
  });
}

/** A time that has not come yet would stand before every later measurement. */
function earlier(measuredAt: string): string {
  const now = new Date().toISOString();
  return measuredAt < now ? measuredAt : now;
}

function seqOf(database: Database, id: string): number {
  return database.prepare<{ seq: number }>('SELECT seq FROM run WHERE id = ?').get(id)?.seq ?? 0;
}

function finishedCase(
  {
    stored,
    descriptor,
    samples,
    repetitions = [],
    counters = [],
    builds = [],
  }: ImportedRun['cases'][number],
  plan: Plan,
) {
  const { index, workload, variant, values, metrics, finishedAt, ...result } = stored;
  const known = plan.cases.find((planned) => planned.index === index);
  const planned: PlannedCase = {
    index,
    workload,
    variant,
    values,
    inputKey: known?.inputKey ?? '',
    policy: known?.policy ?? plan.configuration.policy,
  };
  return {
    planned,
    descriptor,
    result: { ...result, samples: [...samples] },
    metrics,
    repetitions,
    counters,
    builds,
    finishedAt,
  };
}
