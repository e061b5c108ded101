import { type Filter, outsideTrash } from './filter.ts';
import type { Bindable, Database } from './sqlite.ts';

/** How many runs fit. */
export function countRuns(database: Database, filter: Filter): number {
  if (filter.words !== null) return countWords(database, filter.words);
  // The titles of all runs stand in an index, their rows are spread over the file.
  const from = filter.titles ? 'run AS r INDEXED BY run_by_title' : 'run AS r';
  const fits = isAskingQuicker(database, filter) ? filter.ask : filter.sql;
  return count(database, `${from} WHERE ${outsideTrash(filter)} AND ${fits}`, filter.parameters);
}

function countWords(database: Database, words: string): number {
  const outside = 'rowid NOT IN (SELECT seq FROM run WHERE deleted_at IS NOT NULL)';
  return count(database, `run_search WHERE run_search MATCH ? AND ${outside}`, [words]);
}

function count(database: Database, from: string, parameters: readonly Bindable[]): number {
  const sql = `SELECT count(*) AS n FROM ${from}`;
  return database.prepare<{ n: number }>(sql).get(...parameters)?.n ?? 0;
}

/** What a step takes, in units of 50 ns: measured on stores of 100,000 runs. */
const cost = { keep: 11, askRun: 8, askCase: 2 } as const;

/**
 * Whether testing each run for a matching case costs less than collecting the runs of all matching cases. Counting those
 * cases costs a twentieth of collecting them.
 */
function isAskingQuicker(database: Database, { subjects, narrow }: Filter): boolean {
  if (subjects === null) return false;
  const fitting = count(database, `run_case AS c WHERE ${subjects.sql}`, subjects.parameters);
  const runs = count(database, 'run AS r WHERE r.deleted_at IS NULL', []);
  const cases = database.prepare<{ n: number | null }>('SELECT max(id) AS n FROM run_case').get();
  const walk = cost.askRun * runs + cost.askCase * (cases?.n ?? 0);
  // What runs are asked besides is asked first, and leaves fewer of them.
  return (narrow ? walk / 4 : walk) < cost.keep * fitting;
}
