import { access, constants, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type BreakevenError, environmentFault } from '../../contract/failure.ts';
import { holds, isFile, ownerOf } from '../../core/export/replacing.ts';
import { makeFolder } from '../../core/util/make-folder.ts';
import { moveInto } from '../../core/util/replace-file.ts';

/** Makes the folder and checks that files can be made in it, before time is spent on what goes there. */
export async function prepareFolder(cwd: string, folder: string): Promise<string> {
  const path = resolve(cwd, folder);
  try {
    makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(folder, error);
  }
  return path;
}

/** Writes a file whole or not at all: a full disk leaves the one that was there. Returns its path. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<string> {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    await writeFile(part, bytes);
    moveInto(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw unwritable(path, error);
  }
  return path;
}

/**
 * Writes a file that the user named in full: that is their word for replacing what is there. It is said, though, where
 * the old one was other than another drawing of the same run.
 */
export async function writeNamed(
  path: string,
  bytes: Uint8Array,
  note: (text: string) => void,
): Promise<string> {
  const changed = isFile(path) && !holds(path, bytes);
  const before = changed ? ownerOf(path) : null;
  await writeWhole(path, bytes);
  if (changed && (before === null || before !== ownerOf(path))) {
    note(`replaced ${before === null ? 'what was in' : `the results of run ${before} in`} ${path}`);
  }
  return path;
}

export function unwritable(path: string, error: unknown): BreakevenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return environmentFault(`cannot write to "${path}": ${reasons[code] ?? code}`);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'it is a folder',
  EOPNOTSUPP: 'no folder can be made there',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'a part of the path is missing',
};
