import { type Filter, outsideTrash } from './filter.ts';
import { runsOf } from './filter-cases.ts';
import type { Bindable, Database } from './sqlite.ts';

/** How many runs fit. */
export function countRuns(database: Database, filter: Filter): number {
  if (filter.words !== null) return countWords(database, filter.words);
  // The titles of all runs stand in an index, their rows are spread over the file.
  const from = filter.titles ? 'run AS r INDEXED BY run_by_title' : 'run AS r';
  const { many, every } = shareOf(database, filter);
  if (many && !filter.trash) {
    const counted = countByCases(database, filter, every);
    if (counted !== null) return counted;
  }
  const fits = many ? filter.ask : filter.sql;
  return count(database, `${from} WHERE ${outsideTrash(filter)} AND ${fits}`, filter.parameters);
}

/**
 * Where a query asks for subjects alone: the index of cases is in the order of runs, and one pass over it takes half of
 * what asking each run does. Null where it asks for more.
 */
function countByCases(
  database: Database,
  { subjects, sql, ask }: Filter,
  every: boolean,
): number | null {
  if (subjects === null || sql !== runsOf(subjects)) return null;
  const cases = 'SELECT count(DISTINCT c.run) AS n FROM run_case AS c INDEXED BY run_case_by_run';
  const all = every
    ? database.prepare<{ n: number }>(cases).get()
    : database.prepare<{ n: number }>(`${cases} WHERE ${subjects.sql}`).get(...subjects.parameters);
  const inTrash = `run AS r WHERE r.trashed_at IS NOT NULL AND ${ask}`;
  return (all?.n ?? 0) - count(database, inTrash, subjects.parameters);
}

function countWords(database: Database, words: string): number {
  const outside = 'rowid NOT IN (SELECT seq FROM run WHERE trashed_at IS NOT NULL)';
  return count(database, `run_search WHERE run_search MATCH ? AND ${outside}`, [words]);
}

function count(database: Database, from: string, parameters: readonly Bindable[]): number {
  const sql = `SELECT count(*) AS n FROM ${from}`;
  return database.prepare<{ n: number }>(sql).get(...parameters)?.n ?? 0;
}

/** What a step takes, in units of 50 ns: measured on stores of 100,000 runs. */
const cost = { keep: 11, askRun: 8, askCase: 2 } as const;

type Share = {
  /** Testing each run for a matching case costs less than collecting the runs of all matching cases. */
  readonly many: boolean;
  /** There is no case that does not match. */
  readonly every: boolean;
};

/** How many cases match. Counting those costs a twentieth of collecting their runs. */
function shareOf(database: Database, { subjects, narrow }: Filter): Share {
  if (subjects === null) return { many: false, every: false };
  const fitting = count(database, `run_case AS c WHERE ${subjects.sql}`, subjects.parameters);
  const runs = count(database, 'run AS r WHERE r.trashed_at IS NULL', []);
  const last = database.prepare<{ n: number | null }>('SELECT max(id) AS n FROM run_case').get();
  // Ids count from 1, and there is none that two cases have.
  const cases = last?.n ?? 0;
  const walk = cost.askRun * runs + cost.askCase * cases;
  // What runs are asked besides is asked first, and leaves fewer of them.
  return { many: (narrow ? walk / 4 : walk) < cost.keep * fitting, every: fitting === cases };
}
