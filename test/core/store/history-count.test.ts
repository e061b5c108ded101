import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src-main/core/store/database.ts';
import { filterOf, outsideTrash } from '../../../src-main/core/store/filter.ts';
import { storedAxes } from '../../../src-main/core/store/history.ts';
import { countRuns } from '../../../src-main/core/store/history-count.ts';
import { seedStore } from '../../simulations/synthetic-store.ts';
import { temporaryHome } from './fixtures.ts';

let opened: OpenDatabase;
let asked: string[] = [];

const place = temporaryHome();

beforeAll(() => {
  seedStore(place.home, 300);
  opened = openDatabase(place.home);
  opened.database.raw.exec('UPDATE run SET trashed_at = created_at WHERE seq % 50 = 0');
});
afterAll(() => {
  opened.session.close();
  opened.database.raw.close();
  place.remove();
});

const filter = (query: string) => filterOf(query, { axes: storedAxes(opened.database) });

/** Counts, and takes down the SQL that it takes. */
function counted(query: string): number {
  const { database } = opened;
  asked = [];
  const watched: typeof database = {
    ...database,
    prepare(sql) {
      asked.push(sql);
      return database.prepare(sql);
    },
  };
  return countRuns(watched, filter(query));
}

function countedBy(query: string, way: 'sql' | 'ask' | 'walk'): number {
  const found = filter(query);
  const sql = `SELECT count(*) FROM run AS r WHERE ${outsideTrash(found)} AND ${found[way]}`;
  return Number(
    opened.database.raw
      .prepare(sql)
      .pluck()
      .get(...found.parameters),
  );
}

describe('the number of runs that fit', () => {
  it.each([
    ...[
      'n>1',
      'n:1k..100k status:partial',
      'n>1k',
      'variant:sequential',
      'histogram n>=1M',
      '-n>1M',
    ],
    ...[
      'workload:histogram variant:sequential -status:failed',
      'outcome:failed n>1',
      'device:cuda',
    ],
    ...[
      'title:run',
      '-title:run',
      'note:a',
      '-note:a',
      'has:note',
      'is:trash n>1',
      'is:trash title:a',
      'is:pinned',
      '-is:pinned n>1',
    ],
    ...[
      'histogram',
      'histogram -scan',
      '-histogram',
      'histogram -scan -mean n>1',
      '"no such words"',
    ],
  ])('is the same whichever way it is counted: %s', (query) => {
    const n = counted(query);
    expect([countedBy(query, 'sql'), countedBy(query, 'ask'), countedBy(query, 'walk')]).toEqual([
      n,
      n,
      n,
    ]);
  });

  it('is counted in one pass over the cases where most fit, and from those that do where few do', () => {
    const pass = 'count(DISTINCT c.run) AS n FROM run_case AS c INDEXED BY run_case_by_run';
    expect(counted('n>1')).toBe(294);
    expect(asked.find((sql) => sql.includes('DISTINCT'))).toMatch(
      new RegExp(`${pass.replaceAll(/[()]/g, '\\$&')}$`),
    );
    expect(counted('n>1k')).toBeLessThan(294);
    expect(asked.find((sql) => sql.includes('DISTINCT'))).toContain(`${pass} WHERE`);
    expect(counted('n>1 -status:partial')).toBeGreaterThan(0);
    expect(asked.at(-1)).toContain('EXISTS');
    const few = counted('n>=1M');
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(294);
    expect(asked.at(-1)).toContain('r.seq IN');
  });

  it.each([
    ['n>1', 'USING COVERING INDEX run_case_by_run (run=?)'],
    ['title:a', 'USING INDEX run_by_title'],
    ['note:a', 'USING COVERING INDEX run_with_note'],
    ['is:pinned', 'USING INDEX run_pinned'],
    ['is:pinned variant:sequential', 'USING INDEX run_pinned'],
  ])('of %s is read from an index: %s', (query, index) => {
    counted(query);
    const plan = opened.database.raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${asked.at(-1)}`)
      .all(...filter(query).parameters)
      .map(({ detail }) => detail);
    expect(plan.join('; ')).toContain(index);
  });

  it('leaves out what has a word that is not wanted', () => {
    const [both, one] = [counted('histogram'), counted('histogram -sequential')];
    expect(one).toBeLessThan(both);
    expect(counted('histogram -histogram')).toBe(0);
  });
});
