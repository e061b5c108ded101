import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import { latestVersion, versionOf } from './migrations/all.ts';
import { liveSessions } from './session.ts';
import { type Database, loadSqlite } from './sqlite.ts';

const kept = 3;
const dueAfterMs = 24 * 3_600_000;

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
      return [{ file: path.join(folder, name), takenAt }];
    })
    .sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
}

export function newBackupFile(home: string, now: Date = new Date()): string {
  const folder = path.join(home, 'backups');
  mkdirSync(folder, { recursive: true });
  return path.join(folder, `breakeven-${now.toISOString().replaceAll(/[-:.]/g, '')}.db`);
}

/**
 * Copies the open database with SQLite's backup API, a few pages at a time, so that other work goes on. The copy gets
 * its name when it is whole. Returns its path; automatic backups beyond the newest three are removed.
 */
export async function backUp(database: Database, home: string, target?: string): Promise<string> {
  const file = target ?? newBackupFile(home);
  const unfinished = `${file}.unfinished`;
  try {
    await database.raw.backup(unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new BreakevenError(
      'store',
      `The backup ${file} could not be written; the database itself is untouched.`,
      error instanceof Error ? error.message : String(error),
    );
  }
  if (target === undefined) {
    for (const old of listBackups(home).slice(kept)) rmSync(old.file, { force: true });
  }
  return file;
}

export function isBackupDue(home: string, now: number = Date.now()): boolean {
  const newest = listBackups(home)[0];
  return newest === undefined || now - Date.parse(newest.takenAt) > dueAfterMs;
}

export type Restored = { readonly backup: Backup; readonly keptAs: string | null };

/**
 * Puts the newest sound backup in the database's place. What was there is moved aside with its journals and never
 * removed. No process may have the store open.
 *
 * @throws BreakevenError `store` when there is no sound backup, or a process has the store open.
 */
export function restoreBackup(home: string): Restored {
  const users = liveSessions(home);
  if (users > 0) {
    throw new BreakevenError(
      'store',
      `The store in ${home} is open in ${users === 1 ? 'another process' : `${users} other processes`}; close Breakeven there first.`,
    );
  }
  const backup = listBackups(home).find(({ file }) => isSound(file));
  const file = databaseFile(home);
  if (backup === undefined) {
    throw new BreakevenError('store', `There is no sound backup of ${file} to go back to.`);
  }
  let keptAs: string | null = null;
  if (existsSync(file)) {
    keptAs = `${file}.damaged-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
    for (const suffix of ['-wal', '-shm', '-journal', '']) {
      // A journal left beside another database would be replayed into it.
      if (existsSync(file + suffix)) renameSync(file + suffix, keptAs + suffix);
    }
  }
  const unfinished = `${file}.unfinished`;
  copyFileSync(backup.file, unfinished);
  renameSync(unfinished, file);
  return { backup, keptAs };
}

/** Whether the file is a whole database of a schema that this version knows. */
export function isSound(file: string): boolean {
  const Sqlite = loadSqlite();
  try {
    const raw = new Sqlite(file, { readonly: true });
    try {
      return (
        versionOf(raw) <= latestVersion &&
        raw.pragma('integrity_check(1)', { simple: true }) === 'ok'
      );
    } finally {
      raw.close();
    }
  } catch {
    return false;
  }
}
