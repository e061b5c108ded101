import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { BreakevenError, storeFault } from '../../contract/failure.ts';
import { numberText } from '../../contract/numbers.ts';
import { makeFolder } from '../util/make-folder.ts';
import { backUpNow } from './backup.ts';
import { databaseFile, listBackups, removeLeftCopies } from './backup-files.ts';
import { damaged, newestSound } from './damage.ts';
import { type FileSystemType, remoteFileSystem } from './file-system.ts';
import { migrate, migrations, versionOf } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { settleMove } from './moving.ts';
import { openReadOnly } from './read-only.ts';
import { liveSessions, openSession, type Session } from './session.ts';
import { damageIn } from './soundness.ts';
import {
  type Database,
  explainSqlite,
  isDamage,
  loadSqlite,
  ofAnotherBuild,
  type RawDatabase,
  sqliteCode,
  wrapDatabase,
} from './sqlite.ts';
import { checkInThread } from './threads.ts';

/** Marks the file as a store in SQLite's header: "BRKE". */
const applicationId = 0x42524b45;
/** The mark of Breakeven 0.1, "BREV", whose stores were never released and are not read. */
const unreleasedId = 0x42524556;
/** The header of an SQLite file: how it begins, how long it is, where it has `user_version` and `application_id`. */
const magic = 'SQLite format 3\0';
const headerBytes = 100;
const versionOffset = 60;
const idOffset = 68;
const busyTimeoutMs = 10_000;
/**
 * After an unclean stop a database of at most this size is checked before it is used, which takes a quarter of a second; a
 * larger one is checked in the background.
 */
const checkedOnOpening = 32 * 2 ** 20;
/** Up to this size indexes are compared with their tables then. */
const fullyChecked = 256 * 2 ** 20;

/** What goes on in the background. */
export type StoreNotice = {
  readonly text: string;
  /** How it ended; null where the store was closed before, or the check was left to the next opening. */
  readonly over: Promise<{ readonly text: string; readonly damaged: boolean } | null>;
};

export type OpenDatabase = {
  readonly database: Database;
  readonly session: Session;
  /** Without the notice once its check is over. */
  readonly warnings: readonly string[];
  readonly notice: StoreNotice | null;
  /** Ends with the check in the background after an unclean stop, at once where there is none; never fails. */
  checked(): Promise<void>;
};

export type OpenOptions = {
  /** A folder that is removed when its store is closed: nothing in it has to survive this process. */
  readonly passing?: boolean;
  /** Replaces the question to the system, for tests. */
  readonly fileSystemType?: FileSystemType;
  /** Replaces the schema of this version, for tests of upgrades. */
  readonly migrations?: readonly Migration[];
  /** In place of `checkedOnOpening`, for tests. */
  readonly checkedOnOpening?: number;
};

/**
 * Opens or creates the database in `home`, brings its schema up to date and makes it durable: once a transaction has
 * returned, neither a killed process nor a power cut takes it back.
 *
 * @throws BreakevenError `store`: a folder that cannot be written, a file that is no store, a newer schema, or
 *   damage (with the way back from the last backup).
 */
export function openDatabase(home: string, options: OpenOptions = {}): OpenDatabase {
  const Sqlite = loadSqlite();
  const file = databaseFile(home);
  const steps = options.migrations ?? migrations;
  const stated = statedInHeader(file);
  if (stated !== null) refuseOther(file, stated, steps.length);
  let session: Session;
  try {
    settleMove(home);
    session = openFolder(home, file);
  } catch (error) {
    return readingOnly(home, file, steps, error);
  }
  let raw: RawDatabase | undefined;
  try {
    // A process that was killed may have left copies half made; where no other is left, nobody makes one. A power cut may have
    // taken the file of its session.
    removeLeftCopies(home, () => liveSessions(home) === 1);
    refuseLost(home, file);
    raw = new Sqlite(file, { timeout: busyTimeoutMs });
    refuseForeign(raw, file, steps);
    const { size } = statSync(file);
    const current = versionOf(raw) === steps.length;
    // The schema of a database is not changed before it was found sound.
    const later =
      current && session.uncleanStop && size > (options.checkedOnOpening ?? checkedOnOpening);
    if (session.uncleanStop && !later) check(raw, home, file, size);
    const { warnings: found, concurrent } = configure(raw, home, options);
    const warnings = [...found, ...update(raw, home, steps)];
    const database = wrapDatabase(raw, file, { concurrent });
    if (later) return checkingLater({ database, session, warnings }, home, size);
    session.settle();
    return { database, session, warnings, notice: null, checked: () => Promise.resolve() };
  } catch (error) {
    raw?.close();
    session.close();
    if (isDamage(error)) throw damaged(home, file, error instanceof Error ? error.message : '');
    const code = sqliteCode(error) ?? '';
    const unwritable = /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)/.test(code);
    const explained = explainSqlite(error, file);
    if (unwritable) return readingOnly(home, file, steps, explained);
    throw explained;
  }
}

/**
 * Checks a large database while it is used already. Until it has been found sound, the sessions that ended uncleanly stay,
 * so that a process that ends before leaves the check to the next. Damage is what every later call says.
 */
function checkingLater(
  { database, session, warnings }: Pick<OpenDatabase, 'database' | 'session' | 'warnings'>,
  home: string,
  bytes: number,
): OpenDatabase {
  const { file } = database;
  const check = checkInThread(file, fullyChecked);
  // A short command does not wait for its end.
  check.keepProcess(false);
  let closed = false;
  const over = check.damage
    .then((found) => {
      if (closed) return null;
      if (found === null) {
        session.settle();
        return { text: 'The database was checked: no damage was found.', damaged: false };
      }
      const fault = damaged(home, file, found);
      database.fail(fault);
      return { text: fault.message, damaged: true };
    })
    // A check that could not be made is left to the next opening.
    .catch(() => null)
    .finally(() => current.pop());
  const megabytes = numberText(Math.round(bytes / 1e6));
  const text = `Breakeven ended without closing its database; ${megabytes} MB are checked in the background, and a run waits for the end of the check.`;
  const current = [...warnings, text];
  return {
    database,
    session: {
      ...session,
      close() {
        closed = true;
        check.stop();
        session.close();
      },
    },
    warnings: current,
    notice: { text, over },
    async checked() {
      check.keepProcess(true);
      await over;
    },
  };
}

/** What is stored can still be read where nothing can be written: on a full disk, or one that is read-only. */
function readingOnly(
  home: string,
  file: string,
  steps: readonly Migration[],
  why: unknown,
): OpenDatabase {
  if (!existsSync(file)) throw why;
  let raw: RawDatabase | undefined;
  try {
    raw = openReadOnly(file, steps);
    refuseForeign(raw, file, steps);
  } catch (error) {
    raw?.close();
    if (error instanceof BreakevenError) throw error;
    throw isDamage(error) ? damaged(home, file, '') : why;
  }
  const sentence = why instanceof Error ? why.message : String(why);
  const session: Session = { uncleanStop: false, settle() {}, close() {} };
  const warnings = [`${sentence} What is stored can be read, nothing can be added.`];
  const database = wrapDatabase(raw, file, { writable: false });
  return { database, session, warnings, notice: null, checked: () => Promise.resolve() };
}

function openFolder(home: string, file: string): Session {
  try {
    makeFolder(home);
    return openSession(home);
  } catch (error) {
    throw new BreakevenError(
      'store',
      `The folder ${home} cannot be written${reasonOf(error)}; choose another with --home or BREAKEVEN_HOME.`,
      `${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function reasonOf(error: unknown): string {
  const reasons = new Map([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the quota is used up'],
    ['EROFS', 'the file system is read-only'],
    ['EACCES', 'permission denied'],
    ['EPERM', 'permission denied'],
  ]);
  const reason = reasons.get(String(Reflect.get(Object(error), 'code')));
  return reason === undefined ? '' : ` (${reason})`;
}

/** An empty or missing database next to backups has lost its runs: a new one would hide that. */
function refuseLost(home: string, file: string): void {
  const [first] = listBackups(home);
  if (first === undefined) return;
  if (!existsSync(file)) {
    const backup = newestSound(home);
    const way =
      backup === undefined
        ? 'none of them is valid'
        : `\`breakeven doctor --restore-backup\` restores the one of ${backup.takenAt}`;
    throw storeFault(
      `The database ${file} is gone although there are backups of it; ${way}; move the folder ${path.dirname(first.file)} away to start with an empty store.`,
    );
  }
  if (statSync(file).size === 0) {
    throw damaged(home, file, 'it is empty although there are backups');
  }
}

function refuseForeign(raw: RawDatabase, file: string, steps: readonly Migration[]): void {
  const version = versionOf(raw);
  const id = Number(raw.pragma('application_id', { simple: true }));
  const tables = new Set(raw.prepare('SELECT name FROM sqlite_schema').pluck().all());
  refuseOther(file, { id, version }, steps.length);
  if (tables.size > 0 && id !== applicationId) {
    throw storeFault(
      `The file ${file} is a database of another program; choose another folder with --home or BREAKEVEN_HOME.`,
    );
  }
  // What was measured could not be stored otherwise.
  const missing = steps
    .slice(0, version)
    .flatMap(({ sql }) => [...sql.matchAll(/^CREATE TABLE (\w+)/gm)])
    .find(([, table]) => !tables.has(table));
  if (missing !== undefined) throw ofAnotherBuild(file, `no such table: ${missing[1]}`);
}

function refuseOther(file: string, { id, version }: Stated, latest: number): void {
  if (id === unreleasedId) {
    throw storeFault(
      `The store ${file} is of Breakeven 0.1, which this version does not read; move it away or name another folder with --home.`,
    );
  }
  if (id !== applicationId || version <= latest) return;
  throw storeFault(
    `The database ${file} was written by a newer version of Breakeven (schema ${version}, this one knows ${latest}); update Breakeven or choose another folder with --home.`,
  );
}

type Stated = { readonly id: number; readonly version: number };

/**
 * Mark and schema that the header of a database states; null where there is none. To open a file that a process has left
 * with its log would write to it, which is not for a version that does not know its schema.
 */
function statedInHeader(file: string): Stated | null {
  const header = Buffer.alloc(headerBytes);
  try {
    const handle = openSync(file, 'r');
    try {
      if (readSync(handle, header, 0, headerBytes, 0) < headerBytes) return null;
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
  return header.toString('latin1', 0, magic.length) === magic
    ? { id: header.readUInt32BE(idOffset), version: header.readUInt32BE(versionOffset) }
    : null;
}

function configure(
  raw: RawDatabase,
  home: string,
  options: OpenOptions,
): { readonly warnings: readonly string[]; readonly concurrent: boolean } {
  const remote = remoteFileSystem(home, options.fileSystemType);
  const mode = String(
    raw.pragma(`journal_mode = ${remote === null ? 'WAL' : 'DELETE'}`, { simple: true }),
  );
  raw.pragma(`synchronous = ${options.passing === true ? 'OFF' : 'FULL'}`);
  raw.pragma('foreign_keys = ON');
  // In KiB. It fills as a long run goes on, and is part of what the measuring machine lacks.
  raw.pragma('cache_size = -16384');
  if (remote !== null) {
    const warning = `${home} is on a network file system (${remote}): the store uses a rollback journal, so use it from one machine at a time.`;
    return { warnings: [warning], concurrent: false };
  }
  if (mode === 'wal') return { warnings: [], concurrent: true };
  const warning = `${home} does not allow a write-ahead log: the store uses a ${mode} journal.`;
  return { warnings: [warning], concurrent: false };
}

function update(raw: RawDatabase, home: string, steps: readonly Migration[]): readonly string[] {
  const version = versionOf(raw);
  if (version === steps.length) return [];
  // The steps are transactions; the copy is for the day when a step itself proves wrong.
  const copy = version > 0 ? backUpNow(raw, home, steps.length) : null;
  try {
    raw.pragma(`application_id = ${applicationId}`);
    return migrate(raw, steps);
  } catch (error) {
    // On a full disk each start would leave another copy of a database that has stayed as it was.
    if (copy !== null && versionOf(raw) === version) rmSync(copy, { force: true });
    throw error;
  }
}

function check(raw: RawDatabase, home: string, file: string, bytes: number): void {
  const damage = damageIn(raw, bytes, checkedOnOpening);
  if (damage !== null) throw damaged(home, file, damage);
}
