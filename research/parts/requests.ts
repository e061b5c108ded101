import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Served } from '../../test/helpers/serve.ts';
import { bigTitle } from '../../test/simulations/synthetic-store.ts';
import type { AskingWindow } from './asking-window.ts';
import { call, createCalls, type EndedCall, type Server } from './calls.ts';

function serverOf(address: string): Server {
  const url = new URL(address);
  const token =
    url.searchParams.get('token') ?? new URLSearchParams(url.hash.slice(1)).get('token');
  return {
    origin: url.origin,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  };
}

/** What one window asks in a row: pages, keys of a query, counts, a run, completions. */
const questions = [
  ['history', { limit: 200, sparkline: true }],
  ['history', { limit: 200, query: 'work' }],
  ['history', { limit: 200, query: 'workload:histogram' }],
  ['historyFacets', { query: 'workload:histogram' }],
  ['completeQuery', { query: 'workload:histogram tag:', cursor: 23 }],
  ['history', { limit: 200, query: 'n>=1M variant:cub' }],
  ['history', { limit: 200, order: { by: 'speedup', descending: true } }],
  ['history', { limit: 200, query: 'synthetic mandelbrot' }],
  ['run', { ref: 'latest' }],
  ['changes', { direction: 'both', limit: 100 }],
] as const;

export type WindowTimes = {
  /** Milliseconds of each request, by procedure. */
  readonly requests: ReadonlyMap<string, readonly number[]>;
  /** From a change of a run to the event of it in each window. */
  readonly events: readonly number[];
  /** Of `cancelRun`, while all windows ask. */
  readonly cancelMs: number;
  readonly failed: readonly string[];
};

/** Of windows: how many, for how many seconds, and milliseconds that each waits between an answer and its next question. */
export type Windows = {
  readonly count: number;
  readonly seconds: number;
  readonly pauseMs: number;
};

/**
 * Windows that ask while a run is measured: each follows the events and, in a thread of its own, asks one question after the
 * other; one more reads the samples of a run as CSV. A note is changed twice a second, whose event all windows wait for. Then the run is cancelled.
 * Each minute is told as a row: minute, requests, failed ones, exports, resident MB of the server.
 */
export async function askAsWindows(
  { url, pid }: Served,
  { count, seconds, pauseMs }: Windows,
): Promise<WindowTimes> {
  const server = serverOf(url);
  const requests = new Map<string, number[]>();
  const failed: string[] = [];
  const fail = (sentence: string): void => {
    failed.push(sentence);
    if (failed.length <= 100) console.log(`failed: ${sentence}`);
  };
  const events: number[] = [];
  const end = new AbortController();
  let changedAt = 0;

  const note = (ended: EndedCall): void => {
    if ('failure' in ended) fail(ended.failure);
    else requests.set(ended.name, [...(requests.get(ended.name) ?? []), ended.ms]);
  };
  const { timed } = createCalls(server, note);
  const follow = async (): Promise<void> => {
    const { origin, headers } = server;
    const answer = await fetch(`${origin}/api/events`, { headers, signal: end.signal });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) {
        const text = decoder.decode(chunk, { stream: true });
        if (text.includes(`"runIds":["${noted}"]`)) events.push(performance.now() - changedAt);
      }
      fail('events: a window was cut off');
    } catch (error) {
      if (!end.signal.aborted) fail(`events: ${String(error)}`);
    }
  };
  const ask = (window: Omit<AskingWindow, 'server'>): Worker => {
    const thread = new Worker(join(import.meta.dirname, 'asking-window.ts'), {
      workerData: { server, ...window },
    });
    return thread.on('message', note).on('error', (error) => fail(String(error)));
  };
  const rowsOf = async (query: string): Promise<readonly { id: string }[]> => {
    const page = await call(server, 'history', { limit: 1, query });
    return ((await page.json()) as { value: { rows: { id: string }[] } }).value.rows;
  };

  const noted = (await rowsOf(''))[0]?.id ?? '';
  const [big] = await rowsOf(`"${bigTitle}"`);
  const windows = Array.from({ length: count }, (_, i) => i);
  const following = windows.map(follow);
  const runId = await startRun(server);
  const asking = windows.map((first) => ask({ asked: questions, first, waitMs: pauseMs }));
  if (big !== undefined) {
    const samples = ['exportRun', { ref: big.id, format: 'csv' }] as const;
    asking.push(ask({ asked: [samples], first: 0, waitMs: 20 * pauseMs }));
  }
  const began = performance.now();
  let minute = 0;
  for (let i = 0; performance.now() - began < 1000 * seconds; i += 1) {
    await sleep(500);
    changedAt = performance.now();
    await timed('noteRun', { ref: noted, note: `noted ${i}` });
    if (Math.floor((changedAt - began) / 60_000) === minute) continue;
    minute += 1;
    const all = [...requests.values()].reduce((sum, times) => sum + times.length, 0);
    const exports = requests.get('exportRun')?.length ?? 0;
    console.log([minute, all, failed.length, exports, residentMb(pid).toFixed(0)].join(', '));
  }
  const cancelMs = await timed('cancelRun', { runId });
  end.abort();
  await Promise.all([
    ...following,
    ...asking.map((thread) => {
      thread.postMessage('end');
      return once(thread, 'exit');
    }),
  ]);
  return { requests, events, cancelMs, failed };
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
}

/** A run of 25,000 processes, which takes hours: longer than any measurement here. */
async function startRun(server: Server): Promise<string> {
  const policy = {
    ...{ criterion: 'fixed', parameters: { samples: 1000 }, timeLimitS: 0.5 },
    ...{ repetitions: 50, order: 'sequential' },
  };
  const n = Array.from({ length: 500 }, (_, i) => 1_000_000 + i);
  const group = { workload: 'histogram', variants: ['sequential'], set: {}, sweep: { n } };
  const configuration = { groups: [group], policy, orderSeed: 1 };
  const started = await call(server, 'startRun', { configuration });
  const text = await started.text();
  if (started.status !== 200) throw new Error(text);
  return (JSON.parse(text) as { value: { runId: string } }).value.runId;
}
