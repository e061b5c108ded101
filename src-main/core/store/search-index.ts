import type { Database } from './sqlite.ts';

/** Rewrites what full-text search knows of one run; call it in the transaction that changes one of these texts. */
export function indexRun(database: Database, seq: number): void {
  unindexRun(database, seq);
  database
    .prepare(
      `INSERT INTO run_search (rowid, id, title, note, tags, subject, device)
       SELECT run.seq, run.id, run.title, run.note,
         coalesce((SELECT group_concat(tag, ' ') FROM run_tag WHERE run_tag.run = run.seq), ''),
         run.workloads || ' ' || coalesce(run.preset, '') || ' ' || coalesce(
           (SELECT group_concat(DISTINCT json_extract(planned.value, '$.variant'))
            FROM run_plan, json_each(run_plan.plan, '$.cases') AS planned
            WHERE run_plan.run = run.seq), ''),
         run.device
       FROM run WHERE run.seq = ?`,
    )
    .run(seq);
}

export function unindexRun(database: Database, seq: number): void {
  database.prepare('DELETE FROM run_search WHERE rowid = ?').run(seq);
}
