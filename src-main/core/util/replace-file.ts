import { closeSync, fsyncSync, openSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives a whole file the name of another. Both its bytes and its name have reached the disk then: without the first a
 * power cut may leave an empty file under that name, without the second the old one.
 */
export function moveInto(whole: string, file: string): void {
  toDisk(whole);
  renameSync(whole, file);
  toDisk(path.dirname(file));
}

/** What was written to a file, or which names a folder has, reaches the disk. */
export function toDisk(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some network file systems have nothing to do for a folder, and say so.
    if (!statSync(file).isDirectory()) throw error;
  } finally {
    closeSync(handle);
  }
}

/** A file, or a folder with all that is in it. */
export function treeToDisk(at: string): void {
  const status = statSync(at, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) {
    for (const name of readdirSync(at)) treeToDisk(path.join(at, name));
  }
  if (status?.isDirectory() === true || status?.isFile() === true) toDisk(at);
}
