import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../util/make-folder.ts';
import { livenessOf, ownIdentity, processIdentitySchema } from '../util/process-identity.ts';
import { systemCode } from '../util/system-error.ts';

/** How long a session of another machine, which cannot be asked, is believed. */
const foreignHours = 24;

export type Session = {
  /** Somebody had the store open and ended without closing it. */
  readonly uncleanStop: boolean;
  /** Forgets the sessions that ended uncleanly: call it once the database has been found sound. */
  settle(): void;
  close(): void;
};

/**
 * Announces this process in `<home>/sessions` and looks whether one that announced itself is gone. Files rather than a
 * table: they can be read when the database cannot.
 */
export function openSession(home: string): Session {
  const folder = path.join(home, 'sessions');
  makeFolder(folder);
  const abandoned = announced(folder).filter(isAbandoned);

  const sessionFile = path.join(folder, `${process.pid}-${randomUUID()}.json`);
  try {
    writeFileSync(sessionFile, JSON.stringify(ownIdentity()));
  } catch (error) {
    // On a full disk an empty file may be there, which would look like a process that was killed.
    rmSync(sessionFile, { force: true });
    throw error;
  }
  const close = (): void => {
    process.removeListener('exit', close);
    rmSync(sessionFile, { force: true });
  };
  // Leaving through process.exit is a clean stop: no statement is under way, SQLite's calls are synchronous.
  process.once('exit', close);

  return {
    uncleanStop: abandoned.length > 0,
    settle() {
      for (const file of abandoned) rmSync(file, { force: true });
    },
    close,
  };
}

/** How many processes have the store of this folder open right now, as far as can be told. */
export function liveSessions(home: string): number {
  const folder = path.join(home, 'sessions');
  try {
    return announced(folder).filter((file) => !isAbandoned(file)).length;
  } catch {
    return 0;
  }
}

/** The files of sessions; one that goes meanwhile was closed cleanly. */
function announced(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

function isAbandoned(file: string): boolean {
  try {
    const identity = processIdentitySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const liveness = livenessOf(identity);
    if (liveness !== 'unknown') return liveness === 'gone';
    return Date.now() - statSync(file).mtimeMs > foreignHours * 3_600_000;
  } catch (error) {
    // Gone between listing and reading: closed cleanly. Half-written: its process was killed while it announced itself.
    return systemCode(error) !== 'ENOENT';
  }
}
