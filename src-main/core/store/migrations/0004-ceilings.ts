import type { Migration } from './migration.ts';

/**
 * Measured peaks of machines. Each measurement is kept; the newest of a machine counts. `machine` is the
 * fingerprint, so that a new driver or compiler does not lose them.
 */
export const peaks: Migration = {
  version: 4,
  name: 'ceilings',
  sql: `
CREATE TABLE ceiling (
  id INTEGER PRIMARY KEY,
  machine TEXT NOT NULL,
  measured_at TEXT NOT NULL,
  probes TEXT NOT NULL
);
CREATE INDEX ceiling_of_machine ON ceiling (machine, measured_at);
`,
};
