import type { CounterPass } from '../../contract/counters.ts';
import { notFound } from '../../contract/failure.ts';
import { byCase } from './by-case.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import { type Database, upsert } from './sqlite.ts';

/** Counters of a case; those of the same profiler are replaced. */
export function writeCounters(
  database: Database,
  caseId: number,
  passes: readonly CounterPass[],
): void {
  for (const pass of passes) {
    const row = { case_id: caseId, provider: pass.provider, body: encodeJson(pass) };
    upsert(database, 'counter_pass', ['case_id', 'provider'], row);
  }
}

/** @throws BreakevenError `not-found` where the run has no such case. */
export function saveCounters(
  database: Database,
  run: RunKey,
  caseIndex: number,
  pass: CounterPass,
): void {
  const found = database
    .prepare<{ id: number }>('SELECT id FROM run_case WHERE run = ? AND case_index = ?')
    .get(run.seq, caseIndex);
  if (found === undefined) {
    throw notFound(`run ${run.id} has no case ${caseIndex}`);
  }
  database.write(() => writeCounters(database, found.id, [pass]));
}

/** Of a run, by case index; cases without counters are absent. */
export function readCounters(
  database: Database,
  run: RunKey,
): ReadonlyMap<number, readonly CounterPass[]> {
  const records = database
    .prepare<{ readonly case_index: number; readonly body: string }>(
      `SELECT c.case_index, p.body FROM run_case AS c JOIN counter_pass AS p ON p.case_id = c.id
       WHERE c.run = ? ORDER BY c.case_index, p.provider`,
    )
    .all(run.seq);
  return byCase(records, ({ body }) => decodeJson<CounterPass>(body));
}
