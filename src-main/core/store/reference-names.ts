import { notFound } from '../../contract/failure.ts';
import type { Database } from './sqlite.ts';

/** Key of a run: its row number inside this database and its id for people. */
export type RunKey = { readonly seq: number; readonly id: string };

/** Runs that a name stands for, newest first, and what the name is of them. */
export type Named = { readonly what: string; readonly runs: readonly RunKey[] };

/** Shorter ones would take words for commits. */
const minCommit = 7;

const newestFirst = 'ORDER BY r.created_at DESC, r.id DESC LIMIT ? OFFSET ?';

/** What a tag, a title or a commit names, from the newest `back` runs on; kinds that name nothing are left out. */
export function namedRuns(database: Database, name: string, back: number): readonly Named[] {
  const find = (what: string, where: string, ...parameters: readonly string[]): Named => ({
    what,
    runs: database
      .prepare<RunKey>(
        `SELECT r.seq, r.id FROM run AS r WHERE r.trashed_at IS NULL AND ${where} ${newestFirst}`,
      )
      .all(...parameters, 1, back),
  });
  const kinds = [
    find('the tag', 'r.seq IN (SELECT run FROM run_tag WHERE tag = ?)', name),
    find('the title', 'r.title = ?', name),
    ...(isCommit(name) ? [find('the commit', runsOfCommit, ...commitParameters(name))] : []),
  ];
  return kinds.filter(({ runs }) => runs.length > 0);
}

function isCommit(name: string): boolean {
  return /^[0-9a-f]+\+?$/i.test(name) && name.replace('+', '').length >= minCommit;
}

/** That of a lab's repository, else that of the program: of the latter what is stored may be shorter than what is given. */
const machinesOfCommit = `SELECT id FROM machine WHERE attributes ->> '$.versions.commit' LIKE ? || '%'
  OR (length(attributes ->> '$.versions.commit') >= ${minCommit}
    AND ? LIKE rtrim(attributes ->> '$.versions.commit', '+') || '%')`;

const runsOfCommit = `(r.revision IS NOT NULL AND r.revision ->> '$.head' BETWEEN ? AND ? || 'g'
  OR r.revision IS NULL AND r.machine IN (${machinesOfCommit}))`;

function commitParameters(name: string): readonly string[] {
  const commit = name.toLowerCase();
  // A build of a commit with changes, `+`, is not that commit, but its runs are those that its name can find.
  return [commit, commit, commit, name.endsWith('+') ? '' : commit];
}

/** The one run that is marked as the baseline. */
export function baselineRun(database: Database): RunKey {
  const run = database
    .prepare<RunKey>('SELECT seq, id FROM run WHERE baseline = 1 AND trashed_at IS NULL')
    .get();
  if (run !== undefined) return run;
  throw notFound('No run is marked as the baseline; `breakeven edit <run> --baseline` marks one.');
}

/**
 * The run of the same configuration on the same machine that was measured `back` runs before `run`. Title, tags, note and
 * the order of cases are not part of it, and runs without a measured case do not count.
 */
export function sameBefore(database: Database, run: RunKey, back: number): RunKey {
  const earlier = database
    .prepare<RunKey>(
      `SELECT r.seq, r.id FROM run AS o JOIN run AS r ON r.configuration = o.configuration
       WHERE o.seq = ? AND r.trashed_at IS NULL AND r.ok > 0 AND (r.created_at, r.id) < (o.created_at, o.id)
       ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
    )
    .all(run.seq, back);
  const row = earlier[back - 1];
  if (row !== undefined) return row;
  const { length } = earlier;
  const runs =
    length === 0
      ? 'no earlier run has'
      : length === 1
        ? 'one earlier run has'
        : `${length} earlier runs have`;
  throw notFound(`same~${back}: ${runs} the configuration and the machine of run ${run.id}.`);
}
