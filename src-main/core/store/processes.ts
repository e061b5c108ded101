import type { Process, ScopeProcess, ScopeSamples } from '../../contract/run.ts';
import { summarizeProcess } from '../../stats/process-summary.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

/** Columns of a process; `processOf` reads them. The table's alias is `p`. */
export const processColumns =
  'p.n AS process_n, p.median_ns, p.mean_ns, p.effective_n, p.log_error, p.lag1, p.cycles';

export type ProcessRecord = {
  readonly process_n: number;
  readonly median_ns: number | null;
  readonly mean_ns: number | null;
  readonly effective_n: number;
  readonly log_error: number;
  readonly lag1: number | null;
  readonly cycles: number | null;
};

export const insertProcess = `INSERT INTO process
    (case_id, scope, repetition, repeats, n, median_ns, mean_ns, effective_n, log_error, lag1, cycles)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (case_id, scope, repetition) DO UPDATE SET
    repeats = excluded.repeats, n = excluded.n, median_ns = excluded.median_ns, mean_ns = excluded.mean_ns,
    effective_n = excluded.effective_n, log_error = excluded.log_error, lag1 = excluded.lag1,
    cycles = excluded.cycles`;

/** Parameters of `insertProcess`; null for a part of which nothing is known. */
export function processRow(
  caseId: number,
  part: ScopeSamples,
): readonly (number | string | null)[] | null {
  if (part.process === undefined && part.timesNs.length === 0) return null;
  const process = part.process ?? summarizeProcess(part.timesNs, part.clocksHz);
  const { n, medianNs, meanNs, effectiveN, logError, lag1, cycles } = process;
  const { scope, repetition, repeats } = part;
  return [
    caseId,
    scope,
    repetition,
    repeats,
    n,
    medianNs,
    meanNs,
    effectiveN,
    logError,
    lag1,
    cycles,
  ];
}

/** SQLite keeps NaN as NULL. */
export function processOf(record: ProcessRecord): Process {
  const { process_n, median_ns, mean_ns, effective_n, log_error, lag1, cycles } = record;
  return {
    n: process_n,
    medianNs: median_ns ?? Number.NaN,
    meanNs: mean_ns ?? Number.NaN,
    effectiveN: effective_n,
    logError: log_error,
    lag1,
    cycles,
  };
}

type ListedProcess = ProcessRecord & {
  readonly case_index: number;
  readonly scope: string;
  readonly repetition: number;
  readonly repeats: number;
  readonly disturbed: string | null;
  readonly node: string | null;
};

/**
 * What the processes of a run say of one timing scope: by case index, then in the order of repetitions; cases without
 * any are absent, and so are disturbed repetitions of a case that has enough others. No sample is read.
 */
export function readProcesses(
  database: Database,
  run: RunKey,
  scope: string,
): ReadonlyMap<number, readonly ScopeProcess[]> {
  const all = listProcesses(database, run, 'AND p.scope = ?', scope);
  return new Map([...all].map(([index, processes]) => [index, undisturbed(processes)]));
}

/** As `readProcesses`, of all timing scopes and with all disturbed repetitions; ordered by timing scope first. */
export function readAllProcesses(
  database: Database,
  run: RunKey,
): ReadonlyMap<number, readonly ScopeProcess[]> {
  return listProcesses(database, run, '');
}

function listProcesses(
  database: Database,
  run: RunKey,
  condition: string,
  ...values: readonly string[]
): ReadonlyMap<number, readonly ScopeProcess[]> {
  const processes = database
    .prepare<ListedProcess>(
      `SELECT c.case_index, p.scope, p.repetition, p.repeats, r.disturbed, r.node, ${processColumns}
       FROM run_case AS c JOIN process AS p ON p.case_id = c.id
         LEFT JOIN repetition AS r ON r.case_id = p.case_id AND r.repetition = p.repetition
       WHERE c.run = ? ${condition} ORDER BY c.case_index, p.scope, p.repetition`,
    )
    .all(run.seq, ...values)
    .map(({ case_index, scope, repetition, repeats, disturbed, node, ...record }) => {
      const process: ScopeProcess = {
        ...processOf(record),
        ...{ scope, repetition, repeats },
        ...(disturbed === null ? {} : { disturbed }),
        ...(node === null ? {} : { node }),
      };
      return [case_index, process] as const;
    });
  const byCase = Map.groupBy(processes, ([index]) => index);
  return new Map([...byCase].map(([index, listed]) => [index, listed.map(([, one]) => one)]));
}
