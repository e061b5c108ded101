import type { Migration } from './migration.ts';

/**
 * The schema of version 0.2.
 *
 * A `subject` is what was measured (workload, variant, values), shared by all cases that measured it: the history of one
 * subject is one index range, and a search on an axis looks at each subject once. Machines, descriptors, sources and builds
 * are shared by content for the same reason.
 *
 * `run_search` holds no copy of its text (`content=''`); the store rewrites a row whenever one of its texts changes.
 */
export const baseline: Migration = {
  version: 1,
  name: 'baseline',
  sql: `
CREATE TABLE machine (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  attributes TEXT NOT NULL
) STRICT;
CREATE INDEX machine_by_fingerprint ON machine (fingerprint);

-- The contract of a lab is part of the key of a series; null for what this program brings.
CREATE TABLE descriptor (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  device TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  contract TEXT GENERATED ALWAYS AS (json_extract(body, '$.workload.lab.contract')) VIRTUAL
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
  -- Why it failed, one sentence.
  failure TEXT,
  workloads TEXT NOT NULL,
  device TEXT NOT NULL,
  cases INTEGER NOT NULL,
  ok INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  machine INTEGER NOT NULL REFERENCES machine (id),
  -- Its class as a reader sees it: GPUs, or the processor, and cores.
  class TEXT NOT NULL,
  owner TEXT,
  active_at TEXT NOT NULL,
  pinned INTEGER NOT NULL DEFAULT 0,
  baseline INTEGER NOT NULL DEFAULT 0,
  trashed_at TEXT,
  imported_at TEXT,
  -- Digest of what is measured and of the machine: the same for runs that can follow each other.
  configuration TEXT NOT NULL DEFAULT '',
  -- The method by which the histories of its cases were examined; null: not yet.
  examined TEXT,
  -- Columns of the results by which runs are sorted and selected.
  break_even REAL GENERATED ALWAYS AS (CASE WHEN json_type(results, '$.breakEven.at') IN ('real', 'integer')
    THEN results ->> '$.breakEven.at' END) STORED,
  speedup REAL GENERATED ALWAYS AS (CASE WHEN json_type(results, '$.speedup.ratio') IN ('real', 'integer')
    THEN results ->> '$.speedup.ratio' END) STORED,
  median_ns REAL GENERATED ALWAYS AS (CASE WHEN json_type(results, '$.median.ns') IN ('real', 'integer')
    THEN results ->> '$.median.ns' END) STORED,
  note TEXT NOT NULL DEFAULT '',
  -- Commits of the repository of its lab, as JSON; null without one.
  revision TEXT,
  -- Whether names of people and machines were removed before it was imported.
  scrubbed INTEGER NOT NULL DEFAULT 0,
  -- Break-even, speedup and median as JSON, computed when the run ends; null before.
  results TEXT
) STRICT;

-- Verdicts, break-evens and the headline of a run as JSON, computed when it ends.
CREATE TABLE run_report (
  run INTEGER PRIMARY KEY REFERENCES run (seq) ON DELETE CASCADE,
  report TEXT NOT NULL
) STRICT;

CREATE INDEX run_running ON run (seq) WHERE status = 'running';
CREATE INDEX run_by_created ON run (created_at) WHERE trashed_at IS NULL;
CREATE INDEX run_by_machine ON run (machine, created_at) WHERE trashed_at IS NULL;
CREATE INDEX run_by_title ON run (title, created_at) WHERE trashed_at IS NULL;
CREATE INDEX run_in_trash ON run (created_at) WHERE trashed_at IS NOT NULL;
-- Has all that a sparkline is made of.
CREATE INDEX run_by_configuration ON run (configuration, created_at, break_even, speedup, median_ns)
  WHERE trashed_at IS NULL;
CREATE INDEX run_without_results ON run (seq) WHERE trashed_at IS NULL AND status <> 'running' AND results IS NULL;
CREATE INDEX run_by_examined ON run (examined) WHERE trashed_at IS NULL AND status <> 'running';
CREATE INDEX run_pinned ON run (created_at, id) WHERE pinned = 1 AND trashed_at IS NULL;
CREATE UNIQUE INDEX run_baseline ON run (baseline) WHERE baseline = 1 AND trashed_at IS NULL;
CREATE INDEX run_by_commit ON run (revision ->> '$.head') WHERE revision IS NOT NULL;
CREATE INDEX run_with_note ON run (seq) WHERE note <> '';

CREATE TABLE run_plan (
  run INTEGER PRIMARY KEY REFERENCES run (seq) ON DELETE CASCADE,
  plan TEXT NOT NULL
) STRICT;
-- Of parts of a plan, and of what they were merged into.
CREATE INDEX run_plan_by_digest ON run_plan (plan ->> '$.configuration.sharded.digest')
  WHERE plan ->> '$.configuration.sharded.digest' IS NOT NULL;

CREATE TABLE run_workload (
  workload TEXT NOT NULL,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  PRIMARY KEY (workload, run)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_workload_by_run ON run_workload (run);

CREATE TABLE run_tag (
  tag TEXT NOT NULL COLLATE NOCASE,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  PRIMARY KEY (tag, run)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_tag_by_run ON run_tag (run);

CREATE TABLE run_log (
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  at TEXT NOT NULL,
  level TEXT NOT NULL,
  text TEXT NOT NULL,
  case_index INTEGER,
  PRIMARY KEY (run, line)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE run_search USING fts5(
  id, title, note, tags, subject, device,
  content='', contentless_delete=1, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2'
);

CREATE TABLE run_case (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  case_index INTEGER NOT NULL,
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
  attributes TEXT NOT NULL,
  warnings TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  -- By timing scope, as JSON, computed when the run ends; null before.
  metrics TEXT,
  UNIQUE (run, case_index)
) STRICT;
-- A search asks cases for what was measured and on which device: answered from one index, without reading the cases.
CREATE INDEX run_case_by_subject ON run_case (subject, descriptor, run);
CREATE INDEX run_case_by_run ON run_case (run, subject, descriptor, outcome);
CREATE INDEX run_case_by_descriptor ON run_case (descriptor, run);
CREATE INDEX run_case_by_outcome ON run_case (outcome, run);
CREATE INDEX run_case_in_time ON run_case (subject, finished_at, id) WHERE outcome = 'ok';

-- What one process says of a case and timing scope: estimates and verdicts are made of it without reading samples.
CREATE TABLE process (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  repetition INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  n INTEGER NOT NULL,
  median_ns REAL,
  mean_ns REAL,
  effective_n REAL NOT NULL,
  log_error REAL NOT NULL,
  lag1 REAL,
  cycles REAL,
  PRIMARY KEY (case_id, scope, repetition)
) STRICT, WITHOUT ROWID;

CREATE TABLE repetition (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  repetition INTEGER NOT NULL,
  seconds REAL NOT NULL,
  timings TEXT,
  interference TEXT,
  disturbed TEXT,
  node TEXT,
  PRIMARY KEY (case_id, repetition)
) STRICT, WITHOUT ROWID;

-- What a profiler counted in one execution of a case.
CREATE TABLE counter_pass (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (case_id, provider)
) STRICT, WITHOUT ROWID;

-- Joules of one execution on one device (gpu, package, dram), as one repetition measured them.
CREATE TABLE energy (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  repetition INTEGER NOT NULL,
  device TEXT NOT NULL,
  joules REAL NOT NULL,
  low REAL,
  high REAL,
  idle_w REAL,
  executions REAL NOT NULL,
  PRIMARY KEY (case_id, repetition, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE samples (
  id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  repetition INTEGER NOT NULL,
  n INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  launch_included INTEGER NOT NULL,
  same_as TEXT,
  -- CRC-32 of all other columns but id, see sample-digest.ts.
  digest INTEGER NOT NULL,
  times BLOB NOT NULL,
  clocks BLOB,
  cpu BLOB,
  UNIQUE (case_id, scope, repetition)
) STRICT;

-- The last check of all content, in one row: when it ended, of how many rows of samples, and what it found, as JSON.
CREATE TABLE content_check (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_at TEXT NOT NULL,
  samples INTEGER NOT NULL,
  faults TEXT NOT NULL
) STRICT;

CREATE TABLE source (
  hash TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The sources of a build are a list of names and digests.
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

-- Each measurement is kept; the newest of a machine (its fingerprint) counts.
CREATE TABLE measured_peak (
  id INTEGER PRIMARY KEY,
  machine TEXT NOT NULL,
  measured_at TEXT NOT NULL,
  peaks TEXT NOT NULL
) STRICT;
CREATE INDEX measured_peak_of_machine ON measured_peak (machine, measured_at);

CREATE TABLE saved_view (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  query TEXT NOT NULL,
  options TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- Histories of cases over runs, examined when a run ends.
CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  subject INTEGER NOT NULL REFERENCES subject (id) ON DELETE CASCADE,
  fingerprint TEXT NOT NULL,
  contract TEXT NOT NULL,
  scope TEXT NOT NULL,
  method TEXT NOT NULL,
  newest INTEGER NOT NULL,
  state TEXT NOT NULL,
  runs INTEGER NOT NULL,
  UNIQUE (subject, fingerprint, contract, scope)
) STRICT;

CREATE TABLE series_change (
  series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  case_index INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  ratio REAL NOT NULL,
  p REAL NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX series_change_by_run ON series_change (run, p);
CREATE INDEX series_change_by_series ON series_change (series, p);
CREATE INDEX series_change_in_time ON series_change (at);

-- What other programs may read: docs/notebooks.md. Columns are added, never renamed.
CREATE VIEW breakeven_case AS
SELECT r.id AS run, c.case_index AS "case", r.created_at, r.title, m.fingerprint AS machine,
  s.workload, s.variant, d.device, s.axis_values, c.outcome, c.reason,
  coalesce(c.verification ->> '$.passed', 0) AS verified, c.attributes
FROM run_case c
JOIN run r ON r.seq = c.run AND r.trashed_at IS NULL
JOIN machine m ON m.id = r.machine
JOIN subject s ON s.id = c.subject
JOIN descriptor d ON d.id = c.descriptor;

CREATE VIEW breakeven_time AS
SELECT r.id AS run, c.case_index AS "case", metric.key AS scope,
  metric.value ->> '$.n' AS samples, metric.value ->> '$.processes' AS processes,
  metric.value ->> '$.medianNs' AS median_ns,
  metric.value ->> '$.ci95LoNs' AS ci95_lo_ns, metric.value ->> '$.ci95HiNs' AS ci95_hi_ns
FROM run_case c
JOIN run r ON r.seq = c.run AND r.trashed_at IS NULL
JOIN json_each(c.metrics) metric;

CREATE VIEW breakeven_process AS
SELECT r.id AS run, c.case_index AS "case", p.scope, p.repetition, p.n AS samples, p.repeats,
  p.median_ns, p.mean_ns, rep.disturbed
FROM process p
JOIN run_case c ON c.id = p.case_id
JOIN run r ON r.seq = c.run AND r.trashed_at IS NULL
LEFT JOIN repetition rep ON rep.case_id = p.case_id AND rep.repetition = p.repetition;
`,
};
