import type { Migration } from './migration.ts';

/**
 * What the cases of a lab were compiled from and how. Texts are shared by content; the sources of a build are a list of names
 * and digests. The contract of a workload is part of the key of a series: null for what this program brings.
 */
export const labs: Migration = {
  version: 10,
  name: 'labs',
  sql: `
CREATE TABLE source (
  hash TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE build (
  hash TEXT PRIMARY KEY,
  command TEXT NOT NULL,
  compiler TEXT NOT NULL,
  log TEXT NOT NULL,
  registers INTEGER,
  spill_bytes INTEGER,
  shared INTEGER,
  ptx BLOB,
  sass BLOB,
  sources TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE case_build (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  build TEXT NOT NULL REFERENCES build (hash),
  role TEXT NOT NULL,
  PRIMARY KEY (case_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX case_build_by_build ON case_build (build);

ALTER TABLE descriptor ADD COLUMN contract TEXT
  GENERATED ALWAYS AS (json_extract(body, '$.workload.lab.contract')) VIRTUAL;
`,
};
