import { setTimeout as sleep } from 'node:timers/promises';

type Server = { readonly origin: string; readonly headers: Readonly<Record<string, string>> };

function serverOf(address: string): Server {
  const url = new URL(address);
  const token =
    url.searchParams.get('token') ?? new URLSearchParams(url.hash.slice(1)).get('token');
  return {
    origin: url.origin,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  };
}

function call({ origin, headers }: Server, name: string, input: object): Promise<Response> {
  return fetch(`${origin}/api/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ input }),
  });
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

/**
 * So many windows for so many seconds, while a run is measured: each follows the events and asks one question after the
 * other without a pause. A note is changed twice a second, whose event all of them wait for. Then the run is cancelled.
 */
export async function askAsWindows(
  address: string,
  count: number,
  seconds: number,
): Promise<WindowTimes> {
  const server = serverOf(address);
  const requests = new Map<string, number[]>();
  const failed: string[] = [];
  const events: number[] = [];
  const end = new AbortController();
  let changedAt = 0;

  const timed = async (name: string, input: object): Promise<number> => {
    const began = performance.now();
    const answer = await call(server, name, input);
    const text = await answer.text();
    const took = performance.now() - began;
    if (answer.status === 200) requests.set(name, [...(requests.get(name) ?? []), took]);
    else failed.push(`${name}: ${text.slice(0, 200)}`);
    return took;
  };
  const follow = async (): Promise<void> => {
    const { origin, headers } = server;
    const answer = await fetch(`${origin}/api/events`, { headers, signal: end.signal });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) {
        const text = decoder.decode(chunk, { stream: true });
        if (text.includes(`"runIds":["${noted}"]`)) events.push(performance.now() - changedAt);
      }
      failed.push('events: a window was cut off');
    } catch (error) {
      if (!end.signal.aborted) failed.push(`events: ${String(error)}`);
    }
  };
  const ask = async (window: number): Promise<void> => {
    for (let i = window; !end.signal.aborted; i += 1) {
      const [name, input] = questions[i % questions.length] ?? questions[0];
      await timed(name, input).catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    }
  };

  const page = (await (await call(server, 'history', { limit: 1 })).json()) as {
    value: { rows: { id: string }[] };
  };
  const noted = page.value.rows[0]?.id ?? '';
  const windows = Array.from({ length: count }, (_, i) => i);
  const following = windows.map(follow);
  const runId = await startRun(server);
  const asking = windows.map(ask);
  for (let i = 0; i < 2 * seconds; i += 1) {
    await sleep(500);
    changedAt = performance.now();
    await timed('noteRun', { ref: noted, note: `noted ${i}` });
  }
  const cancelMs = await timed('cancelRun', { runId });
  end.abort();
  await Promise.all([...following, ...asking]);
  return { requests, events, cancelMs, failed };
}

/** A run of many short cases, longer than any measurement here. */
async function startRun(server: Server): Promise<string> {
  const policy = {
    ...{ criterion: 'fixed', parameters: { samples: 100_000 }, timeLimitS: 0.5 },
    ...{ repetitions: 1, order: 'sequential' },
  };
  const n = Array.from({ length: 500 }, (_, i) => 10_000 + i);
  const group = { workload: 'histogram', variants: ['sequential'], set: {}, sweep: { n } };
  const configuration = { groups: [group], policy, orderSeed: 1 };
  const started = await call(server, 'startRun', { configuration });
  const text = await started.text();
  if (started.status !== 200) throw new Error(text);
  return (JSON.parse(text) as { value: { runId: string } }).value.runId;
}
