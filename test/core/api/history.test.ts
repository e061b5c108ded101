import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiEvent } from '../../../src-main/contract/api.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let first: string;
let second: string;
const events: ApiEvent[] = [];

beforeAll(async () => {
  scripted = createMeasuringApp();
  first = await scripted.measure(
    counted({ sweep: { n: [4000] } }, { title: 'alpha', tags: ['lab'] }),
  );
  second = await scripted.measure(
    counted({ workload: 'trouble', variants: ['good', 'throws'], sweep: {} }, { title: 'beta' }),
  );
  scripted.app.onEvent((event) => events.push(event));
});

afterAll(async () => await scripted.close());

describe('the history of the desktop', () => {
  it('counts what a query finds by workload, status, device, class of machine and tag', async () => {
    const all = await scripted.call('historyFacets', {});
    expect(all.total).toBe(2);
    expect(all.workload).toEqual([
      { value: 'count', count: 1 },
      { value: 'trouble', count: 1 },
    ]);
    expect(all.status).toEqual([{ value: 'complete', count: 2 }]);
    expect(all.tag).toEqual([{ value: 'lab', count: 1 }]);
    expect(all.device.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(all.class).toEqual([{ value: all.class[0]?.value, count: 2 }]);
    const tagged = await scripted.call('historyFacets', { query: 'tag:lab' });
    expect(tagged).toMatchObject({ total: 1, workload: [{ value: 'count', count: 1 }] });
  });

  it('forgets counts when something changes', async () => {
    expect((await scripted.call('historyFacets', {})).tag).toHaveLength(1);
    await scripted.call('tagRuns', { refs: [second], add: ['night'] });
    expect((await scripted.call('historyFacets', {})).tag.map(({ value }) => value)).toEqual([
      'lab',
      'night',
    ]);
    await scripted.call('tagRuns', { refs: [second], remove: ['night'] });
  });

  it.each([
    ['wor', 3, { from: 0, to: 3 }, 'workload:'],
    ['workload:co', 11, { from: 9, to: 11 }, 'count'],
    ['tag:lab -status:co', 18, { from: 16, to: 18 }, 'complete'],
    ['variant:sequential,par', 22, { from: 19, to: 22 }, 'parallel'],
    ['n', 1, { from: 0, to: 1 }, 'n:'],
    ['distribution:', 13, { from: 13, to: 13 }, 'uniform'],
    ['coun', 4, { from: 0, to: 4 }, 'workload:count'],
    ['is:', 3, { from: 3, to: 3 }, 'trash'],
  ])('completes %j at %i', async (query, cursor, place, text) => {
    const found = await scripted.call('completeQuery', { query, cursor });
    expect(found).toMatchObject(place);
    expect(found.items.map((item) => item.text)).toContain(text);
  });

  it('offers only what the store would find: each completion is a query without a fault', async () => {
    const { items } = await scripted.call('completeQuery', { query: 'workload:', cursor: 9 });
    expect(items.map(({ text }) => text)).toEqual(['count', 'trouble']);
    for (const { text } of items) {
      const page = await scripted.call('history', { query: `workload:${text}` });
      expect(page.total).toBe(1);
    }
  });

  it('tags and marks the baseline, and tells the windows', async () => {
    events.length = 0;
    const { rows } = await scripted.call('tagRuns', {
      refs: [first, second, first],
      add: ['x y'],
      remove: ['lab'],
    });
    expect(rows.map(({ id, tags }) => [id, tags])).toEqual([
      [first, ['x y']],
      [second, ['x y']],
    ]);
    expect(events).toEqual([{ type: 'history-changed', runId: first, runIds: [first, second] }]);
    await scripted.call('setBaseline', { ref: first });
    const moved = await scripted.call('setBaseline', { ref: second });
    expect(moved.rows.map(({ id, baseline }) => [id, baseline])).toEqual([
      [second, true],
      [first, false],
    ]);
    const none = await scripted.call('setBaseline', { ref: null });
    expect(none.rows.map(({ baseline }) => baseline)).toEqual([false]);
  });
});
