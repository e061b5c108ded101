import type { Migration } from './migration.ts';

/**
 * What a search asks of cases (what was measured, on which device) is answered from one index, without reading the cases:
 * a query with both is asked again at every key.
 */
export const caseLookup: Migration = {
  version: 6,
  name: 'case lookup',
  sql: `
DROP INDEX run_case_by_subject;
CREATE INDEX run_case_by_subject ON run_case (subject, descriptor, run);
`,
};
