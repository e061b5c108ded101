import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHistoryRoute } from '../../src-renderer/state/history-route.ts';
import { hrefOf, parseRoute, type Route } from '../../src-renderer/state/route.ts';
import { historyOf } from '../helpers/curated-history.ts';

describe('the address of the history', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const openAt = async (address: string) => {
    const { history } = await historyOf(3);
    const route = signal<Route>(parseRoute(address));
    const entries = [address];
    const go = (next: Route) => {
      entries.push(hrefOf(next));
      route.value = next;
    };
    const replace = (next: Route) => {
      entries.splice(-1, 1, hrefOf(next));
      route.value = next;
    };
    const synced = createHistoryRoute({ history, route, go, replace });
    /** As the browser's button does. */
    const back = () => {
      entries.pop();
      route.value = parseRoute(entries.at(-1) ?? '');
    };
    const rest = () => vi.advanceTimersByTime(1000);
    return { history, route, entries, synced, back, rest };
  };

  it('is a link to query and order', async () => {
    const { history, synced } = await openAt('#/history?q=tag%3Alab+n%3E%3D1M&sort=-speedup');
    expect(history.query.value).toBe('tag:lab n>=1M');
    expect(history.order.value).toEqual({ by: 'speedup', descending: true });
    expect(hrefOf(synced.current())).toBe('#/history?q=tag%3Alab+n%3E%3D1M&sort=-speedup');
  });

  it('takes an order that it does not know for the usual one', async () => {
    const { history } = await openAt('#/history?sort=weight');
    expect(history.order.value).toEqual({ by: 'created', descending: true });
  });

  it('takes one step for all that is typed in a row, when the keys rest', async () => {
    const { entries, synced, rest, history, back } = await openAt('#/history');
    for (const text of ['t', 'ta', 'tag:']) synced.typed(text);
    expect(entries).toEqual(['#/history']);
    rest();
    synced.typed('tag:lab ');
    rest();
    expect(entries).toEqual(['#/history', '#/history?q=tag%3Alab+']);
    synced.commit();
    synced.typed('tag:lab cub');
    synced.commit();
    expect(entries.length).toBe(3);
    back();
    expect(history.query.value).toBe('tag:lab ');
    back();
    expect(history.query.value).toBe('');
    rest();
    expect(entries).toEqual(['#/history']);
  });

  it('takes a step for each choice', async () => {
    const { entries, history, back } = await openAt('#/history');
    history.setQuery('status:failed');
    history.setOrder({ by: 'title', descending: false });
    expect(entries).toEqual([
      '#/history',
      '#/history?q=status%3Afailed',
      '#/history?q=status%3Afailed&sort=title',
    ]);
    back();
    expect(history.order.value).toEqual({ by: 'created', descending: true });
    expect(history.query.value).toBe('status:failed');
  });

  it('of another screen stays as it is', async () => {
    const { entries, history, synced } = await openAt('#/run/r1');
    history.setQuery('tag:lab');
    synced.typed('tag:');
    synced.commit();
    expect(entries).toEqual(['#/run/r1']);
    expect(hrefOf(synced.current())).toBe('#/history?q=tag%3A');
  });
});
