import { readFileSync, statSync } from 'node:fs';
import { migrate, migrations, versionOf } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { loadSqlite, type RawDatabase } from './sqlite.ts';

/** A larger file is not taken into memory. */
const maxCopiedBytes = 2 ** 30;

/**
 * Opens a database whose folder cannot be written, for reading alone: every write is refused. SQLite reads a write-ahead
 * log only where it may make files next to it, so a file without one is read from memory where that fails.
 *
 * @throws what SQLite throws when the file can be read neither way.
 */
export function openReadOnly(file: string, steps: readonly Migration[] = migrations): RawDatabase {
  const Sqlite = loadSqlite();
  let raw: RawDatabase | undefined;
  let earlier: Buffer;
  try {
    raw = new Sqlite(file, { readonly: true });
    if (versionOf(raw) >= steps.length) return raw;
    if (statSync(file).size > maxCopiedBytes) throw new Error('it is too large for memory');
    // With what its write-ahead log holds, which the file alone lacks.
    earlier = raw.serialize();
  } catch (error) {
    raw?.close();
    if (!isWhole(file)) throw error;
    return openCopy(file, steps);
  }
  raw.close();
  return copyOf(earlier, steps);
}

/** The content of a database without a write-ahead log in memory. */
export function openCopy(file: string, steps: readonly Migration[] = migrations): RawDatabase {
  return copyOf(readFileSync(file), steps);
}

/** A database in memory, brought up to date there. What is written to it would be lost, so it is refused. */
function copyOf(bytes: Buffer, steps: readonly Migration[]): RawDatabase {
  // Versions of the format for writing and reading (bytes 18 and 19): memory has no write-ahead log.
  bytes.fill(1, 18, 20);
  const raw = new (loadSqlite())(bytes);
  migrate(raw, steps);
  raw.pragma('query_only = ON');
  return raw;
}

function isWhole(file: string): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const { size } = statSync(file);
  return log === 0 && size > 0 && size <= maxCopiedBytes;
}
