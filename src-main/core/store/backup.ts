import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import { makeFolder } from '../make-folder.ts';
import { latestVersion, versionOf } from './migrations/all.ts';
import { liveSessions } from './session.ts';
import { type Database, loadSqlite, type RawDatabase } from './sqlite.ts';

const kept = 3;
const dueAfterMs = 24 * 3_600_000;
/** A small database is copied in no time: as often as this, once it has changed. */
const smallDueAfterMs = 10 * 60_000;
const smallBytes = 64 * 2 ** 20;

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
  makeFolder(folder);
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
  if (target === undefined) removeOld(home);
  return file;
}

/** Keeps the newest ones, and the one that holds the most runs: a store that lost them must not push it out. */
function removeOld(home: string): void {
  const all = listBackups(home);
  const old = all.slice(kept);
  if (old.length === 0) return;
  const counted = all.map((backup) => ({ backup, runs: idsIn(backup.file)?.length ?? -1 }));
  const fullest = counted.reduce((most, one) => (one.runs > most.runs ? one : most)).backup;
  for (const { file } of old) if (file !== fullest.file) rmSync(file, { force: true });
}

export function isBackupDue(home: string, now: number = Date.now()): boolean {
  const newest = listBackups(home)[0];
  if (newest === undefined) return true;
  const taken = Date.parse(newest.takenAt);
  const age = now - taken;
  if (age > dueAfterMs) return true;
  const files = ['', '-wal'].flatMap(
    (suffix) => statSync(databaseFile(home) + suffix, { throwIfNoEntry: false }) ?? [],
  );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const changed = files.some(({ mtimeMs }) => mtimeMs > taken);
  return changed && bytes <= smallBytes && age > smallDueAfterMs;
}

export type Restored = { readonly backup: Backup; readonly keptAs: string | null };

/**
 * Puts the newest sound backup in the place of a database that is damaged or gone. What was there is moved aside with
 * its journals and never removed. No process may have the store open.
 *
 * @throws BreakevenError `store` when the database is sound or of a newer version, there is no sound backup, or a process
 *   has the store open. Nothing is changed then.
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
  refuseSound(file, backup);
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

/** A sound database is never given up for an older copy of it: what came after the copy would be missing. */
function refuseSound(file: string, backup: Backup): void {
  // An empty file is what a crash of the machine may leave; SQLite takes it for an empty database.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const version = schemaOf(file);
  if (version !== null && version > latestVersion) {
    throw new BreakevenError(
      'store',
      `The database ${file} is not damaged: a newer version of Breakeven wrote it (schema ${version}, this one knows ${latestVersion}); nothing was changed; update Breakeven.`,
    );
  }
  const present = isSound(file) ? idsIn(file) : null;
  if (present === null) return;
  const saved = new Set(idsIn(backup.file));
  const missing = present.filter((id) => !saved.has(id)).length;
  throw new BreakevenError(
    'store',
    `The database ${file} is sound, so nothing was restored; the backup of ${backup.takenAt} lacks ${missing} of its ${present.length} ${present.length === 1 ? 'run' : 'runs'}; to go back all the same, move the database away first.`,
  );
}

/** Whether the file is a whole database of a schema that this version knows. */
export function isSound(file: string): boolean {
  const found = reading(
    file,
    (raw) =>
      versionOf(raw) <= latestVersion &&
      raw.pragma('integrity_check(1)', { simple: true }) === 'ok',
  );
  return found ?? false;
}

/** Ids of the runs in a database file; null for one that cannot be read. */
function idsIn(file: string): readonly string[] | null {
  return reading(file, (raw) => raw.prepare<[], string>('SELECT id FROM run').pluck().all());
}

function schemaOf(file: string): number | null {
  return reading(file, versionOf);
}

function reading<T>(file: string, read: (raw: RawDatabase) => T): T | null {
  const Sqlite = loadSqlite();
  try {
    const raw = new Sqlite(file, { readonly: true });
    try {
      return read(raw);
    } finally {
      raw.close();
    }
  } catch {
    return null;
  }
}
