import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../util/make-folder.ts';
import { parsedJson } from '../util/parsed-json.ts';
import { toDisk } from '../util/replace-file.ts';
import { databaseFile } from './backup-files.ts';
import { changesLock, removeUnfinished, textOf } from './changed-file.ts';
import { homePointer, ownHome } from './home.ts';
import { liveSessions } from './session.ts';

/** What is the user's in a home folder besides the database. */
export const belongings = [
  ...['backups', 'presets', 'settings.json', 'calibrations.json'],
  ...['labs.json', 'lab-checks.json', 'trusted-labs', 'serve-token'],
];

/** What is made again where it is missing, or ends with the processes that use it. */
const remade = ['sessions', 'requests', 'catalog-cache.json', 'lab-cache', changesLock];

const moveSchema = z.object({ from: z.string(), to: z.string() });

/** Next to the word of where the store is. */
const noteFile = (): string => path.join(path.dirname(homePointer()), 'moving.json');

/** Notes on the disk that a store is being copied, before the first file of the copy is made. */
export function noteMove(from: string, to: string): void {
  const note = noteFile();
  makeFolder(path.dirname(note));
  writeFileSync(note, JSON.stringify({ from, to }));
  toDisk(note);
  toDisk(path.dirname(note));
}

/**
 * Ends a noted move, which may have been cut off at any point: of its two folders, the one that is not the home loses what
 * was copied. Nothing is done while a process has one of them open. A folder that is about to be opened by its name is kept.
 * What cannot be removed now is tried again on the next opening.
 */
export function settleMove(opened: string | null): void {
  const text = textOf(noteFile());
  if (text === null) return;
  try {
    const home = ownHome();
    // Nothing had been copied when a note was cut off.
    const move = parsedJson(text, moveSchema);
    const used = [home, move?.from, move?.to].some(
      (folder) => folder != null && liveSessions(folder) > 0,
    );
    if (used && opened !== null) return;
    const copy = home === move?.from ? move?.to : home === move?.to ? move?.from : undefined;
    if (copy !== undefined && copy !== opened) removeStore(copy);
    removeUnfinished(homePointer());
    rmSync(noteFile(), { force: true });
  } catch {
    // The store itself is whole.
  }
}

function removeStore(home: string): void {
  const file = databaseFile(home);
  const copies = ['', '.unfinished'].flatMap((name) =>
    ['', '-wal', '-shm', '-journal'].map((suffix) => file + name + suffix),
  );
  for (const name of copies) rmSync(name, { force: true });
  for (const name of [...belongings, ...remade]) {
    rmSync(path.join(home, name), { recursive: true, force: true });
  }
  if (existsSync(home)) toDisk(home);
}
