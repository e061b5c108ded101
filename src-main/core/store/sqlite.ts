import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { BreakevenError, environmentFault, storeFault } from '../../contract/failure.ts';
import { wayToInstall, wayToStart } from '../util/installation.ts';

export type RawDatabase = BetterSqlite3.Database;
export type Bindable = string | number | bigint | Buffer | null;
type Statement<Row> = BetterSqlite3.Statement<Bindable[], Row>;

/** Oldest Node-API that the prebuilt SQLite binding runs on; below it the process would crash. */
const neededNapi = 10;

let loaded: typeof BetterSqlite3 | undefined;

/** Loads better-sqlite3 on first use: verbs that need no store do not pay for it. */
export function loadSqlite(): typeof BetterSqlite3 {
  if (loaded !== undefined) return loaded;
  if (Number(process.versions.napi ?? 0) < neededNapi) {
    throw environmentFault(
      `The store needs Node 24 and this is Node ${process.versions.node}; ${wayToStart()}.`,
    );
  }
  try {
    loaded = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
    return loaded;
  } catch (error) {
    throw new BreakevenError(
      'environment',
      `The SQLite module cannot be loaded; ${wayToInstall()}.`,
      error instanceof Error ? error.message : String(error),
    );
  }
}

/** The text code of an SQLite error (`SQLITE_CORRUPT`), or undefined for any other error. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'SqliteError' || !('code' in error)) return;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the error says that the file itself is not a sound database. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error) ?? '';
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB';
}

/** Says in one sentence what an SQLite error means for the user; other errors pass unchanged. */
export function explainSqlite(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const message = error instanceof Error ? error.message : '';
  return new BreakevenError('store', sentence(code, message, file), `${code}: ${message}`);
}

function sentence(code: string, message: string, file: string): string {
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return `The database ${file} is damaged; nothing was changed.`;
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return `The database ${file} is held by another process; try again when it is done.`;
  }
  if (code === 'SQLITE_FULL')
    return `The disk that holds ${file} is full; nothing stored was lost.`;
  if (code.startsWith('SQLITE_READONLY')) {
    return `The database ${file} cannot be written; choose another folder with --home or BREAKEVEN_HOME.`;
  }
  if (code.startsWith('SQLITE_CANTOPEN')) return `The database ${file} cannot be opened.`;
  if (code.startsWith('SQLITE_IOERR')) return `The disk that holds ${file} reported an error.`;
  if (/^no such (?:table|column)|has no column named/.test(message)) {
    return ofAnotherBuild(file, message).message;
  }
  return `The database ${file} refused an operation (${code}).`;
}

/** Until the first release the schema changes without a new number. */
export function ofAnotherBuild(file: string, lack: string): BreakevenError {
  return storeFault(
    `The store ${file} is of another build of Breakeven (${lack}), which this one does not read; move it away or name another folder with --home.`,
  );
}

type Row = Readonly<Record<string, Bindable>>;

export function upsert(database: Database, table: string, key: readonly string[], row: Row): void {
  database.prepare(upsertSql(table, key, row)).run(...Object.values(row));
}

/**
 * SQL that inserts a row, whose columns are the keys of `row` in their order, or changes the one that has the same values in
 * the columns of `key`.
 */
export function upsertSql(table: string, key: readonly string[], row: Row): string {
  const columns = Object.keys(row);
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})
    ON CONFLICT (${key.join()}) DO UPDATE SET ${changes.join()}`;
}

/** An open database with cached statements; everything that stores code uses of SQLite. */
export type Database = {
  readonly file: string;
  readonly raw: RawDatabase;
  /** Not where its folder cannot be written: it is open for reading alone. */
  readonly writable: boolean;
  /** Another connection can read the file while this one writes. */
  readonly concurrent: boolean;
  /** A prepared statement, kept for the life of the connection. */
  prepare<Row>(sql: string): Statement<Row>;
  /** Runs `work` in one transaction that holds the write lock from its start. Nested calls join it. */
  write<T>(work: () => T): T;
  /** Every later call throws this error. */
  fail(error: Error): void;
};

export function wrapDatabase(
  raw: RawDatabase,
  file: string,
  { writable = true, concurrent = false } = {},
): Database {
  const statements = new Map<string, Statement<unknown>>();
  let fault: Error | null = null;
  return {
    file,
    raw,
    writable,
    concurrent,
    prepare<Row>(sql: string) {
      if (fault !== null) throw fault;
      let statement = statements.get(sql);
      if (statement === undefined) {
        // History queries are composed from what a user types: without a bound they would pile up.
        if (statements.size >= 500) statements.clear();
        statement = raw.prepare<Bindable[]>(sql);
        statements.set(sql, statement);
      }
      return statement as Statement<Row>;
    },
    write<T>(work: () => T): T {
      if (raw.inTransaction) return work();
      return raw.transaction(work).immediate();
    },
    fail(error) {
      fault = error;
    },
  };
}
