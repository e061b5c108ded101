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

export type Followers = {
  /** Events that all of them have read, and clients that the server has left. */
  received(): number;
  lost(): number;
  close(): void;
};

/** So many clients read the events of one run, which is started here. */
export async function followers(address: string, count: number): Promise<Followers> {
  const server = serverOf(address);
  const end = new AbortController();
  let [received, lost] = [0, 0];
  const follow = async (): Promise<void> => {
    const { origin, headers } = server;
    const answer = await fetch(`${origin}/api/events`, { headers, signal: end.signal });
    void read(answer).catch(() => {
      if (!end.signal.aborted) lost += 1;
    });
  };
  const read = async (answer: Response): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      received += decoder.decode(chunk, { stream: true }).split('data: ').length - 1;
    }
  };
  await Promise.all(Array.from({ length: count }, follow));
  const policy = {
    ...{ criterion: 'fixed', parameters: { samples: 100_000 }, timeLimitS: 0.5 },
    ...{ repetitions: 1, order: 'sequential' },
  };
  const n = Array.from({ length: 30 }, (_, i) => 10_000 + i);
  const group = { workload: 'histogram', variants: ['sequential'], set: {}, sweep: { n } };
  const configuration = { groups: [group], policy, orderSeed: 1 };
  const started = await call(server, 'startRun', { configuration });
  if (started.status !== 200) throw new Error(await started.text());
  return { received: () => received, lost: () => lost, close: () => end.abort() };
}

/** What windows ask most: a page of the history with and without a filter, a run, and what runs now. */
const questions = [
  ['history', { limit: 50 }],
  ['history', { limit: 50, query: 'workload:histogram' }],
  ['run', { ref: 'latest' }],
  ['history', { limit: 1 }],
] as const;

/** Sends requests at a rate, whether earlier ones were answered or not, and waits for all answers. */
export async function askAtRate(
  address: string,
  perSecond: number,
  seconds: number,
): Promise<{ readonly times: readonly number[]; readonly failed: number }> {
  const server = serverOf(address);
  const times: number[] = [];
  let failed = 0;
  const began = performance.now();
  const one = async (i: number): Promise<void> => {
    const due = began + (1000 * i) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    const [name, input] = questions[i % questions.length] ?? questions[0];
    try {
      const answer = await call(server, name, input);
      await answer.arrayBuffer();
      if (answer.status === 200) times.push(performance.now() - due);
      else failed += 1;
    } catch {
      failed += 1;
    }
  };
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, i) => one(i)));
  return { times, failed };
}
