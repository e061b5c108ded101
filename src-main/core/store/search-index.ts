import type { Database } from './sqlite.ts';

const columns = 'rowid, id, title, note, tags, subject, device';

/** What full-text search knows of each run. */
const texts = `SELECT run.seq, run.id, run.title, run.note,
    coalesce((SELECT group_concat(tag, ' ') FROM run_tag WHERE run_tag.run = run.seq), ''),
    run.workloads || ' ' || coalesce(run.preset, '') || ' ' || coalesce(
      (SELECT group_concat(DISTINCT json_extract(planned.value, '$.variant'))
       FROM run_plan, json_each(run_plan.plan, '$.cases') AS planned
       WHERE run_plan.run = run.seq), ''),
    run.device
  FROM run`;

/** Rewrites what full-text search knows of one run; call it in the transaction that changes one of these texts. */
export function indexRun(database: Database, seq: number): void {
  unindexRun(database, seq);
  database.prepare(`INSERT INTO run_search (${columns}) ${texts} WHERE run.seq = ?`).run(seq);
}

export function unindexRun(database: Database, seq: number): void {
  database.prepare('DELETE FROM run_search WHERE rowid = ?').run(seq);
}

/** Compares the words of the index with those of an index made now; null where they are the same. */
export function searchIndexFault({ raw }: Database): string | null {
  raw.exec(`
    CREATE VIRTUAL TABLE temp.search_now USING fts5(
      id, title, note, tags, subject, device, content='', tokenize='unicode61 remove_diacritics 2');
    INSERT INTO temp.search_now (${columns}) ${texts};
    CREATE VIRTUAL TABLE temp.words_now USING fts5vocab(temp, search_now, instance);
    CREATE VIRTUAL TABLE temp.words_kept USING fts5vocab(main, run_search, instance);`);
  try {
    const differing = (one: string, other: string): readonly number[] =>
      raw
        .prepare<[], number>(
          `SELECT DISTINCT doc FROM (SELECT doc, term, col, "offset" FROM ${one} EXCEPT SELECT doc, term, col, "offset" FROM ${other})`,
        )
        .pluck()
        .all();
    const runs = new Set([
      ...differing('words_now', 'words_kept'),
      ...differing('words_kept', 'words_now'),
    ]);
    if (runs.size === 0) return null;
    return `The search index differs from the texts of ${runs.size} ${runs.size === 1 ? 'run' : 'runs'}.`;
  } finally {
    raw.exec('DROP TABLE temp.words_kept; DROP TABLE temp.words_now; DROP TABLE temp.search_now');
  }
}
