import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadSqlite, type RawDatabase, sqliteCode } from './sqlite.ts';

/** A lock on a file, which the system takes back when this process ends, however it ends. */
export type FileLock = { release(): void };

/** `busy`: somebody else has it. `unavailable`: this file cannot be locked by this process. */
export type LockAttempt = FileLock | 'busy' | 'unavailable';

/** The name of a file is no file of ours while its inode changes under us. */
const maxRaces = 5;

/**
 * Takes the lock of a file without waiting. Node has no flock; SQLite has the system's locks of files, which every
 * container that sees the file respects, and the store has brought it. Nothing is written to the file.
 */
export function tryFileLock(path: string): LockAttempt {
  let lost: LockAttempt = 'busy';
  for (let race = 0; race < maxRaces; race += 1) {
    const before = prepare(path);
    const opened = before === null ? 'unavailable' : lockNow(path);
    if (opened === 'busy') return opened;
    if (opened === 'unavailable') {
      // So is a file that its last holder is removing.
      if (before !== null && inodeOf(path) === before) return opened;
      lost = opened;
      continue;
    }
    // Its last holder may have removed it between the two: what is locked then has no name any more.
    if (inodeOf(path) === before) return held(path, opened);
    opened.close();
    lost = 'busy';
  }
  return lost;
}

/** The inode of the file, which exists then. A file that is there is not opened: closing it would drop own locks. */
function prepare(path: string): number | null {
  if (!existsSync(path)) {
    try {
      writeFileSync(path, '', { flag: 'wx' });
      // Of every user of the machine, whatever the mask.
      chmodSync(path, 0o666);
    } catch {
      // Somebody else was faster, or nobody may write here.
    }
  }
  return inodeOf(path);
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

function lockNow(path: string): RawDatabase | 'busy' | 'unavailable' {
  let database: RawDatabase | undefined;
  try {
    database = new (loadSqlite())(path, { fileMustExist: true, timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    return sqliteCode(error)?.startsWith('SQLITE_BUSY') === true ? 'busy' : 'unavailable';
  }
}

function held(path: string, database: RawDatabase): FileLock {
  return {
    release() {
      try {
        rmSync(path, { force: true });
      } catch {
        // In a folder of another user it stays.
      }
      database.close();
    },
  };
}

/** Keeps next to a locked file what its holder says of itself. Where it cannot, others learn that it is held alone. */
export function leaveNote(path: string, about: string): void {
  try {
    writeFileSync(noteOf(path), about);
  } catch {
    // As said.
  }
}

export function removeNote(path: string): void {
  rmSync(noteOf(path), { force: true });
}

/** Users cannot write over each other's files in a shared folder. */
const noteOf = (path: string): string => `${path}.by-${process.getuid?.() ?? 0}`;

/** What the holder of a file says of itself; null where it could not. The newest note is that of the holder. */
export function readHolder(path: string): string | null {
  const prefix = `${basename(path)}.by-`;
  try {
    const [newest] = readdirSync(dirname(path))
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ name, at: statSync(join(dirname(path), name)).mtimeMs }))
      .sort((a, b) => b.at - a.at);
    return newest === undefined ? null : readFileSync(join(dirname(path), newest.name), 'utf8');
  } catch {
    return null;
  }
}
