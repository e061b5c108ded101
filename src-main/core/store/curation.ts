import { BreakevenError, badInput } from '../../contract/failure.ts';
import { removeUnusedBuilds } from './builds.ts';
import type { RunKey } from './reference.ts';
import { indexRun, unindexRun } from './search-index.ts';
import { forgetSeries } from './series-changes.ts';
import type { Database } from './sqlite.ts';
import { removeTags, setTags } from './tags.ts';

export const maxPins = 5;
const longestNote = 20_000;
const longestTitle = 200;

/** @throws BreakevenError `bad-input` for a word that names a run otherwise: nobody could name one by such a tag. */
export function tag(database: Database, run: RunKey, tags: readonly string[]): void {
  const taken = tags.find((word) => /^\s*(?:latest(?:~\d+)?|same~\d+|baseline)\s*$/i.test(word));
  if (taken !== undefined) {
    throw badInput(`"${taken.trim()}" cannot be a tag: as a reference it names a run already.`);
  }
  database.write(() => {
    setTags(database, run.seq, tags);
    indexRun(database, run.seq);
  });
}

export function untag(database: Database, run: RunKey, tags: readonly string[]): void {
  database.write(() => {
    removeTags(database, run.seq, tags);
    indexRun(database, run.seq);
  });
}

export function note(database: Database, run: RunKey, text: string): void {
  tooLong('note', text, longestNote);
  database.write(() => {
    database.prepare('UPDATE run SET note = ? WHERE seq = ?').run(text, run.seq);
    indexRun(database, run.seq);
  });
}

export function rename(database: Database, run: RunKey, title: string): void {
  tooLong('title', title, longestTitle);
  database.write(() => {
    database.prepare('UPDATE run SET title = ? WHERE seq = ?').run(title, run.seq);
    indexRun(database, run.seq);
  });
}

function tooLong(what: string, text: string, max: number): void {
  if (text.length <= max) return;
  throw badInput(`A ${what} has at most ${max} characters and this one has ${text.length}.`);
}

/** @throws BreakevenError `bad-input` for a sixth pin, or for a run in the trash. */
export function pin(database: Database, run: RunKey, on = true): void {
  database.write(() => {
    if (on) {
      refuseTrashed(database, run, 'pinned');
      const others = otherPins(database, run);
      if (others.length >= maxPins) {
        throw badInput(
          `At most ${maxPins} runs can be pinned; unpin one of ${others.join(', ')} first.`,
        );
      }
    }
    database.prepare('UPDATE run SET pinned = ? WHERE seq = ?').run(Number(on), run.seq);
  });
}

function otherPins(database: Database, run: RunKey): readonly string[] {
  return database
    .prepare<{ id: string }>(
      'SELECT id FROM run WHERE pinned = 1 AND trashed_at IS NULL AND seq <> ? ORDER BY created_at',
    )
    .all(run.seq)
    .map(({ id }) => id);
}

/** Makes `run` the one baseline, or leaves none. Returns the ids of the run that it is now and the one that it was. */
export function setBaseline(database: Database, run: RunKey | null): readonly string[] {
  return database.write(() => {
    if (run !== null) refuseTrashed(database, run, 'the baseline');
    const before = database
      .prepare<{ id: string }>(
        'UPDATE run SET baseline = 0 WHERE baseline = 1 AND trashed_at IS NULL RETURNING id',
      )
      .all();
    if (run !== null) database.prepare('UPDATE run SET baseline = 1 WHERE seq = ?').run(run.seq);
    return [...new Set([...(run === null ? [] : [run.id]), ...before.map(({ id }) => id)])];
  });
}

/** Moves runs to the trash, where nothing but `restore` and `purge` sees them. Running runs stay. */
export function trash(database: Database, runs: readonly RunKey[]): void {
  const now = new Date().toISOString();
  database.write(() => {
    for (const run of runs) {
      const moved = database
        .prepare(
          `UPDATE run SET trashed_at = ? WHERE seq = ? AND trashed_at IS NULL AND status <> 'running'`,
        )
        .run(now, run.seq);
      if (moved.changes === 0 && !isTrashed(database, run)) {
        throw new BreakevenError(
          'busy',
          `Run ${run.id} is active; cancel it before moving it to the trash.`,
        );
      }
    }
    forgetSeries(database, runs);
  });
}

/**
 * Undoes `trash`. Pin and baseline come back with the run, unless the five pins are taken or another run has become the
 * baseline meanwhile.
 */
export function restore(database: Database, runs: readonly RunKey[]): void {
  database.write(() => {
    for (const run of runs) {
      const pinned = otherPins(database, run).length < maxPins ? 1 : 0;
      database
        .prepare(
          `UPDATE run SET trashed_at = NULL, pinned = min(pinned, ?), baseline = CASE
             WHEN EXISTS (SELECT 1 FROM run AS other WHERE other.baseline = 1 AND other.trashed_at IS NULL)
             THEN 0 ELSE baseline END
           WHERE seq = ? AND trashed_at IS NOT NULL`,
        )
        .run(pinned, run.seq);
    }
    forgetSeries(database, runs);
  });
}

/** Removes runs in the trash for good: those named, or all. Returns those that went. */
export function purge(database: Database, runs: readonly RunKey[] | 'all'): readonly RunKey[] {
  return database.write(() => {
    const going = runs === 'all' ? trashed(database) : runs;
    for (const run of going) {
      if (!isTrashed(database, run)) {
        throw badInput(
          `Run ${run.id} is not in the trash; only runs in the trash are removed permanently.`,
        );
      }
      unindexRun(database, run.seq);
      database.prepare('DELETE FROM run WHERE seq = ?').run(run.seq);
    }
    if (going.length > 0) removeUnused(database);
    return going;
  });
}

function removeUnused(database: Database): void {
  removeUnusedBuilds(database);
  database
    .prepare(
      'DELETE FROM subject WHERE NOT EXISTS (SELECT 1 FROM run_case WHERE subject = subject.id)',
    )
    .run();
  database
    .prepare(
      'DELETE FROM descriptor WHERE NOT EXISTS (SELECT 1 FROM run_case WHERE descriptor = descriptor.id)',
    )
    .run();
  database
    .prepare('DELETE FROM machine WHERE NOT EXISTS (SELECT 1 FROM run WHERE machine = machine.id)')
    .run();
}

function trashed(database: Database): readonly RunKey[] {
  return database.prepare<RunKey>('SELECT seq, id FROM run WHERE trashed_at IS NOT NULL').all();
}

function isTrashed(database: Database, run: RunKey): boolean {
  return (
    database.prepare('SELECT 1 FROM run WHERE seq = ? AND trashed_at IS NOT NULL').get(run.seq) !==
    undefined
  );
}

function refuseTrashed(database: Database, run: RunKey, what: string): void {
  if (!isTrashed(database, run)) return;
  throw badInput(`Run ${run.id} is in the trash and cannot be ${what}.`);
}
