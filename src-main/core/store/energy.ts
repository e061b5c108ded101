import type { Energy } from '../../contract/energy.ts';
import type { RunKey } from './reference.ts';
import type { Database } from './sqlite.ts';

/** Adds energies to a case; one of the same repetition and device is replaced. */
export function writeEnergy(database: Database, caseId: number, energy: readonly Energy[]): void {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO energy (case_id, repetition, device, joules, low, high, idle_w, executions)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { repetition, device, joules, low, high, idleW, executions } of energy) {
    insert.run(caseId, repetition, device, joules, low, high, idleW, executions);
  }
}

/** Of a run, by the database's number of the case, in the order of repetitions. */
export function readEnergy(database: Database, run: RunKey): ReadonlyMap<number, Energy[]> {
  const records = database
    .prepare<Energy & { readonly case_id: number }>(
      `SELECT e.case_id, e.repetition, e.device, e.joules, e.low, e.high, e.idle_w AS idleW, e.executions
       FROM run_case AS c JOIN energy AS e ON e.case_id = c.id
       WHERE c.run = ? ORDER BY e.case_id, e.repetition, e.device`,
    )
    .all(run.seq);
  const byCase = new Map<number, Energy[]>();
  for (const { case_id, ...energy } of records) {
    byCase.set(case_id, [...(byCase.get(case_id) ?? []), energy]);
  }
  return byCase;
}
