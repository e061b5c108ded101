import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import type { Client } from '../../src-renderer/client.ts';
import { createCompareAhead, rowsInSight } from '../../src-renderer/state/ahead.ts';
import { createCuration } from '../../src-renderer/state/curation.ts';
import { createHistory } from '../../src-renderer/state/history.ts';
import { base64Of, importRunFile } from '../../src-renderer/state/import-files.ts';
import type { Toast } from '../../src-renderer/state/index.ts';
import { facetValues, toggleFacet } from '../../src-renderer/state/query-text.ts';
import { createResource } from '../../src-renderer/state/resource.ts';
import { createFakeApp } from '../helpers/fake-api.ts';

async function historyOf(runs: number) {
  const app = createFakeApp({ runs });
  const client = {
    host: 'browser',
    onEvent: () => () => undefined,
    call: (name: never, input: never) => (app.api[name] as (input: never) => unknown)(input),
  } as unknown as Client;
  const history = createHistory(client);
  await history.load();
  const toasts: { text: string; action: Toast['action'] }[] = [];
  let marks = 0;
  const curation = createCuration({
    client,
    history,
    toast: (text, more = {}) => toasts.push({ text, action: more.action ?? null }),
    marksChanged: () => {
      marks += 1;
    },
    rowsChanged: () => undefined,
  });
  const row = (id: string) => history.rows.value.find((each) => each.id === id);
  return { app, client, history, curation, toasts, row, marks: () => marks };
}

describe('what a person does to runs', () => {
  it('shows at once and is stored', async () => {
    const { app, curation, row } = await historyOf(3);
    const done = curation.tag(['r000003', 'r000001'], ['gpu']);
    expect(row('r000003')?.tags).toEqual(['gpu', 'lab']);
    await done;
    expect(app.stored.map(({ row: stored }) => stored.tags)).toEqual([
      ['gpu', 'lab'],
      [],
      ['gpu', 'lab'],
    ]);
    await curation.note('r000002', 'after the update');
    await curation.rename('r000002', 'Baseline of May');
    expect(row('r000002')).toMatchObject({ note: 'after the update', title: 'Baseline of May' });
  });

  it('is taken back when the store refuses it, and says why', async () => {
    const { app, curation, row, toasts } = await historyOf(2);
    app.fail('pinRun', new BreakevenError('store', 'the disk is full'));
    const done = curation.pin('r000002', true);
    expect(row('r000002')?.pinned).toBe(true);
    await done;
    expect(row('r000002')?.pinned).toBe(false);
    expect(toasts.at(-1)?.text).toBe('The run was not pinned: the disk is full');
  });

  it('undoes deleting, pinning and tagging', async () => {
    const { curation, history, row, toasts, marks } = await historyOf(4);
    expect(await curation.trash(['r000004', 'r000002'])).toBe(true);
    expect(history.rows.value.map(({ id }) => id)).toEqual(['r000003', 'r000001']);
    expect(history.total.value).toBe(2);
    expect(toasts.at(-1)?.action?.label).toBe('Undo');
    await curation.undo();
    expect(history.rows.value.map(({ id }) => id)).toEqual([
      'r000004',
      'r000003',
      'r000002',
      'r000001',
    ]);
    await curation.pin('r000001', true);
    await curation.undo();
    expect(row('r000001')?.pinned).toBe(false);
    expect(marks()).toBeGreaterThan(2);
    await curation.tag(['r000001'], ['new'], ['lab']);
    expect(row('r000001')?.tags).toEqual(['new']);
    await curation.undo();
    expect(row('r000001')?.tags).toEqual(['lab']);
    await curation.undo();
    expect(toasts.at(-1)?.text).toBe('There is nothing to undo.');
  });

  it('undoes what was done last, though an earlier change is still on its way', async () => {
    const { curation, row, history } = await historyOf(3);
    const tagged = curation.tag(['r000001'], ['slow']);
    const gone = curation.trash(['r000003']);
    await Promise.all([tagged, gone]);
    expect(row('r000003')).toBeUndefined();
    await curation.undo();
    expect(history.rows.value[0]?.id).toBe('r000003');
    expect(row('r000001')?.tags).toEqual(['lab', 'slow']);
    await curation.undo();
    expect(row('r000001')?.tags).toEqual(['lab']);
  });

  it('has one baseline', async () => {
    const { curation, history } = await historyOf(3);
    await curation.baseline('r000001');
    await curation.baseline('r000003');
    const marked = () => history.rows.value.filter(({ baseline }) => baseline).map(({ id }) => id);
    expect(marked()).toEqual(['r000003']);
    await curation.baseline(null);
    expect(marked()).toEqual([]);
  });

  it('knows the changes that it made itself from those of others', async () => {
    const { curation } = await historyOf(2);
    expect(curation.isOwn(['r000001'])).toBe(false);
    await curation.pin('r000001', true);
    expect(curation.isOwn(['r000001'])).toBe(true);
    expect(curation.isOwn(['r000001', 'r000002'])).toBe(false);
  });

  it('keeps, replaces and deletes views', async () => {
    const { curation, history, toasts } = await historyOf(1);
    await curation.saveView({ name: 'Lab', query: 'tag:lab' });
    await curation.saveView({ name: 'Lab', query: 'tag:lab status:complete' });
    expect(history.views.value).toEqual([{ name: 'Lab', query: 'tag:lab status:complete' }]);
    await curation.deleteView('Lab');
    expect(history.views.value).toEqual([]);
    toasts.at(-1)?.action?.run();
    await expect.poll(() => history.views.value.length).toBe(1);
  });
});

/** Holds the next answers of a procedure, read when they were asked for, until they are let go. */
function holdAnswers(client: Client, procedure: string) {
  const call = client.call as unknown as (name: string, input: unknown) => Promise<unknown>;
  const held: (() => void)[] = [];
  let holding = true;
  client.call = (async (name: string, input: unknown) => {
    const answer = await call(name, input);
    if (holding && name === procedure) await new Promise<void>((done) => held.push(done));
    return answer;
  }) as unknown as Client['call'];
  return {
    /** So many answers wait. */
    waiting: (count: number) => expect.poll(() => held.length).toBe(count),
    letGo() {
      holding = false;
      for (const done of held.splice(0)) done();
    },
  };
}

describe('a page that was asked for before a change', () => {
  const ids = (history: { readonly rows: { readonly value: readonly { id: string }[] } }) =>
    history.rows.value.map(({ id }) => id);

  it('does not bring back what was deleted, whether it comes before or after the answer', async () => {
    for (const first of ['page', 'answer']) {
      const { client, history, curation } = await historyOf(3);
      const pages = holdAnswers(client, 'history');
      const slow = history.load();
      await pages.waiting(1);
      const answers = holdAnswers(client, 'trashRuns');
      const gone = curation.trash(['r000002']);
      await answers.waiting(1);
      if (first === 'page') {
        pages.letGo();
        await slow;
        expect(ids(history)).toEqual(['r000003', 'r000001']);
        answers.letGo();
        await gone;
      } else {
        answers.letGo();
        await gone;
        expect(ids(history)).toEqual(['r000003', 'r000001']);
        pages.letGo();
        await slow;
      }
      await expect.poll(() => history.loading.value).toBe(false);
      expect(ids(history)).toEqual(['r000003', 'r000001']);
      expect(history.total.value).toBe(2);
    }
  });

  it('does not take away what came back', async () => {
    const { client, history, curation } = await historyOf(3);
    expect(await curation.trash(['r000002'])).toBe(true);
    const pages = holdAnswers(client, 'history');
    const slow = history.load();
    await pages.waiting(1);
    const back = curation.undo();
    await new Promise((done) => setTimeout(done));
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
    const pinned = curation.pin('r000002', true);
    await curation.tag(['r000002'], ['new']);
    await pinned;
    pages.letGo();
    await slow;
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

describe('what is brought back', () => {
  it('leaves the list of the trash', async () => {
    const { history, curation } = await historyOf(3);
    await curation.trash(['r000001', 'r000003']);
    history.setQuery('is:trash');
    await expect.poll(() => history.rows.value.length).toBe(2);
    await curation.restore(['r000001']);
    expect(history.rows.value.map(({ id }) => id)).toEqual(['r000003']);
  });

  it('is not put into the list of another query', async () => {
    const { history, curation } = await historyOf(3);
    await curation.rename('r000001', 'Odd one');
    await curation.trash(['r000003']);
    history.setQuery('odd');
    await expect.poll(() => history.rows.value.length).toBe(1);
    await curation.undo();
    expect(history.rows.value.map(({ id }) => id)).toEqual(['r000001']);
    expect(history.total.value).toBe(1);
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

describe('something asked for', () => {
  it('is asked for anew when it changes while an answer is on its way', async () => {
    let stored = { cases: 1, tag: 'old' };
    const held: (() => void)[] = [];
    const resource = createResource(async () => {
      const read = stored;
      await new Promise<void>((done) => held.push(done));
      return read;
    });
    void resource.load();
    held.shift()?.();
    await expect.poll(() => resource.state.value.value).toEqual({ cases: 1, tag: 'old' });
    stored = { cases: 2, tag: 'old' };
    void resource.load();
    stored = { cases: 2, tag: 'new' };
    resource.update((known) => ({ ...known, tag: 'new' }));
    expect(resource.state.value.value).toEqual({ cases: 1, tag: 'new' });
    for (const done of held.splice(0)) done();
    await expect.poll(() => resource.state.value.value).toEqual({ cases: 2, tag: 'new' });
    expect(resource.state.value.loading).toBe(false);
    resource.update((known) => ({ ...known, tag: 'newer' }));
    expect(resource.state.value).toMatchObject({ loading: false, value: { tag: 'newer' } });
    expect(held.length).toBe(0);
  });
});

describe('facets', () => {
  it.each([
    ['', 'workload', 'tally', 'workload:tally'],
    ['n>=1M', 'tag', 'my lab', 'n>=1M tag:"my lab"'],
    ['workload:tally n>=1', 'workload', 'total', 'workload:tally,total n>=1'],
    ['workload:tally,total', 'workload', 'tally', 'workload:total'],
    ['a tag:"my lab" b', 'tag', 'my lab', 'a b'],
    ['-status:failed', 'status', 'failed', '-status:failed status:failed'],
  ])('write themselves into a query: %j %s %s', (query, field, value, expected) => {
    expect(toggleFacet(query, field, value)).toBe(expected);
  });

  it('read what a query asks for', () => {
    expect(facetValues('x tag:a,"b c" -tag:d', 'tag')).toEqual(['a', 'b c']);
    expect(facetValues('-tag:d', 'tag')).toEqual([]);
  });
});

describe('a comparison that is likely to be asked for', () => {
  it('is judged once the ticking rests, and anew when runs have changed', async () => {
    const { client } = await historyOf(3);
    const asked: unknown[] = [];
    const watched = {
      ...client,
      call: ((name: never, input: { refs: unknown }) => {
        asked.push(input.refs);
        return client.call(name, input as never);
      }) as Client['call'],
    };
    const ahead = createCompareAhead(watched);
    ahead.expect(['r000001']);
    ahead.expect(['r000001', 'r000002']);
    ahead.expect(['r000001', 'r000003']);
    await expect.poll(() => asked).toEqual([['r000001', 'r000003']]);
    expect((await ahead.get(['r000001', 'r000003'], null)).sides.length).toBe(2);
    expect(asked.length).toBe(1);
    await ahead.get(['r000001', 'r000003'], 'call');
    ahead.forget();
    await ahead.get(['r000001', 'r000003'], null);
    expect(asked.length).toBe(3);
    await expect(ahead.get(['r000001', 'gone'], null)).rejects.toThrow('there is no run');
    await expect(ahead.get(['r000001', 'gone'], null)).rejects.toThrow('there is no run');
    expect(asked.length).toBe(5);
  });

  it('that is long is shown with the verdicts of its first rows, then whole', async () => {
    const { client } = await historyOf(3);
    const asked: unknown[] = [];
    const watched = {
      ...client,
      call: (async (name: never, input: { judge?: number }) => {
        asked.push(input.judge);
        const whole = (await client.call(name, input as never)) as RunsComparison;
        return input.judge === undefined ? whole : { ...whole, judged: input.judge };
      }) as unknown as Client['call'],
    };
    const ahead = createCompareAhead(watched, () => 800);
    const seen: unknown[] = [];
    const show = (comparison: RunsComparison) => seen.push(comparison.judged);
    const refs = ['r000001', 'r000003'];
    expect((await ahead.get(refs, null, show)).judged).toBeUndefined();
    expect(asked).toEqual([7, undefined]);
    expect(seen).toEqual([7]);
    // What is known whole is shown whole.
    await ahead.get(refs, null, show);
    expect(asked.length).toBe(2);
    await ahead.get(refs, 'call', show);
    expect(asked).toEqual([7, undefined, 7, undefined]);
    expect(seen).toEqual([7, 7]);
  });

  it('is judged first as far as a window shows it', () => {
    // Seen in windows of these heights: 4 and 14 rows of two sides, 2 and 7 of eight.
    expect([rowsInSight(800, 2), rowsInSight(1440, 2)]).toEqual([7, 16]);
    expect([rowsInSight(800, 8), rowsInSight(1440, 8)]).toEqual([4, 9]);
    expect(rowsInSight(300, 8)).toBe(3);
  });
});

describe('a run file', () => {
  const file = (bytes: Uint8Array<ArrayBuffer>) =>
    Object.assign(new Blob([bytes]), { name: 'a.breakeven' });

  it('is sent in pieces, the last of which makes the run', async () => {
    const { app, client } = await historyOf(0);
    const sizes: number[] = [];
    const watched: Client = {
      ...client,
      call: ((name: string, input: { data: string; last: boolean }) => {
        if (name === 'importRun') sizes.push(Buffer.from(input.data, 'base64').length);
        return client.call(name as never, input as never);
      }) as Client['call'],
    };
    const { run, already } = await importRunFile(watched, file(new Uint8Array(900_000).fill(7)));
    expect(run.title).toBe('From another machine');
    expect(already).toBe(false);
    expect(sizes.length).toBe(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(900_000);
    expect(app.stored.length).toBe(1);
  });

  it('of a run that is stored gives that one, and leaves it alone', async () => {
    const { app, client } = await historyOf(2);
    const bytes = new TextEncoder().encode('run r000001');
    const { run, already } = await importRunFile(client, file(bytes));
    expect([run.id, already]).toEqual(['r000001', true]);
    expect(app.stored.length).toBe(2);
  });

  it('that is none is refused with a sentence', async () => {
    const { client } = await historyOf(0);
    const bytes = new TextEncoder().encode('not a run file');
    await expect(importRunFile(client, file(bytes))).rejects.toThrow('is no run file');
    const large = { name: 'big.breakeven', size: 2 ** 40, slice: () => new Blob() };
    await expect(importRunFile(client, large)).rejects.toThrow('a run file has at most');
  });

  it('is written as base64 whatever its bytes', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, i) => i % 256);
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});
