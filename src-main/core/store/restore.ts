import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { storeFault } from '../../contract/failure.ts';
import { moveInto } from '../util/replace-file.ts';
import { type Backup, databaseFile } from './backup-files.ts';
import { newestSound, runsText } from './damage.ts';
import { latestVersion } from './migrations/all.ts';
import { liveSessions, openSession } from './session.ts';
import { idsIn, isSound, schemaOf } from './soundness.ts';

export type Restored = {
  readonly backup: Backup;
  /** How many runs the backup holds. */
  readonly runs: number;
  /** Of the runs that can still be read in what was there, how many the backup lacks; null where none can be read. */
  readonly lost: number | null;
  /** The damaged database under its new name; null where there was none. */
  readonly keptAs: string | null;
};

/**
 * Restores the newest valid backup where the database is damaged or missing. What was there is moved aside with
 * its journals and never removed. No process may have the store open.
 *
 * @throws BreakevenError `store` when the database is valid or of a newer version, there is no valid backup, or a process
 *   has the store open. Nothing is changed then.
 */
export function restoreBackup(home: string): Restored {
  const users = liveSessions(home);
  if (users > 0) {
    throw storeFault(
      `The store in ${home} is open in ${users === 1 ? 'another process' : `${users} other processes`}; close Breakeven there first.`,
    );
  }
  // Whoever opens the store meanwhile leaves the unfinished copy alone.
  const session = openSession(home);
  try {
    return restoreInto(home);
  } finally {
    session.close();
  }
}

function restoreInto(home: string): Restored {
  const backup = newestSound(home);
  const file = databaseFile(home);
  if (backup === undefined) {
    throw storeFault(`There is no valid backup of ${file} to restore.`);
  }
  refuseSound(file, backup);
  const saved = new Set(idsIn(backup.file));
  const lost = existsSync(file)
    ? (idsIn(file)?.filter((id) => !saved.has(id)).length ?? null)
    : null;
  // What was there stays in its place where the copy cannot be made.
  const unfinished = `${file}.unfinished`;
  try {
    copyFileSync(backup.file, unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  let keptAs: string | null = null;
  if (existsSync(file)) {
    keptAs = `${file}.damaged-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
    for (const suffix of ['-wal', '-shm', '-journal', '']) {
      // A journal left next to another database would be replayed into it.
      if (existsSync(file + suffix)) renameSync(file + suffix, keptAs + suffix);
    }
  }
  moveInto(unfinished, file);
  return { backup, runs: saved.size, lost, keptAs };
}

/** A valid database is never replaced by an older copy: the runs after the copy would be lost. */
function refuseSound(file: string, backup: Backup): void {
  // An empty file is what a crash of the machine may leave; SQLite takes it for an empty database.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const version = schemaOf(file);
  if (version !== null && version > latestVersion) {
    throw storeFault(
      `The database ${file} is not damaged: a newer version of Breakeven wrote it (schema ${version}, this one knows ${latestVersion}); nothing was changed; update Breakeven.`,
    );
  }
  const present = isSound(file) ? idsIn(file) : null;
  if (present === null) return;
  const saved = new Set(idsIn(backup.file));
  const missing = present.filter((id) => !saved.has(id)).length;
  throw storeFault(
    `The database ${file} is valid, so nothing was restored; the backup of ${backup.takenAt} lacks ${missing} of its ${runsText(present.length)}; to restore it anyway, move the database away first.`,
  );
}
