import type { Migration } from './migration.ts';

/**
 * Where a run is from and what happened in it: the time when it was read from a run file, and a log. A log is a few lines a
 * case, read a page at a time by its key.
 */
export const origin: Migration = {
  version: 5,
  name: 'origin',
  sql: `
ALTER TABLE run ADD COLUMN imported_at TEXT;
CREATE TABLE run_log (
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  at TEXT NOT NULL,
  level TEXT NOT NULL,
  text TEXT NOT NULL,
  case_idx INTEGER,
  PRIMARY KEY (run, line)
) STRICT, WITHOUT ROWID;
`,
};
