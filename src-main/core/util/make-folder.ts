import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { toDisk } from './replace-file.ts';
import { systemCode } from './system-error.ts';

/**
 * Makes a folder and those above it that are missing. Node's recursive way asks without end where a file system says
 * that a new folder's parent does not exist although it does (below /proc), so each is made by itself.
 *
 * @throws the error of the file system for the first folder that cannot be made.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let at = path.resolve(folder);
  for (; !exists(at); at = path.dirname(at)) {
    missing.push(at);
    if (at === path.dirname(at)) break;
  }
  for (const one of missing.reverse()) {
    makeOne(one);
    nameToDisk(one);
  }
  if (missing.length === 0 && !statSync(at).isDirectory()) {
    throw Object.assign(new Error(`EEXIST: ${at} is no folder`), { code: 'EEXIST' });
  }
}

/** What is synced in a folder is lost in a power cut where the folder itself has no name on the disk. */
function nameToDisk(folder: string): void {
  try {
    toDisk(path.dirname(folder));
  } catch {
    // A folder that may be changed but not read cannot be synced.
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** Another process may have made it meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    if (systemCode(error) !== 'ENOENT' || !exists(path.dirname(folder))) throw error;
    const message = `EOPNOTSUPP: ${path.dirname(folder)} takes no new folders`;
    throw Object.assign(new Error(message), { code: 'EOPNOTSUPP' });
  }
}
