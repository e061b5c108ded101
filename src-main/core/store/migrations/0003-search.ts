import type { Migration } from './migration.ts';

/**
 * Full-text search over what names a run. The index holds no copy of the text (`content=''`); rows are keyed by
 * `run.seq` and rewritten by the store whenever one of the texts changes.
 */
export const search: Migration = {
  version: 3,
  name: 'search',
  sql: `
CREATE VIRTUAL TABLE run_search USING fts5(
  id, title, note, tags, subject, device,
  content='', contentless_delete=1, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2'
);
INSERT INTO run_search (rowid, id, title, note, tags, subject, device)
SELECT
  run.seq,
  run.id,
  run.title,
  run.note,
  coalesce((SELECT group_concat(tag, ' ') FROM run_tag WHERE run_tag.run = run.seq), ''),
  run.workloads || ' ' || coalesce(run.preset, '') || ' ' || coalesce(
    (SELECT group_concat(DISTINCT json_extract(planned.value, '$.variant'))
     FROM run_plan, json_each(run_plan.plan, '$.cases') AS planned
     WHERE run_plan.run = run.seq),
    ''),
  run.device
FROM run;
`,
};
