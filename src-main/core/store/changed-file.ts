import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BreakevenError, toFailure } from '../../contract/failure.ts';
import { makeFolder } from '../util/make-folder.ts';
import { plainFileFault } from '../util/plain-file.ts';
import { moveInto } from '../util/replace-file.ts';
import { type LockFile, openLockFile } from './file-lock.ts';

/** A change takes milliseconds; a process that was stopped in the middle of one must not stop others. */
const maxWaitMs = 10_000;
const stepMs = 5;
/** Of all files of a folder: a change of another one is soon over. */
export const changesLock = 'changes.lock';
const maxSmallBytes = 64 * 2 ** 20;

/**
 * Changes a small file as a whole: another process that changes it at the same time does so before or after, and nobody
 * reads half of it.
 *
 * @param change gets the text, null where there is no file; null leaves it as it is
 */
export function changeFile(file: string, change: (text: string | null) => string | null): void {
  makeFolder(dirname(file));
  const lock = lockOf(join(dirname(file), changesLock));
  try {
    if (lock !== null) removeUnfinished(file);
    const text = change(textOf(file));
    if (text !== null) replaceFile(file, text);
  } finally {
    lock?.close([0]);
  }
}

/** The same of a file that the user knows as `what`. @throws BreakevenError `environment` when it cannot be written. */
export function changeNamedFile(what: string, ...change: Parameters<typeof changeFile>): void {
  try {
    changeFile(...change);
  } catch (error) {
    throw new BreakevenError(
      'environment',
      `${what} cannot be written to ${change[0]}; check that the folder can be written.`,
      toFailure(error).message,
    );
  }
}

/** What a process that was killed has left of an earlier change: nobody else changes a file of this folder now. */
export function removeUnfinished(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.`) || !name.endsWith('.unfinished')) continue;
    rmSync(join(dirname(file), name), { force: true });
  }
}

/** Writes a file as a whole: nobody reads half of it. */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    writeFileSync(unfinished, text, { mode, flag: 'wx' });
    moveInto(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Null where the file system has no locks, or a process was stopped that holds it. */
function lockOf(path: string): LockFile | null {
  const never = new Int32Array(new SharedArrayBuffer(4));
  try {
    const file = openLockFile(path);
    for (let waited = 0; waited < maxWaitMs; waited += stepMs) {
      if (file.tryLock(0)) return file;
      Atomics.wait(never, 0, 0, stepMs);
    }
    file.close();
  } catch {
    // Said by whatever has to write there.
  }
  return null;
}

/** Of a small file; null where there is none that can be read. What is no plain file might never end, or never begin. */
export function textOf(file: string): string | null {
  if (plainFileFault(file, maxSmallBytes) !== null) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
