import type { Process, ScopeProcess, ScopeSamples } from '../../contract/run.ts';
import { summarizeProcess } from '../../stats/process-summary.ts';
import { undisturbed } from '../../stats/undisturbed.ts';
import { byCase } from './by-case.ts';
import type { RunKey } from './reference.ts';
import { type Database, upsert } from './sqlite.ts';

/** Columns of a process; `processOf` reads them. The table's alias is `p`. */
export const processColumns = `p.n AS process_n, p.median_ns AS medianNs, p.mean_ns AS meanNs, p.effective_n AS effectiveN,
  p.log_error AS logError, p.lag1, p.cycles`;

/** SQLite keeps NaN as NULL. */
export type ProcessRecord = Omit<Process, 'n' | 'medianNs' | 'meanNs'> & {
  readonly process_n: number;
  readonly medianNs: number | null;
  readonly meanNs: number | null;
};

/** Keeps what a process says of a case; nothing of a part of which nothing is known. */
export function writeProcess(database: Database, caseId: number, part: ScopeSamples): void {
  if (part.process === undefined && part.timesNs.length === 0) return;
  const process = part.process ?? summarizeProcess(part.timesNs, part.clocksHz);
  const row = {
    case_id: caseId,
    scope: part.scope,
    repetition: part.repetition,
    repeats: part.repeats,
    n: process.n,
    median_ns: process.medianNs,
    mean_ns: process.meanNs,
    effective_n: process.effectiveN,
    log_error: process.logError,
    lag1: process.lag1,
    cycles: process.cycles,
  };
  upsert(database, 'process', ['case_id', 'scope', 'repetition'], row);
}

export function processOf(record: ProcessRecord): Process {
  const { process_n: n, medianNs, meanNs, effectiveN, logError, lag1, cycles } = record;
  const medians = { medianNs: medianNs ?? Number.NaN, meanNs: meanNs ?? Number.NaN };
  return { n, ...medians, effectiveN, logError, lag1, cycles };
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
  const records = database
    .prepare<ListedProcess>(
      `SELECT c.case_index, p.scope, p.repetition, p.repeats, r.disturbed, r.node, ${processColumns}
       FROM run_case AS c JOIN process AS p ON p.case_id = c.id
         LEFT JOIN repetition AS r ON r.case_id = p.case_id AND r.repetition = p.repetition
       WHERE c.run = ? ${condition} ORDER BY c.case_index, p.scope, p.repetition`,
    )
    .all(run.seq, ...values);
  return byCase(records, ({ scope, repetition, repeats, disturbed, node, ...record }) => ({
    ...processOf(record),
    ...{ scope, repetition, repeats },
    ...(disturbed === null ? {} : { disturbed }),
    ...(node === null ? {} : { node }),
  }));
}
