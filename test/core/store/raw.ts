import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';

/** Changes the file of a store past the store. */
export function execRaw(file: string, sql: string): void {
  const raw = new (loadSqlite())(file);
  raw.exec(sql);
  raw.close();
}

/** The first column of what a query finds in the file of a store, past the store. */
export function queryRaw(file: string, sql: string, ...parameters: readonly unknown[]): unknown[] {
  const raw = new (loadSqlite())(file, { readonly: true });
  try {
    return raw
      .prepare<unknown[]>(sql)
      .pluck()
      .all(...parameters);
  } finally {
    raw.close();
  }
}
