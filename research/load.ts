/**
 * A store of a million made-up runs, made in the folder when it is not there: pages, filters, sorting and full-text
 * queries of the history as the server answers them, eight clients that follow it at once, and 200 requests a second.
 * The folder can be deleted afterwards; it takes about 4 kB a run.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createApp } from '../src-main/core/app.ts';
import { dispatch } from '../src-main/hosts/dispatch.ts';
import { forkScriptedEngine } from '../test/helpers/scripted-engine.ts';
import { startServe } from '../test/helpers/serve.ts';
import { multiplyStore } from '../test/simulations/multiply-store.ts';
import { seedStore } from '../test/simulations/synthetic-store.ts';
import { quantile } from './parts/budget-report.ts';
import { exportMemory } from './parts/export-memory.ts';
import { askAtRate, followers } from './parts/requests.ts';

export const title =
  'A store of many runs under load: history, export, clients and requests. Arguments: FOLDER [--runs 1000000] [--repeats 60] [--seconds 10].';

/** So many are made one by one, as the program does; the others are copies of them. */
const madeRuns = 5000;

const orders = ['created', 'title', 'status', 'device', 'cases'] as const;
const filters = [
  'workload:histogram n>=1M tag:lab -status:failed',
  'variant:cuda-fast device:cuda -tag:night',
  'n:1k..100k status:partial',
  'has:note created:2024-03',
];
const words = ['synthetic mandelbrot', 'copy histogram', 'note', 'scan 12'];

export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '1000000' },
      repeats: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '10' },
    },
  });
  const [home] = positionals;
  const [runs, repeats, seconds] = [values.runs, values.repeats, values.seconds].map(Number);
  if (home === undefined || !(runs && repeats && seconds)) {
    console.error('load takes a folder; --runs, --repeats and --seconds take positive numbers');
    return 2;
  }
  const total = await provide(home, runs);
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${total} runs, ${cpus().length} cores, Node ${process.version}, load ${load}\n`);
  console.log('| what | n | p50 ms | p95 ms | max ms |\n|---|---|---|---|---|');
  await history(home, repeats);
  await requests(home, seconds);
  const memory = await exportMemory(home);
  for (const { rows, seconds: took, maxMegabytes } of memory) {
    console.log(
      `samples.csv of ${rows} rows: ${took.toFixed(1)} s, at most ${maxMegabytes.toFixed(0)} MB`,
    );
  }
  return 0;
}

function row(what: string, times: readonly number[]): void {
  const shown = [0.5, 0.95, 1].map((p) => quantile(times, p).toFixed(1));
  console.log(`| ${[what, times.length, ...shown].join(' | ')} |`);
}

/** Makes the store where it is not there. */
async function provide(home: string, runs: number): Promise<number> {
  const app = createApp({ home, forkEngine: forkScriptedEngine, lockName: `load-${process.pid}` });
  const { total } = await app.api.history({ query: '', limit: 1, after: null });
  await app.close();
  if (total > 0) return total;
  const began = performance.now();
  seedStore(home, Math.min(runs, madeRuns));
  multiplyStore(home, runs, (done) => console.log(`${done} runs`));
  console.log(`made in ${Math.round((performance.now() - began) / 1000)} s`);
  return runs;
}

/** From the input to the encoded answer, in this process. */
async function history(home: string, repeats: number): Promise<void> {
  const app = createApp({ home, forkEngine: forkScriptedEngine, lockName: `load-${process.pid}` });
  const page = { limit: 200 };
  const timed = async (what: string, ask: (i: number) => object): Promise<void> => {
    const times: number[] = [];
    for (let i = 0; i < repeats; i += 1) {
      const start = performance.now();
      const reply = await dispatch(app.api, 'history', { ...page, ...ask(i) });
      times.push(performance.now() - start);
      if (!reply.ok) throw new Error(`${what}: ${reply.failure.message}`);
    }
    row(what, times);
  };
  try {
    const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
    await timed('history, first page', () => ({}));
    await timed('sort', (i) => ({ order: { by: at(orders, i), descending: i % 2 === 0 } }));
    await timed('filter', (i) => ({ query: at(filters, i) }));
    await timed('filter and sort', (i) => ({
      query: at(filters, i),
      order: { by: at(orders, i), descending: i % 2 === 0 },
    }));
    await timed('full-text query', (i) => ({ query: at(words, i) }));
  } finally {
    await app.close();
  }
}

async function requests(home: string, seconds: number): Promise<void> {
  const served = await startServe(home);
  try {
    const clients = await followers(served.url, 8);
    const { times, failed } = await askAtRate(served.url, 200, seconds);
    row('200 requests a second, 8 clients that follow', times);
    console.log(`\n${failed} of ${times.length + failed} requests failed`);
    console.log(`${clients.received()} events reached 8 clients, ${clients.lost()} were cut off`);
    clients.close();
  } finally {
    await served.stop();
  }
}
