import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { createReader, type Reader } from '../../../src-main/core/store/reader.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { finished, newRun, planned } from './fixtures.ts';

let store: Store;
let readers: Reader[] = [];
freshStore((opened) => {
  store = opened;
});
afterEach(async () => {
  for (const reader of readers) await reader.close();
  readers = [];
  vi.restoreAllMocks();
});

/** A reader in a thread, and what this thread was asked besides. */
function threaded() {
  const asked: string[] = [];
  const watched: Store = {
    ...store,
    answer(question, input) {
      asked.push(question);
      return store.answer(question, input);
    },
  };
  const reader = createReader(watched, () => true);
  readers.push(reader);
  return { reader, asked };
}

function addRun(title: string): string {
  const { id } = store.createRun(newRun([planned(0)], { title }));
  store.saveCase(id, finished(0));
  store.finishRun(id, 'complete');
  return id;
}

it('answers every question as the store does, in a thread, with what was stored just before', async () => {
  addRun('first');
  const { reader, asked } = threaded();
  const request = { query: 'workload:histogram', sparkline: true };
  expect(await reader.ask('history', request)).toEqual(store.history(request));
  const id = addRun('second');
  expect((await reader.ask('history', request)).rows[0]?.id).toBe(id);
  const facets = { query: 'first', limit: 12 };
  expect(await reader.ask('facets', facets)).toEqual(store.answer('facets', facets));
  const begun = { query: 'wor', cursor: 3 };
  expect(await reader.ask('complete', begun)).toEqual(store.answer('complete', begun));
  const changes = { direction: 'both', offset: 0, limit: 10 } as const;
  expect(await reader.ask('changes', changes)).toEqual(store.answer('changes', changes));
  expect(asked).toEqual([]);
});

it('passes a sentence about a query on, and goes on', async () => {
  addRun('first');
  const { reader } = threaded();
  await expect(reader.ask('history', { query: 'nn>=1' })).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringContaining('No stored run has a field or axis "nn"'),
  });
  expect((await reader.ask('history', {})).total).toBe(1);
});

it('answers the newest question next and every second time the oldest, and equal ones once', async () => {
  addRun('first');
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const { reader } = threaded();
  const order: string[] = [];
  const ask = async (query: string) => {
    const { total } = await reader.ask('history', { query });
    order.push(query);
    return total;
  };
  const words = ['now', 'a', 'b', 'c', 'd', 'd', 'a'];
  const answers = words.map((word) => ask(`title:${word}`));
  expect(await Promise.all(answers)).toEqual(
    words.map((word) => store.history({ query: `title:${word}` }).total),
  );
  // The first is under way when the others come; then the oldest, the newest, and so on.
  const asked = ['now', 'a', 'd', 'b', 'c'].map((word) => `title:${word}`);
  expect([...new Set(order)]).toEqual(asked);
  expect(post).toHaveBeenCalledTimes(asked.length);
});

function ending(this: Worker): void {
  void this.terminate();
}

async function expectBoth(reader: Reader): Promise<void> {
  const waiting = [reader.ask('history', {}), reader.ask('facets', { query: '', limit: 5 })];
  expect((await Promise.all(waiting)).map(({ total }) => total)).toEqual([1, 1]);
}

it('starts a thread again that has ended, which answers what it left and what waits', async () => {
  addRun('first');
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(ending);
  const { reader, asked } = threaded();
  await expectBoth(reader);
  expect(post.mock.calls.map(([[question]]) => question)).toEqual(['history', 'history', 'facets']);
  expect(new Set(post.mock.contexts).size).toBe(2);
  expect(asked).toEqual([]);
});

it('answers in this thread where the next one ends too, also what waits for it', async () => {
  addRun('first');
  const post = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(ending);
  const { reader, asked } = threaded();
  await expectBoth(reader);
  expect((await reader.ask('history', { limit: 1 })).total).toBe(1);
  expect(asked).toEqual(['history', 'facets', 'history']);
  expect(post).toHaveBeenCalledTimes(2);
});

it('asks no thread where the program does not stay', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const reader = createReader(store, () => false);
  readers.push(reader);
  expect((await reader.ask('history', {})).total).toBe(0);
  expect(post).not.toHaveBeenCalled();
});
