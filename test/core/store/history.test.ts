import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rowOrders } from '../../../src-main/contract/procedures/history.ts';
import { writeCase } from '../../../src-main/core/store/cases.ts';
import { type OpenDatabase, openDatabase } from '../../../src-main/core/store/database.ts';
import { readHistory } from '../../../src-main/core/store/history.ts';
import { resolveRun } from '../../../src-main/core/store/reference.ts';
import { createRun, setStatus } from '../../../src-main/core/store/runs.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { failureOf } from './failure-of.ts';
import { configuration, finished, machine, newRun, planned } from './fixtures.ts';

const count = 1200;
const indexes = Array.from({ length: count }, (_, i) => i);
const home = temporaryFolder();
let store: Store;
let second: OpenDatabase;

/** Run i: workload by i % 3, n = 10^(3 + i % 4), a tag on each tenth, a failure on each seventh. */
const workloadOf = (i: number) => ['histogram', 'mean', 'mandelbrot'][i % 3] ?? '';
const sizeOf = (i: number) => 10 ** (3 + (i % 4));
const ids: string[] = [];

beforeAll(() => {
  store = openStore(home);
  second = openDatabase(home);
  // One transaction for all: thousands of durable ones would only measure the disk.
  second.database.write(() => indexes.forEach(add));
});

function add(i: number): void {
  const cases = [
    planned(0, {
      workload: workloadOf(i),
      values: { n: sizeOf(i), distribution: i % 2 ? 'uniform' : 'hot' },
    }),
    planned(1, { workload: workloadOf(i), variant: 'omp-private', values: { n: 10, threads: 2 } }),
  ];
  const { database } = second;
  const { id } = createRun(
    database,
    newRun(cases, {
      // Two runs each share a time, so that the order needs the id.
      createdAt: new Date(Date.UTC(2025, 0, 1) + Math.floor(i / 2) * 60_000).toISOString(),
      title: `Run ${i} ${i % 5 === 0 ? 'Größe' : 'plain'}`,
      configuration: configuration({
        tags: i % 10 === 0 ? ['lab'] : i % 10 === 1 ? ['my lab'] : [],
        note: i === 1134 ? 'the needle is here' : '',
      }),
      machine: i % 2 === 0 ? machine : { ...machine, hostname: 'other', gpus: [] },
    }),
  );
  ids.push(id);
  const run = resolveRun(database, id);
  const failed = i % 7 === 0;
  const outcome = failed ? 'failed' : 'ok';
  writeCase(database, run, finished(0, { planned: cases[0] ?? {}, result: { outcome } }));
  writeCase(database, run, finished(1, { planned: cases[1] ?? {} }));
  setStatus(database, run, failed ? 'failed' : 'complete');
}

afterAll(() => {
  second.database.raw.close();
  second.session.close();
  store.close();
});

const countOf = (fits: (i: number) => boolean) => indexes.filter(fits).length;

describe('paging', () => {
  it.each(rowOrders.flatMap((by) => [true, false].map((descending) => ({ by, descending }))))(
    'meets every run once in order %o',
    (order) => {
      const seen: string[] = [];
      let after: { createdAt: string; id: string } | null = null;
      for (;;) {
        const page = store.history({ order, limit: 170, after });
        expect(page.total).toBe(count);
        const last = page.rows.at(-1);
        if (last === undefined) break;
        seen.push(...page.rows.map((row) => row.id));
        after = { createdAt: last.createdAt, id: last.id };
      }
      expect(new Set(seen).size).toBe(count);
      expect(seen).toHaveLength(count);
      const key = {
        created: 'createdAt',
        title: 'title',
        status: 'status',
        device: 'device',
        class: 'id',
        cases: 'cases',
      } as const;
      const first = store.row(seen[0] ?? '')[key[order.by]];
      const last = store.row(seen.at(-1) ?? '')[key[order.by]];
      if (order.by === 'created') expect(first < last).toBe(!order.descending);
      if (order.by === 'status')
        expect([first, last]).toEqual(
          order.descending ? ['failed', 'complete'] : ['complete', 'failed'],
        );
    },
  );

  it('lists newest first and holds to 200 rows', () => {
    const { rows } = store.history({ limit: 5000 });
    expect(rows).toHaveLength(200);
    const sorted = [...rows].sort((a, b) =>
      a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
    );
    expect(rows).toEqual(sorted);
  });

  it('stops counting past 10,000 runs when 200 ms are over, and before that counts all', () => {
    const { raw } = second.database;
    const columns = raw
      .prepare<[], string>(
        `SELECT name FROM pragma_table_info('run') WHERE name NOT IN ('seq', 'id')`,
      )
      .pluck()
      .all()
      .join(', ');
    const clock = vi.spyOn(performance, 'now');
    raw.exec('BEGIN');
    try {
      raw.exec(`WITH RECURSIVE copy (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copy WHERE i < 10000)
        INSERT INTO run (id, ${columns}) SELECT 'copy' || i, ${columns} FROM run, copy WHERE seq = 1`);
      // The clock is read when counting begins, at run 10,001 and at run 11,001.
      const countAfter = (ms: number) => {
        let at = -ms;
        clock.mockImplementation(() => (at += ms));
        const { total, more } = readHistory(second.database, { limit: 1 }, () => 0);
        return { total, more };
      };
      expect(countAfter(100)).toEqual({ total: count + 10_000, more: undefined });
      expect(countAfter(101)).toEqual({ total: 10_000, more: true });
    } finally {
      clock.mockRestore();
      raw.exec('ROLLBACK');
    }
  });

  it('does not lose its place when runs are added meanwhile', () => {
    const first = store.history({ limit: 10 }).rows.at(-1);
    const expected = store.history({ limit: 10, after: first ?? null }).rows.map((row) => row.id);
    const { id } = store.createRun(newRun([planned(0)], { createdAt: '2026-01-01T00:00:00.000Z' }));
    expect(store.history({ limit: 1 }).rows[0]?.id).toBe(id);
    expect(store.history({ limit: 10, after: first ?? null }).rows.map((row) => row.id)).toEqual(
      expected,
    );
    store.setStatus(id, 'cancelled');
    store.trash(id);
    store.purge(id);
    expect(store.history({}).total).toBe(count);
  });
});

describe('search', () => {
  const big = (i: number) => sizeOf(i) >= 1e6;
  const failed = (i: number) => i % 7 === 0;
  const histogram = (i: number) => i % 3 === 0;
  const lab = (i: number) => i % 10 === 0;

  it.each<[string, (i: number) => boolean]>([
    [
      'workload:histogram n>=1M tag:lab -status:failed',
      (i) => histogram(i) && big(i) && lab(i) && !failed(i),
    ],
    ['n>=1,000,000', big],
    ['n>=1\u202f000\u202f000', big],
    ['n>="1 000 000"', big],
    ['n:1,000,000', big],
    ['n>16,384', (i) => sizeOf(i) > 16_384],
    ['n:100,1000', (i) => [100, 1000].includes(sizeOf(i))],
    ['n:1,000..10,000 variant:sequential', (i) => sizeOf(i) >= 1000 && sizeOf(i) <= 1e4],
    ['cases>=1,000', () => false],
    // No single case is both small and has that distribution.
    ['n<100 distribution:hot', () => false],
    ['need lab', () => false],
    ['"is needle"', () => false],
    ['grosse', () => false],
  ])('finds %s', (query, fits) => {
    const { rows, total } = store.history({ query, limit: 200 });
    expect(total).toBe(countOf(fits));
    const expected = new Set(indexes.filter(fits).map((i) => ids[i]));
    expect(rows).toHaveLength(Math.min(200, expected.size));
    for (const row of rows) expect(expected.has(row.id)).toBe(true);
  });

  it('plans its queries by statistics that are renewed after a run', () => {
    const known = () =>
      second.database
        .prepare<string>("SELECT name FROM sqlite_schema WHERE name = 'sqlite_stat1'")
        .pluck()
        .all();
    expect(known()).toEqual([]);
    store.history({ query: 'workload:mean' });
    store.optimize();
    expect(known()).toEqual(['sqlite_stat1']);
  });

  it('finds new titles, notes and tags at once, and old ones no more', () => {
    const id = ids[10] ?? '';
    store.note(id, 'zebra crossing');
    store.tag(id, 'striped animal');
    expect(store.history({ query: 'zeb' }).total).toBe(1);
    expect(store.history({ query: 'stri' }).total).toBe(1);
    store.note(id, '');
    store.untag(id, 'Striped Animal');
    expect(store.history({ query: 'zebra' }).total).toBe(0);
    expect(store.history({ query: 'striped' }).total).toBe(0);
  });

  it('counts anew when another process has written', () => {
    expect(store.history({ query: 'quagga' }).total).toBe(0);
    const other = openStore(home);
    other.note(ids[11] ?? '', 'quagga');
    expect(store.history({ query: 'quagga' }).total).toBe(1);
    other.note(ids[11] ?? '', '');
    other.close();
    expect(store.history({ query: 'quagga' }).total).toBe(0);
  });

  it('answers a bad query with a sentence', () => {
    expect(failureOf(() => store.history({ query: 'nn>=1' })).message).toBe(
      'No stored run has a field or axis "nn"; fields are id, title, note, preset, status, tag, commit, host, cpu, gpu, machine, class, cases, ok, failed, skipped, breakeven, speedup, median, created, finished, is, has, workload, variant, outcome, kind, device, axes are distribution, n, threads.',
    );
  });
});
