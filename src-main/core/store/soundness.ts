import { statSync } from 'node:fs';
import { latestVersion, versionOf } from './migrations/all.ts';
import { isDamage, loadSqlite, type RawDatabase } from './sqlite.ts';

/**
 * Above this size only the structure is checked. Comparing tables with their indexes takes seven seconds a gigabyte, the
 * structure alone one: longer than a window may stand still.
 */
export const fullCheckBytes = 32 * 2 ** 20;

/**
 * What SQLite finds wrong in a database of that many bytes, its first finding alone; null for a sound one. Up to
 * `fullBytes` its indexes are checked too.
 *
 * @throws what SQLite throws for any other reason than damage.
 */
export function damageIn(
  raw: RawDatabase,
  bytes: number,
  fullBytes: number = fullCheckBytes,
): string | null {
  const pragma = bytes > fullBytes ? 'quick_check(1)' : 'integrity_check(1)';
  try {
    const result = String(raw.pragma(pragma, { simple: true }));
    return result === 'ok' ? null : result.replaceAll(/\s+/g, ' ');
  } catch (error) {
    // Where the schema itself cannot be read, the check is refused like everything else.
    if (!isDamage(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether the file is a whole database of a schema up to `latest`, by default those of this version. */
export function isSound(file: string, latest?: number): boolean {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return isKnown(file, latest) && reading(file, (raw) => damageIn(raw, bytes) === null) === true;
}

/** Whether its schema is one up to `latest`, by default those of this version. */
export function isKnown(file: string, latest = latestVersion): boolean {
  const version = schemaOf(file) ?? 0;
  return version > 0 && version <= latest;
}

/**
 * Makes a copy of a database one file that needs no other, whatever the original keeps there: reading it would
 * leave such files behind.
 *
 * @returns whether it could be opened
 */
export function settleCopy(file: string): boolean {
  const Sqlite = loadSqlite();
  try {
    const raw = new Sqlite(file, { fileMustExist: true });
    try {
      raw.pragma('journal_mode = DELETE');
    } finally {
      raw.close();
    }
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
  return true;
}

/** Ids of the runs in a database file; null for one that cannot be read. */
export function idsIn(file: string): readonly string[] | null {
  return reading(file, (raw) => raw.prepare<[], string>('SELECT id FROM run').pluck().all());
}

export function schemaOf(file: string): number | null {
  return reading(file, versionOf);
}

function reading<T>(file: string, read: (raw: RawDatabase) => T): T | null {
  const Sqlite = loadSqlite();
  try {
    const raw = new Sqlite(file, { readonly: true });
    try {
      return read(raw);
    } finally {
      raw.close();
    }
  } catch {
    return null;
  }
}
