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

const deletedAt = (id: string): unknown => {
  const raw = new (loadSqlite())(store.file, { readonly: true });
  try {
    return raw.prepare('SELECT trashed_at FROM run WHERE id = ?').pluck().get(id);
  } finally {
    raw.close();
  }
};

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

describe('the length of texts', () => {
  it('is limited, and what is as long as that is kept', () => {
    add('a');
    store.rename('a', 't'.repeat(200));
    expect(failureOf(() => store.rename('a', 't'.repeat(201))).message).toBe(
      'A title has at most 200 characters and this one has 201.',
    );
    store.note('a', 'n'.repeat(20_000));
    expect(failureOf(() => store.note('a', 'n'.repeat(20_001))).code).toBe('bad-input');
    expect([store.row('a').title.length, store.row('a').note?.length]).toEqual([200, 20_000]);
  });
});
