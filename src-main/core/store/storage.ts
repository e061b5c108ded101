import { cpSync, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { BreakevenError, badInput, storeFault } from '../../contract/failure.ts';
import type { StorageView } from '../../contract/procedures/settings.ts';
import { makeFolder } from '../util/make-folder.ts';
import { toDisk, treeToDisk } from '../util/replace-file.ts';
import { databaseFile, listBackups } from './backup-files.ts';
import { replaceFile } from './changed-file.ts';
import { homePointer } from './home.ts';
import { belongings, noteMove, settleMove } from './moving.ts';
import { isSound } from './soundness.ts';
import type { Store } from './store.ts';

/** Where the store is, how large it is, and what is kept next to it. */
export function storageOf(store: Store, fixed: string | null): StorageView {
  const { home, file, warnings } = store;
  const bytes = ['', '-wal', '-shm'].reduce((sum, suffix) => sum + sizeOf(file + suffix), 0);
  return {
    home,
    file,
    bytes,
    ...store.countRuns(),
    backups: listBackups(home).map((backup) => ({ ...backup, bytes: sizeOf(backup.file) })),
    freeBytes: freeBytes(home),
    warnings,
    fixed,
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * Copies the store into `folder` and, once the copy is found sound, makes that folder the home. The next
 * opening removes what was copied from the old one, which its caller closes before; nothing may be measured.
 *
 * @throws BreakevenError `bad-input` for a folder that cannot be used, `store` for a damaged database; nothing is changed
 *   then.
 */
export async function moveStore(store: Store, folder: string, fixed: string | null): Promise<void> {
  if (fixed !== null) throw badInput(fixed);
  checkFolder(store.home, folder);
  const damage = await store.damage();
  if (damage !== null) throw damage;
  const target = path.normalize(folder);
  noteMove(store.home, target);
  const copy = databaseFile(target);
  try {
    makeFolder(target);
    await store.backup(copy);
    for (const name of belongings) {
      const from = path.join(store.home, name);
      if (existsSync(from)) cpSync(from, path.join(target, name), { recursive: true });
    }
  } catch (error) {
    settleMove(null);
    throw new BreakevenError(
      'bad-input',
      `${folder} cannot hold the store; it stays where it is.`,
      error instanceof Error ? error.message : String(error),
    );
  }
  if (!isSound(copy)) {
    settleMove(null);
    throw storeFault(`The copy in ${folder} is not valid; the store stays where it is.`);
  }
  const pointer = homePointer();
  makeFolder(path.dirname(pointer));
  // The old store is removed on the next opening: the copy and the word of where it is have reached the disk before.
  treeToDisk(target);
  toDisk(path.dirname(target));
  replaceFile(pointer, `${JSON.stringify({ home: target })}\n`);
}

function checkFolder(home: string, folder: string): void {
  const bad = (why: string): BreakevenError => badInput(`folder: "${folder}" ${why}`);
  if (!path.isAbsolute(folder)) throw bad('is not an absolute path');
  const inside = path.relative(home, folder);
  if (!inside.startsWith('..') && !path.isAbsolute(inside))
    throw bad('is inside the current folder');
  const status = statSync(folder, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (!status.isDirectory()) throw bad('is not a folder');
  if (readdirSync(folder).length > 0) throw bad('is not empty; name an empty or a new folder');
}
