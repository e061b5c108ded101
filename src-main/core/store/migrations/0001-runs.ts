import type { Migration } from './migration.ts';

/**
 * Runs, their cases and samples. A `subject` is what was measured (workload, variant, values), shared by all cases
 * that measured it: history of one subject is one index range, and a search on an axis looks at each subject once
 * instead of at each case. Machines and descriptors are shared by content for the same reason.
 */
export const runs: Migration = {
  version: 1,
  name: 'runs',
  sql: `
CREATE TABLE machine (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX machine_by_fingerprint ON machine (fingerprint);

CREATE TABLE descriptor (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  device TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE subject (
  id INTEGER PRIMARY KEY,
  workload TEXT NOT NULL,
  variant TEXT NOT NULL,
  axis_values TEXT NOT NULL,
  UNIQUE (workload, variant, axis_values)
) STRICT;

CREATE TABLE subject_value (
  axis TEXT NOT NULL,
  subject INTEGER NOT NULL REFERENCES subject (id) ON DELETE CASCADE,
  number REAL,
  text TEXT,
  PRIMARY KEY (axis, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX subject_value_by_subject ON subject_value (subject);

CREATE TABLE run (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  title TEXT NOT NULL COLLATE NOCASE,
  preset TEXT,
  status TEXT NOT NULL,
  workloads TEXT NOT NULL,
  device TEXT NOT NULL,
  cases INTEGER NOT NULL,
  ok INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  machine INTEGER NOT NULL REFERENCES machine (id),
  owner TEXT,
  active_at TEXT NOT NULL
) STRICT;
CREATE INDEX run_by_created ON run (created_at, id);
CREATE INDEX run_running ON run (seq) WHERE status = 'running';

CREATE TABLE run_plan (
  run INTEGER PRIMARY KEY REFERENCES run (seq) ON DELETE CASCADE,
  plan TEXT NOT NULL
) STRICT;

CREATE TABLE run_workload (
  workload TEXT NOT NULL,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  PRIMARY KEY (workload, run)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_workload_by_run ON run_workload (run);

CREATE TABLE run_case (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  idx INTEGER NOT NULL,
  subject INTEGER NOT NULL REFERENCES subject (id),
  descriptor INTEGER NOT NULL REFERENCES descriptor (id),
  outcome TEXT NOT NULL,
  reason TEXT,
  cold_start_ns REAL,
  stop_reason TEXT,
  verification TEXT,
  answer TEXT,
  bytes_moved REAL,
  operations REAL,
  operation_unit TEXT,
  facts TEXT NOT NULL,
  warnings TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  UNIQUE (run, idx)
) STRICT;
CREATE INDEX run_case_by_subject ON run_case (subject, run);
CREATE INDEX run_case_by_descriptor ON run_case (descriptor, run);
CREATE INDEX run_case_by_outcome ON run_case (outcome, run);

CREATE TABLE metric (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  span TEXT NOT NULL,
  n INTEGER NOT NULL,
  min_ns REAL,
  q1_ns REAL,
  median_ns REAL,
  q3_ns REAL,
  p95_ns REAL,
  p99_ns REAL,
  max_ns REAL,
  mean_ns REAL,
  sd_ns REAL,
  relative_iqr REAL,
  ci95_lo_ns REAL,
  ci95_hi_ns REAL,
  ci99_lo_ns REAL,
  ci99_hi_ns REAL,
  outliers INTEGER NOT NULL,
  slow_first INTEGER NOT NULL,
  more TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (case_id, span)
) STRICT, WITHOUT ROWID;

CREATE TABLE samples (
  id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  span TEXT NOT NULL,
  round INTEGER NOT NULL,
  n INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  launch_included INTEGER NOT NULL,
  times BLOB NOT NULL,
  clocks BLOB,
  cpu BLOB,
  UNIQUE (case_id, span, round)
) STRICT;
`,
};
