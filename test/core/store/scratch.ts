import { closeSync, openSync, writeSync } from 'node:fs';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';

/** Overwrites the root of one table of a database that nobody has open: the rest of it reads as before. */
export function scratchTable(file: string, name: string): void {
  const raw = new (loadSqlite())(file);
  raw.pragma('wal_checkpoint(TRUNCATE)');
  const page = raw.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name);
  const size = Number(raw.pragma('page_size', { simple: true }));
  raw.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (Number(page) - 1) * size);
  closeSync(handle);
}
