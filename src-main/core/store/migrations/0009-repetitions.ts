import type { Migration } from './migration.ts';

/** How each process measured a case: how long it took, what else happened on the machine, and whether that disturbed it. */
export const repetitions: Migration = {
  version: 9,
  name: 'repetitions',
  sql: `
CREATE TABLE repetition (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  round INTEGER NOT NULL,
  seconds REAL NOT NULL,
  interference TEXT,
  disturbed TEXT,
  PRIMARY KEY (case_id, round)
) STRICT, WITHOUT ROWID;
`,
};
