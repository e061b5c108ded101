import { describe, expect, it } from 'vitest';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { failureOf } from './failure-of.ts';
import { finished, newRun, planned } from './fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

function add(id: string): string {
  store.createRun(newRun([planned(0)], { id }));
  store.saveCase(id, finished(0));
  store.finishRun(id, 'complete');
  return id;
}

describe('tags and notes', () => {
  it('keeps one tag whatever its case, trimmed, and lets it go', () => {
    add('a');
    store.tag('a', '  big   lab ', 'Big Lab', 'x');
    expect(store.row('a').tags).toEqual(['big lab', 'x']);
    store.untag('a', 'BIG LAB', 'never there');
    expect(store.row('a').tags).toEqual(['x']);
    expect(failureOf(() => store.tag('a', ' '))).toMatchObject({ code: 'bad-input' });
    expect(failureOf(() => store.tag('a', 'y', 'z'.repeat(61))).message).toMatch(/has 61/);
    expect(store.row('a').tags).toEqual(['x']);
  });

  it('keeps notes and titles within their length', () => {
    add('a');
    store.note('a', 'first line\nsecond');
    store.rename('a', 'Better');
    expect(store.row('a')).toMatchObject({ note: 'first line\nsecond', title: 'Better' });
    expect(failureOf(() => store.note('a', 'x'.repeat(20_001))).code).toBe('bad-input');
  });
});

describe('pins and the baseline', () => {
  it('pins five and refuses a sixth by name', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) add(id);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'e']) store.pin(id);
    expect(failureOf(() => store.pin('f'))).toEqual({
      code: 'bad-input',
      message: 'At most 5 runs can be pinned; unpin one of a, b, c, d, e first.',
    });
    store.pin('b', false);
    store.pin('f');
    expect(
      store
        .history({ query: 'is:pinned' })
        .rows.map((row) => row.id)
        .sort(),
    ).toEqual(['a', 'c', 'd', 'e', 'f']);
  });

  it('has one baseline or none', () => {
    add('a');
    add('b');
    store.setBaseline('a');
    store.setBaseline('b');
    expect(store.history({ query: 'is:baseline' }).rows.map((row) => row.id)).toEqual(['b']);
    store.setBaseline(null);
    expect(store.history({ query: 'is:baseline' }).total).toBe(0);
  });
});

describe('the trash', () => {
  it('hides a run everywhere and brings it back as it was', () => {
    add('a');
    add('b');
    store.pin('a');
    store.setBaseline('a');
    store.tag('a', 'lab');
    const before = store.run('a');
    store.trash('a');
    expect(store.history({}).rows.map((row) => row.id)).toEqual(['b']);
    expect(store.history({ query: 'is:trash' }).rows.map((row) => row.id)).toEqual(['a']);
    expect(store.resolve('latest')).toBe('b');
    expect(failureOf(() => store.pin('a')).message).toMatch(/is in the trash/);
    store.trash('a');
    store.restore('a');
    expect(store.run('a')).toEqual(before);
    expect(store.samples('a', 0)).toHaveLength(1);
  });

  it('gives pin and baseline up when others have taken them', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) add(id);
    store.pin('a');
    store.setBaseline('a');
    store.trash('a');
    for (const id of ['b', 'c', 'd', 'e', 'f']) store.pin(id);
    store.setBaseline('b');
    store.restore('a');
    expect(store.row('a')).toMatchObject({ pinned: false, baseline: false });
    expect(store.row('b')).toMatchObject({ pinned: true, baseline: true });
  });

  it('does not take a run that is under way', () => {
    store.createRun(newRun([planned(0)], { id: 'live' }));
    expect(failureOf(() => store.trash('live')).code).toBe('busy');
    expect(store.history({}).total).toBe(1);
  });

  it('removes for good only what is in it, with everything that belonged to it', () => {
    add('a');
    add('b');
    expect(failureOf(() => store.purge('a')).message).toMatch(/is not in the trash/);
    store.trash('a', 'b');
    expect(store.purge()).toBe(2);
    expect(store.purge()).toBe(0);
    expect(failureOf(() => store.resolve('a')).code).toBe('not-found');
    const raw = new (loadSqlite())(store.file, { readonly: true });
    const tables = raw
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%'`,
      )
      .pluck()
      .all();
    expect(tables.length).toBeGreaterThan(10);
    for (const table of tables) {
      expect([
        table,
        raw
          .prepare(`SELECT count(*) FROM ${String(table)}`)
          .pluck()
          .get(),
      ]).toEqual([table, 0]);
    }
    raw.close();
    store.compact();
  });
});

describe('saved views', () => {
  it('saves, replaces, lists and forgets them', () => {
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
});
