import type { Migration } from './migration.ts';

/**
 * What a search asks of one run is answered without reading its cases, and notes are searched without reading runs that
 * have none.
 */
export const lookups: Migration = {
  version: 12,
  name: 'lookups',
  sql: `
CREATE INDEX run_case_by_run ON run_case (run, subject, descriptor, outcome);
CREATE INDEX run_with_note ON run (note) WHERE note <> '';
`,
};
