import { describe, expect, it } from 'vitest';
import type { Progress } from '../../src-main/contract/progress.ts';
import { commandOfKey, commands } from '../../src-renderer/state/commands.ts';
import { createHistory } from '../../src-renderer/state/history.ts';
import { createLive, elapsedAt } from '../../src-renderer/state/live.ts';
import { findEntries } from '../../src-renderer/state/palette.ts';
import { createResource } from '../../src-renderer/state/resource.ts';
import { hrefOf, parseRoute, type Route } from '../../src-renderer/state/route.ts';
import { readSettings, standardSettings } from '../../src-renderer/state/settings.ts';
import { nanosecondInterval, unbroken, wallRange, wallTime } from '../../src-renderer/ui/format.ts';
import { planned } from '../core/store/fixtures.ts';
import { type Caller, callerOf, createScriptedApp } from '../helpers/scripted-app.ts';
import { seedRuns } from '../helpers/seed-runs.ts';

describe('addresses', () => {
  it.each<Route>([
    { screen: 'home' },
    { screen: 'history' },
    { screen: 'run', ref: '20261121-abc', tab: 'results' },
    { screen: 'run', ref: 'latest~1', tab: 'history' },
    { screen: 'compare', refs: [] },
    { screen: 'compare', refs: ['a', 'b/c'] },
  ])('lead to a screen and back: %j', (route) => {
    expect(parseRoute(hrefOf(route))).toEqual(route);
  });

  it.each(['', '#', '#/nowhere', '#/run', '#/%E0%A4%A'])(
    'that mean nothing lead home: "%s"',
    (hash) => {
      expect(parseRoute(hash)).toEqual({ screen: 'home' });
    },
  );
});

describe('keys', () => {
  const key = (text: string, control = false) => ({
    key: text,
    ctrlKey: control,
    metaKey: false,
    altKey: false,
  });

  it('mean their commands, plain letters only outside of text', () => {
    expect(commandOfKey(key('k', true), true, '')).toBe('palette');
    expect(commandOfKey(key('Enter', true), true, '')).toBe('start-run');
    expect(commandOfKey(key('3', true), false, '')).toBe('screen-3');
    expect(commandOfKey(key('?'), false, '')).toBe('shortcuts');
    expect(commandOfKey(key('?'), true, '')).toBeNull();
    expect(commandOfKey(key('4'), false, 'g')).toBe('screen-4');
    expect(commandOfKey(key('4'), false, '')).toBeNull();
    expect(commandOfKey({ ...key('k', true), altKey: true }, false, '')).toBeNull();
  });

  it('have one command each', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const host of ['desktop', 'browser'] as const) {
      expect(new Set(commands.map(({ keys }) => keys[host])).size).toBe(commands.length);
    }
  });
});

describe('a resource', () => {
  it('keeps its old value while it is asked for again, and only the latest answer counts', async () => {
    const answers: ((value: number) => void)[] = [];
    const resource = createResource(() => new Promise<number>((resolve) => answers.push(resolve)));
    const first = resource.load();
    const second = resource.load();
    answers[1]?.(2);
    await second;
    answers[0]?.(1);
    await first;
    expect(resource.state.value).toEqual({ loading: false, value: 2, failure: null });
    void resource.load();
    expect(resource.state.value).toEqual({ loading: true, value: 2, failure: null });
  });

  it('keeps the reason when it fails', async () => {
    const resource = createResource(() => Promise.reject(new Error('no disk')));
    await resource.load();
    expect(resource.state.value.failure?.message).toBe('no disk');
    expect(resource.state.value.loading).toBe(false);
  });
});

describe('the history', () => {
  const clientOf = (runs: number) => {
    const app = createScriptedApp();
    seedRuns(app.home, runs);
    const asked: unknown[] = [];
    return {
      asked,
      client: {
        host: 'browser' as const,
        onEvent: () => () => undefined,
        call: ((name, input) => {
          asked.push(input);
          return callerOf(app)(name, input);
        }) as Caller,
      },
    };
  };

  it('shows the answer to the last query only, and says what is wrong with one', async () => {
    const { client } = clientOf(12);
    const history = createHistory(client);
    await history.load();
    history.setQuery('sweep');
    history.setQuery('n>=x');
    await expect.poll(() => history.failure.value?.code).toBe('bad-input');
    expect(history.rows.value.length).toBe(12);
    history.setQuery('tag:lab');
    await expect.poll(() => history.total.value).toBe(6);
    expect(history.failure.value).toBeNull();
  });
});

describe('the live run', () => {
  const progress = (part: Partial<Progress>): Progress => ({
    runId: 'r1',
    status: 'running',
    done: 0,
    total: 2,
    current: null,
    samples: 0,
    medianNs: null,
    ci95LoNs: null,
    ci95HiNs: null,
    elapsedS: 0,
    etaS: null,
    failure: null,
    ...part,
  });
  it('draws the medians of the present case', () => {
    const live = createLive(() => 0);
    live.receive(progress({}));
    live.receive(progress({ current: planned(0), medianNs: 5, samples: 3 }));
    live.receive(progress({ current: planned(0), medianNs: 4, samples: 6 }));
    expect(live.trail.value).toEqual([5, 4]);
    live.receive(progress({ current: planned(1), done: 1, medianNs: 9 }));
    expect(live.trail.value).toEqual([9]);
    live.cancelling.value = 'r1';
    live.receive(progress({ status: 'cancelled', done: 1 }));
    expect(live.cancelling.value).toBeNull();
  });

  it('goes on counting between messages, and stops at the end', () => {
    let now = 1000;
    const live = createLive(() => now);
    live.receive(progress({ elapsedS: 5 }));
    expect(elapsedAt(live, now + 3000).run).toBe(8);
    now = 9000;
    live.receive(progress({ status: 'complete', elapsedS: 12 }));
    expect(elapsedAt(live, now + 60_000).run).toBe(12);
  });

  it('drops an answer that an event has overtaken', async () => {
    const live = createLive(() => 0);
    const answer = Promise.withResolvers<ReturnType<typeof progress>>();
    const asked = live.ask(() => answer.promise);
    live.receive(progress({ status: 'complete', done: 1 }));
    answer.resolve(progress({ status: 'running' }));
    await asked;
    expect(live.progress.value?.status).toBe('complete');
    await live.ask(async () => progress({ status: 'cancelled' }));
    expect(live.progress.value?.status).toBe('cancelled');
    await live.ask(() => Promise.reject(new Error('gone')));
    expect(live.progress.value?.status).toBe('cancelled');
  });
});

describe('the palette', () => {
  const entry = (title: string) => ({ id: title, title, aside: '', run: () => undefined });

  it('finds by all words, beginnings of words first', () => {
    const entries = ['Rerun all', 'New run', 'Go home'].map(entry);
    expect(findEntries(entries, 'run').map(({ title }) => title)).toEqual(['New run', 'Rerun all']);
    expect(findEntries(entries, 'ne ru').map(({ title }) => title)).toEqual(['New run']);
    expect(findEntries(entries, ' ')).toEqual(entries);
    expect(findEntries(entries, 'zebra')).toEqual([]);
  });
});

it('settings are the standard ones when what was kept is no settings', () => {
  const kept = (text: string) => readSettings({ getItem: () => text, setItem: () => undefined });
  const others = ['', 'null', '[]', '{"theme":7}', '{', '{"columns":[7]}'];
  for (const text of others) expect(kept(text)).toEqual(standardSettings);
  expect(kept('{"theme":"dark","scope":"call"}')).toEqual({
    ...standardSettings,
    theme: 'dark',
    scope: 'call',
  });
});

it('texts are short and say what they mean', () => {
  expect([0.2, 8, 125, 4320].map(wallTime)).toEqual([
    'under 1 s',
    '8 s',
    '2 min 05 s',
    '1 h 12 min',
  ]);
  expect(wallRange([8, 20])).toBe('8 to 20 s');
  expect(wallRange([0.3, 4])).toBe('up to 4 s');
  expect(nanosecondInterval(1196, 1204)).toBe('[1.1960, 1.2040 µs]');
  expect(nanosecondInterval(null, 3)).toBe('–');
  expect(unbroken('+12.1 % [+7, +17 %], 4.03 ms at n = 6 M, 3 sets of 12 kernels')).toBe(
    '+12.1\u00a0% [+7, +17\u00a0%], 4.03\u00a0ms at n = 6\u00a0M, 3 sets of 12 kernels',
  );
  expect(unbroken('4.2 %, 91.7 Gelements/s of 8.72 TB/s, ridge 0.7 flop/B, 8 MiB')).toBe(
    '4.2\u00a0%, 91.7\u00a0Gelements/s of 8.72\u00a0TB/s, ridge 0.7\u00a0flop/B, 8\u00a0MiB',
  );
});
