import { rmSync, statSync } from 'node:fs';
import { BreakevenError } from '../../contract/failure.ts';
import { moveInto } from '../util/replace-file.ts';
import { databaseFile, listBackups, newBackupFile, removeAbandoned } from './backup-files.ts';
import { damaged } from './damage.ts';
import { idsIn, isSound, settleCopy } from './soundness.ts';
import type { Database, RawDatabase } from './sqlite.ts';
import { isSoundFile } from './threads.ts';

const kept = 3;
const dueAfterMs = 24 * 3_600_000;
/** A small database is copied in no time: as often as this, once it has changed. */
const smallDueAfterMs = 10 * 60_000;
const smallBytes = 64 * 2 ** 20;

/**
 * Copies the open database with SQLite's backup API, a few pages at a time, so that other work goes on. The copy gets
 * its name when it is whole and was found sound: a copy of a damaged database is damaged, and would be taken for a way
 * back. Returns its path; automatic backups beyond the newest three are removed.
 *
 * @throws BreakevenError `store` when the copy cannot be written, or is not sound; no other backup is touched then.
 */
export async function backUp(database: Database, home: string, target?: string): Promise<string> {
  const file = target ?? newBackupFile(home);
  const unfinished = `${file}.unfinished`;
  try {
    await database.raw.backup(unfinished);
    if (!settleCopy(unfinished) || !(await isSoundFile(unfinished))) {
      throw damaged(home, database.file, 'its copy is not valid');
    }
    moveInto(unfinished, file);
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) {
      rmSync(unfinished + suffix, { force: true });
    }
    if (error instanceof BreakevenError) throw error;
    throw new BreakevenError(
      'store',
      `The backup ${file} could not be written; the database itself is untouched.`,
      error instanceof Error ? error.message : String(error),
    );
  }
  if (target === undefined) {
    removeAbandoned(home);
    removeOld(home);
  }
  return file;
}

/**
 * A copy of the database before its schema changes to `latest`, made and checked while it waits. Returns its path. Another
 * process may do the same at the same time; where it was faster, the copy has the new schema already.
 */
export function backUpNow(raw: RawDatabase, home: string, latest: number): string {
  const file = newBackupFile(home);
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    raw.prepare('VACUUM INTO ?').run(unfinished);
    if (!(settleCopy(unfinished) && isSound(unfinished, latest))) {
      throw damaged(home, databaseFile(home), 'its copy is not valid');
    }
    moveInto(unfinished, file);
    return file;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Keeps the newest ones, and the one that holds the most runs: a store that lost them must not push it out. */
function removeOld(home: string): void {
  const all = listBackups(home);
  const old = all.slice(kept);
  if (old.length === 0) return;
  const counted = all.map((backup) => ({ backup, runs: idsIn(backup.file)?.length ?? -1 }));
  const fullest = counted.reduce((max, one) => (one.runs > max.runs ? one : max)).backup;
  for (const { file } of old) {
    if (file === fullest.file) continue;
    // A copy that an earlier version made has these next to it once it was read.
    for (const suffix of ['-wal', '-shm', '']) rmSync(file + suffix, { force: true });
  }
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
