import { expect, it } from 'vitest';
import { openDatabase } from '../../src-main/core/store/database.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { multiplyStore } from '../simulations/multiply-store.ts';
import { seedStore } from '../simulations/synthetic-store.ts';

it('a store is multiplied in SQL: copies are whole, later than the others, and found', () => {
  const home = temporaryFolder();
  seedStore(home, 12);
  multiplyStore(home, 30);
  const store = openStore(home);
  const all = store.history({ query: '', limit: 50, after: null });
  expect(all.total).toBe(30);
  expect(new Set(all.rows.map(({ id }) => id)).size).toBe(30);
  expect(all.rows[0]?.title).toMatch(/ in copy 2$/);
  const copies = store.history({ query: 'copy', limit: 50, after: null });
  expect(copies.total).toBe(18);
  store.close();

  const { database, session } = openDatabase(home);
  const count = (sql: string): unknown => database.raw.prepare(sql).pluck().get();
  expect(database.raw.pragma('foreign_key_check')).toEqual([]);
  const cases = 'SELECT count(*) FROM run_case JOIN run ON seq = run WHERE seq';
  expect(count(`${cases} BETWEEN 13 AND 24`)).toBe(count(`${cases} <= 12`));
  expect(count('SELECT count(*) FROM samples WHERE case_id NOT IN (SELECT id FROM run_case)')).toBe(
    0,
  );
  expect(count('SELECT count(DISTINCT case_id) FROM samples')).toBe(
    count(`SELECT count(*) FROM run_case WHERE outcome = 'ok'`),
  );
  database.raw.close();
  session.close();
});
