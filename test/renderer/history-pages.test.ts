import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { oldestFirst } from '../../src-renderer/state/history.ts';
import { historyOf, holdAnswers } from '../helpers/curated-history.ts';

describe('a page that was asked for before a change', () => {
  const ids = (history: { readonly rows: { readonly value: readonly { id: string }[] } }) =>
    history.rows.value.map(({ id }) => id);

  it('does not bring back what was deleted', async () => {
    const { client, history, curation } = await historyOf(3);
    const pages = holdAnswers(client, 'history');
    const slow = history.load();
    await pages.waiting(1);
    expect(await curation.trash(['r000002'])).toBe(true);
    expect(ids(history)).toEqual(['r000003', 'r000001']);
    await pages.waiting(2);
    pages.letGo();
    await slow;
    await expect.poll(() => history.loading.value).toBe(false);
    expect(ids(history)).toEqual(['r000003', 'r000001']);
    expect(history.total.value).toBe(2);
  });

  it('does not take away what came back', async () => {
    const { client, history, curation } = await historyOf(3);
    expect(await curation.trash(['r000002'])).toBe(true);
    const pages = holdAnswers(client, 'history');
    const slow = history.load();
    await pages.waiting(1);
    const back = curation.undo();
    await pages.waiting(2);
    pages.letGo();
    await Promise.all([slow, back]);
    expect(ids(history)).toEqual(['r000003', 'r000002', 'r000001']);
    expect(history.total.value).toBe(3);
  });

  it('shows pins and tags as they are now', async () => {
    const { client, history, curation, row } = await historyOf(3);
    const pages = holdAnswers(client, 'history');
    const slow = history.load();
    await pages.waiting(1);
    const both = [curation.pin('r000002', true), curation.tag(['r000002'], ['new'])];
    await pages.waiting(3);
    pages.letGo();
    await Promise.all([slow, ...both]);
    expect(row('r000002')).toMatchObject({ pinned: true, tags: ['new'] });
    // What others change later is shown.
    await client.call('pinRun', { ref: 'r000002', pinned: false });
    await history.load();
    expect(row('r000002')?.pinned).toBe(false);
  });

  it('shows the runs as they were when the store has refused the change', async () => {
    const { app, client, history, curation, row } = await historyOf(3);
    app.fail('pinRun', new BreakevenError('store', 'the disk is full'));
    const pages = holdAnswers(client, 'history');
    const slow = history.load();
    await pages.waiting(1);
    await curation.pin('r000002', true);
    pages.letGo();
    await slow;
    expect(row('r000002')?.pinned).toBe(false);
  });
});

describe('the pages of the history', () => {
  it('stay behind a first page that is read again', async () => {
    const { history } = await historyOf(450);
    await history.more();
    expect(history.rows.value.length).toBe(400);
    await history.load();
    expect(history.rows.value.length).toBe(400);
    expect(new Set(history.rows.value.map(({ id }) => id)).size).toBe(400);
  });

  it('of another query do not', async () => {
    const { client, history, curation } = await historyOf(450);
    await history.more();
    await curation.rename('r000300', 'Odd one');
    const pages = holdAnswers(client, 'history');
    history.setQuery('odd');
    await pages.waiting(1);
    // The host tells of a change while the answer to the query is on its way.
    const again = history.load();
    await pages.waiting(2);
    pages.letGo();
    await again;
    expect(history.rows.value.map(({ id }) => id)).toEqual(['r000300']);
  });
});

it('rows of another query than the one that is written are not its result: while it is asked, and after it was refused', async () => {
  const { client, history } = await historyOf(3);
  await history.load();
  expect(history.isCurrent()).toBe(true);
  const pages = holdAnswers(client, 'history');
  history.setQuery('r000002');
  expect(history.isCurrent()).toBe(false);
  await pages.waiting(1);
  pages.letGo();
  await expect.poll(() => history.isCurrent()).toBe(true);
  history.setQuery('n>=x');
  await expect.poll(() => history.failure.value?.code).toBe('bad-input');
  expect(history.rows.value.length).toBeGreaterThan(0);
  expect(history.isCurrent()).toBe(false);
  history.setQuery('');
  await expect.poll(() => history.isCurrent()).toBe(true);
});

describe('the facets of a query', () => {
  const counted = async () => {
    const { client, history } = await historyOf(3);
    const call = client.call as (name: string, input: unknown) => Promise<unknown>;
    const asked: string[] = [];
    client.call = ((name: string, input: unknown) => {
      if (name === 'historyFacets') asked.push((input as { query: string }).query);
      return call(name, input);
    }) as typeof client.call;
    await expect.poll(() => history.facets.value !== null).toBe(true);
    return { history, asked };
  };

  it('are counted with the first list, and then when hands rest or when they are looked at', async () => {
    const { history, asked } = await counted();
    expect(history.facets.value?.tag).not.toEqual([]);
    const before = asked.length;
    await history.load();
    await history.load();
    expect(asked.length).toBe(before);
    history.countFacets();
    expect(asked.length).toBe(before + 1);
    history.countFacets();
    expect(asked.length).toBe(before + 1);
  });
});

it('compares with the oldest run that was measured here, before imported ones', () => {
  const run = (id: string, more = {}) => ({ id, ...more }) as Parameters<typeof oldestFirst>[1][0];
  const rows = [run('c'), run('b'), run('a', { importedAt: '2026-11-20T08:00:00.000Z' })];
  expect(oldestFirst(['c', 'a', 'b'], rows)).toEqual(['b', 'c', 'a']);
});
