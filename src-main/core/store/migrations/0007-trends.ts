import type { Migration } from './migration.ts';

/**
 * The newest results of one subject, in the order of time: a history of a thousand runs is read without sorting all that
 * ever measured it.
 */
export const trends: Migration = {
  version: 7,
  name: 'trends',
  sql: `
CREATE INDEX run_case_in_time ON run_case (subject, finished_at, id) WHERE outcome = 'ok';
`,
};
