import type { Migration } from './migration.ts';

/**
 * What each run came to (`run_result`), so that history is sorted and filtered by it, and at which runs the history of a
 * case changed (`series`, `series_change`). All of it follows from what is stored elsewhere: it is worked out when a run
 * ends, for earlier runs a few at a time, and again when the method is another one. The index by configuration has all that
 * a sparkline is made of.
 */
export const results: Migration = {
  version: 11,
  name: 'results',
  sql: `
CREATE TABLE run_result (
  run INTEGER PRIMARY KEY REFERENCES run (seq) ON DELETE CASCADE,
  method TEXT NOT NULL,
  configuration TEXT NOT NULL,
  created_at TEXT NOT NULL,
  break_even REAL,
  break_even_lo REAL,
  break_even_hi REAL,
  break_even_about TEXT,
  speedup REAL,
  speedup_lo REAL,
  speedup_hi REAL,
  speedup_about TEXT,
  median_ns REAL,
  median_case INTEGER,
  median_about TEXT,
  examined TEXT,
  trashed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX run_result_by_break_even ON run_result (break_even, run);
CREATE INDEX run_result_by_speedup ON run_result (speedup, run);
CREATE INDEX run_result_by_median ON run_result (median_ns, run);
CREATE INDEX run_result_by_configuration
  ON run_result (configuration, created_at, run, break_even, speedup, median_ns) WHERE trashed = 0;

CREATE TABLE series (
  id INTEGER PRIMARY KEY,
  subject INTEGER NOT NULL REFERENCES subject (id) ON DELETE CASCADE,
  fingerprint TEXT NOT NULL,
  contract TEXT NOT NULL,
  span TEXT NOT NULL,
  method TEXT NOT NULL,
  newest INTEGER NOT NULL,
  state TEXT NOT NULL,
  runs INTEGER NOT NULL,
  UNIQUE (subject, fingerprint, contract, span)
) STRICT;

CREATE TABLE series_change (
  series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  case_idx INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  ratio REAL NOT NULL,
  p REAL NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX series_change_by_run ON series_change (run, p);
CREATE INDEX series_change_by_series ON series_change (series, p);
CREATE INDEX series_change_in_time ON series_change (at);
`,
};
