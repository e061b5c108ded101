import { fillProcesses } from '../fill-processes.ts';
import type { Migration } from './migration.ts';

/**
 * What each process says of a case and timing scope, next to its samples: estimates and verdicts are read without them, and a
 * case may have fewer samples here than its processes took. Cases of earlier versions get theirs from their samples,
 * and their median and its intervals from these.
 */
export const processes: Migration = {
  version: 8,
  name: 'processes',
  sql: `
CREATE TABLE process (
  case_id INTEGER NOT NULL REFERENCES run_case (id) ON DELETE CASCADE,
  span TEXT NOT NULL,
  round INTEGER NOT NULL,
  repeats INTEGER NOT NULL,
  n INTEGER NOT NULL,
  median_ns REAL,
  mean_ns REAL,
  effective_n REAL NOT NULL,
  log_error REAL NOT NULL,
  lag1 REAL,
  cycles REAL,
  PRIMARY KEY (case_id, span, round)
) STRICT, WITHOUT ROWID;
`,
  fill: fillProcesses,
};
