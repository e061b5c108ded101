import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../util/make-folder.ts';
import { plainFileFault } from '../util/plain-file.ts';

export type Backup = { readonly file: string; readonly takenAt: string };

export function databaseFile(home: string): string {
  return path.join(home, 'breakeven.db');
}

/** Automatic backups, newest first. */
export function listBackups(home: string): readonly Backup[] {
  const folder = path.join(home, 'backups');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const stamp = /^breakeven-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/.exec(name);
      if (stamp === null) return [];
      const [, year, month, day, hour, minute, second, ms] = stamp;
      const takenAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
      const file = path.join(folder, name);
      return plainFileFault(file, Number.POSITIVE_INFINITY) === null ? [{ file, takenAt }] : [];
    })
    .sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
}

export function newBackupFile(home: string, now: Date = new Date()): string {
  const folder = path.join(home, 'backups');
  makeFolder(folder);
  return path.join(folder, `breakeven-${now.toISOString().replaceAll(/[-:.]/g, '')}.db`);
}

/** A copy that is being made grows all the time. */
const abandonedAfterMs = 3_600_000;

/** Removes copies that a killed process left: nothing has written to them for an hour. */
export function removeAbandoned(home: string): void {
  const now = Date.now();
  for (const file of unfinishedCopies(home)) {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - changed > abandonedAfterMs) rmSync(file, { force: true });
  }
}

/**
 * Removes all of them where no other process has the store open. Who makes a copy has opened the store before, so that a copy
 * that was there before `isAlone` is asked is none of a process that it does not count.
 */
export function removeLeftCopies(home: string, isAlone: () => boolean): void {
  const left = unfinishedCopies(home);
  if (left.length > 0 && isAlone()) for (const file of left) rmSync(file, { force: true });
}

function unfinishedCopies(home: string): readonly string[] {
  return [home, path.join(home, 'backups')].filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) =>
        /^breakeven[\w-]*\.db(?:\.\d+)?\.unfinished(?:-journal|-wal|-shm)?$/.test(name),
      )
      .map((name) => path.join(folder, name)),
  );
}
