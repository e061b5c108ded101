import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FileLock,
  leaveNote,
  readHolder,
  removeNote,
  tryFileLock,
} from '../store/file-lock.ts';

/** A place in the queue of those that wait for a lock; it is lost with its process. */
export type Place = {
  /** What those that came before say of themselves, the next one first; null where one does not say. */
  ahead(): readonly (string | null)[];
  leave(): void;
};

/** Distinguishes arrivals of this process in the same millisecond. */
let arrivals = 0;

/** Lexical order is order of arrival until the year 2286. */
function ticketName(prefix: string): string {
  const at = String(Date.now()).padStart(13, '0');
  const arrival = String(++arrivals).padStart(8, '0');
  return `${prefix}${at}-${arrival}-${process.pid}-${randomBytes(3).toString('hex')}`;
}

/** Joins the queue next to the lock file; null where nothing can be kept there. */
export function joinQueue(lockFile: string, about: string): Place | null {
  const [folder, prefix] = placeOf(lockFile);
  const name = ticketName(prefix);
  // Locked before others can see it: an unlocked ticket is that of a process that is gone.
  const hidden = join(folder, `.${name}`);
  const lock = tryFileLock(hidden);
  if (typeof lock === 'string') return null;
  const shown = join(folder, name);
  try {
    leaveNote(shown, about);
    renameSync(hidden, shown);
  } catch {
    removeNote(shown);
    lock.release();
    return null;
  }
  return {
    ahead: () =>
      living(folder, prefix)
        .filter((ticket) => ticket.name < name)
        .map(aboutOf),
    leave() {
      removeTicket(folder, name);
      lock.release();
    },
  };
}

/** What those that wait say of themselves, the first one first. */
export function waitingFor(lockFile: string): readonly (string | null)[] {
  const [folder, prefix] = placeOf(lockFile);
  return living(folder, prefix).map(aboutOf);
}

type Ticket = { readonly folder: string; readonly name: string };

const aboutOf = ({ folder, name }: Ticket): string | null => readHolder(join(folder, name));

/** The tickets of processes that are there, in order; those of others are removed. */
function living(folder: string, prefix: string): readonly Ticket[] {
  return namesIn(folder)
    .filter((name) => name.startsWith(prefix) && !name.includes('.by-'))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const taken = tryFileLock(path);
      if (taken === 'busy') return [{ folder, name }];
      if (taken !== 'unavailable') forget(taken, folder, name);
      return [];
    });
}

function forget(lock: FileLock, folder: string, name: string): void {
  removeTicket(folder, name);
  lock.release();
}

function removeTicket(folder: string, name: string): void {
  for (const each of namesIn(folder)) {
    if (each !== name && !each.startsWith(`${name}.by-`)) continue;
    try {
      rmSync(join(folder, each), { force: true });
    } catch {
      // Of another user: it is seen as gone all the same.
    }
  }
}

function placeOf(lockFile: string): readonly [folder: string, prefix: string] {
  const at = lockFile.lastIndexOf('/') + 1;
  return [lockFile.slice(0, Math.max(0, at - 1)), `${lockFile.slice(at)}.wait-`];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
