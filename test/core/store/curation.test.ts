import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { failureOf } from './failure-of.ts';
import { finished, newRun, planned } from './fixtures.ts';
import { queryRaw } from './raw.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

function add(...ids: readonly string[]): void {
  for (const id of ids) {
    store.createRun(newRun([planned(0)], { id }));
    store.saveCase(id, finished(0));
    store.finishRun(id, 'complete');
  }
}

/** Ids of the runs that a query names, in the order of their names. */
const runs = (query = '') =>
  store
    .history({ query })
    .rows.map(({ id }) => id)
    .sort();

const deletedAt = (id: string): unknown =>
  queryRaw(store.file, 'SELECT trashed_at FROM run WHERE id = ?', id)[0];

it('tags and notes keeps one tag whatever its case, trimmed, and lets it go', () => {
  add('a');
  store.tag('a', '  big   lab ', 'Big Lab', 'x');
  expect(store.row('a').tags).toEqual(['big lab', 'x']);
  store.untag('a', 'BIG LAB', 'never there');
  expect(store.row('a').tags).toEqual(['x']);
  expect(failureOf(() => store.tag('a', ' '))).toMatchObject({ code: 'bad-input' });
  expect(failureOf(() => store.tag('a', 'y', 'z'.repeat(61))).message).toMatch(/has 61/);
  expect(store.row('a').tags).toEqual(['x']);
});

describe('pins and the baseline', () => {
  it('pins five and refuses a sixth by name', () => {
    add('a', 'b', 'c', 'd', 'e', 'f');
    for (const id of ['a', 'b', 'c', 'd', 'e', 'e']) store.pin(id);
    expect(failureOf(() => store.pin('f'))).toEqual({
      code: 'bad-input',
      message: 'At most 5 runs can be pinned; unpin one of a, b, c, d, e first.',
    });
    store.pin('b', false);
    store.pin('f');
    expect(runs('is:pinned')).toEqual(['a', 'c', 'd', 'e', 'f']);
  });

  it('has one baseline or none', () => {
    add('a', 'b');
    store.setBaseline('a');
    store.setBaseline('b');
    expect(runs('is:baseline')).toEqual(['b']);
    store.setBaseline(null);
    expect(store.history({ query: 'is:baseline' }).total).toBe(0);
  });
});

describe('the trash', () => {
  it('hides a run everywhere and brings it back as it was', () => {
    add('a', 'b');
    store.pin('a');
    store.setBaseline('a');
    store.tag('a', 'lab');
    const before = store.run('a');
    store.trash('a');
    expect([runs(), runs('is:trash')]).toEqual([['b'], ['a']]);
    expect(store.resolve('latest')).toBe('b');
    expect(failureOf(() => store.pin('a')).message).toMatch(/is in the trash/);
    store.trash('a');
    store.restore('a');
    expect(store.run('a')).toEqual(before);
    expect(store.samples('a', 0)).toHaveLength(1);
  });

  it('gives pin and baseline up when others have taken them', () => {
    add('a', 'b', 'c', 'd', 'e', 'f');
    store.pin('a');
    store.setBaseline('a');
    store.trash('a');
    for (const id of ['b', 'c', 'd', 'e', 'f']) store.pin(id);
    store.setBaseline('b');
    store.restore('a');
    expect(store.row('a')).toMatchObject({ pinned: false, baseline: false });
    expect(store.row('b')).toMatchObject({ pinned: true, baseline: true });
  });

  it('removes for good only what is in it, with everything that belonged to it', () => {
    add('a', 'b');
    expect(failureOf(() => store.purge('a')).message).toMatch(/is not in the trash/);
    store.trash('a', 'b');
    expect(store.purge()).toBe(2);
    expect(store.purge()).toBe(0);
    expect(failureOf(() => store.resolve('a')).code).toBe('not-found');
    const tables = queryRaw(
      store.file,
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const left = tables.map((table) => [
      table,
      ...queryRaw(store.file, `SELECT count(*) FROM ${String(table)}`),
    ]);
    expect(left).toEqual(tables.map((table) => [table, 0]));
    store.compact();
  });
});

it('saved views saves, replaces, lists and forgets them', () => {
  store.saveView({ name: 'Lab', query: 'tag:lab', options: { columns: ['title'] } });
  store.saveView({ name: 'big', query: 'n>=1M', options: {} });
  store.saveView({ name: 'LAB', query: 'tag:lab2', options: {} });
  expect(store.views()).toEqual([
    { name: 'big', query: 'n>=1M', options: {} },
    { name: 'LAB', query: 'tag:lab2', options: {} },
  ]);
  store.deleteView('big');
  expect(store.views()).toHaveLength(1);
  expect(failureOf(() => store.deleteView('big')).code).toBe('not-found');
  expect(failureOf(() => store.saveView({ name: ' ', query: '', options: {} })).code).toBe(
    'bad-input',
  );
});

describe('several runs at once', () => {
  it('go to the trash together or not at all', () => {
    add('a', 'b');
    store.createRun(newRun([planned(0)], { id: 'live' }));
    expect(failureOf(() => store.trash('a', 'live', 'b'))).toEqual({
      code: 'busy',
      message: 'Run live is active; cancel it before moving it to the trash.',
    });
    expect([runs(), runs('is:trash')]).toEqual([['a', 'b', 'live'], []]);
  });

  it('are removed for good together or not at all', () => {
    add('a', 'b', 'c');
    store.trash('a', 'c');
    expect(failureOf(() => store.purge('a', 'b', 'c')).message).toMatch(/^Run b is not in/);
    expect(runs('is:trash')).toEqual(['a', 'c']);
    expect(store.purge('c')).toBe(1);
    expect([runs(), runs('is:trash')]).toEqual([['b'], ['a']]);
    store.restore('a');
    expect(store.samples('a', 0)).toHaveLength(1);
  });
});

describe('a run in the trash', () => {
  it('stays as long as it was there when it is deleted again', () => {
    add('a');
    store.trash('a');
    const before = deletedAt('a');
    expect(before).toEqual(expect.any(String));
    store.trash('a');
    expect(deletedAt('a')).toBe(before);
    store.restore('a');
    expect(deletedAt('a')).toBeNull();
  });

  it('becomes neither pinned nor the baseline, and what was so stays', () => {
    add('a', 'b');
    store.pin('b');
    store.setBaseline('b');
    store.trash('a');
    expect(failureOf(() => store.pin('a')).message).toBe(
      'Run a is in the trash and cannot be pinned.',
    );
    expect(failureOf(() => store.setBaseline('a')).message).toBe(
      'Run a is in the trash and cannot be the baseline.',
    );
    expect([runs('is:pinned'), runs('is:baseline')]).toEqual([['b'], ['b']]);
    store.restore('a');
    expect(store.row('a')).toMatchObject({ pinned: false, baseline: false });
  });

  it('may be unpinned, and comes back so', () => {
    add('a');
    store.pin('a');
    store.trash('a');
    store.pin('a', false);
    store.restore('a');
    expect(store.row('a').pinned).toBe(false);
  });

  it('comes back with its pin where four others have one, and without where five have', () => {
    add('a', 'b', 'c', 'd', 'e', 'f');
    store.pin('a');
    store.trash('a');
    for (const id of ['b', 'c', 'd', 'e']) store.pin(id);
    store.restore('a');
    expect(store.row('a').pinned).toBe(true);
    store.trash('a');
    store.pin('f');
    store.restore('a');
    expect(runs('is:pinned')).toEqual(['b', 'c', 'd', 'e', 'f']);
  });

  it('is found by its words again once it is back', () => {
    add('a', 'b');
    store.rename('a', 'Zebra');
    store.trash('a');
    expect(runs('zebra')).toEqual([]);
    store.restore('a');
    expect(runs('zebra')).toEqual(['a']);
    store.trash('a');
    store.purge();
    add('a');
    expect(runs('zebra')).toEqual([]);
  });

  it('is not touched by bringing back another one, or one that is not there', () => {
    add('a', 'b');
    store.trash('a', 'b');
    store.restore('b');
    expect([runs(), runs('is:trash')]).toEqual([['b'], ['a']]);
    const before = store.run('b');
    store.restore('b');
    expect(store.run('b')).toEqual(before);
  });
});

it('the length of texts is limited, and what is as long as that is kept', () => {
  add('a');
  store.rename('a', 't'.repeat(200));
  expect(failureOf(() => store.rename('a', 't'.repeat(201))).message).toBe(
    'A title has at most 200 characters and this one has 201.',
  );
  store.note('a', 'n'.repeat(20_000));
  expect(failureOf(() => store.note('a', 'n'.repeat(20_001))).code).toBe('bad-input');
  expect([store.row('a').title.length, store.row('a').note?.length]).toEqual([200, 20_000]);
});
