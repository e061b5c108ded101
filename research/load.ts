/**
 * A store of made-up runs, made in the folder when it is not there. First the questions of history, one after the other,
 * as a program that stays answers them; then the built server, with a run in progress and eight windows that ask without a
 * pause; then an export. Everything that the program does in the background, it does here. The folder can be deleted
 * afterwards; it takes about 4 kB a run.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { ProcedureName } from '../src-main/contract/api.ts';
import { resultOrders, rowOrders } from '../src-main/contract/procedures/history.ts';
import { createApp } from '../src-main/core/app.ts';
import { dispatch } from '../src-main/hosts/dispatch.ts';
import { forkScriptedEngine } from '../test/helpers/scripted-engine.ts';
import { startServe } from '../test/helpers/serve.ts';
import { multiplyStore } from '../test/simulations/multiply-store.ts';
import { seedStore } from '../test/simulations/synthetic-store.ts';
import { quantile } from './parts/budget-report.ts';
import { exportMemory } from './parts/export-memory.ts';
import { askAsWindows, type Windows } from './parts/requests.ts';

export const title =
  'A store of many runs under load: questions, windows during a run, export. Arguments: FOLDER [--runs 200000] [--repeats 60] [--seconds 10] [--pause MS].';

/** So many are made one by one, as the program does; the others are copies of them. */
const madeRuns = 5000;

const filters = [
  'speedup>2 variant:cub',
  'n*<1e5 workload:mean',
  'n>1',
  'changed tag:lab',
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
      runs: { type: 'string', default: '200000' },
      repeats: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '10' },
      pause: { type: 'string', default: '0' },
    },
  });
  const [home] = positionals;
  const [runs, repeats, seconds] = [values.runs, values.repeats, values.seconds].map(Number);
  if (home === undefined || !(runs && repeats && seconds)) {
    console.error('load takes a folder; --runs, --repeats and --seconds take positive numbers');
    return 2;
  }
  const total = await provide(home, runs);
  const load = () => loadavg()[0]?.toFixed(1);
  console.log(`${total} runs, ${cpus().length} cores, Node ${process.version}, load ${load()}\n`);
  console.log('| what | n | p50 ms | p95 ms | max ms |\n|---|---|---|---|---|');
  await history(home, repeats);
  await windows(home, { count: 8, seconds, pauseMs: Number(values.pause) });
  console.log(`\nload ${load()}`);
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

/** From the input to the answer, in this process and its reader thread. */
async function history(home: string, repeats: number): Promise<void> {
  const app = createApp({ home, forkEngine: forkScriptedEngine, lockName: `load-${process.pid}` });
  app.stayOpen();
  const timed = async (
    what: string,
    ask: (i: number) => object,
    procedure: ProcedureName = 'history',
  ): Promise<void> => {
    const times: number[] = [];
    for (let i = 0; i < repeats; i += 1) {
      const start = performance.now();
      const reply = await dispatch(app.api, procedure, ask(i));
      times.push(performance.now() - start);
      if (!reply.ok) throw new Error(`${what}: ${reply.failure.message}`);
    }
    row(what, times);
  };
  try {
    const page = { limit: 200, sparkline: true };
    const at = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
    const order = (i: number) => ({
      by: at([...rowOrders, ...resultOrders.slice(0, 3)], i),
      descending: i % 2 === 0,
    });
    const chosen = { query: 'workload:mean variant:sequential n:1000 distribution:uniform' };
    const last = (await app.api.history({ query: '', limit: 200, after: null })).rows.at(-1);
    const after = { createdAt: last?.createdAt ?? '', id: last?.id ?? '' };
    await timed('first page', () => page);
    await timed('next page', () => ({ ...page, after }));
    await timed('sort', (i) => ({ ...page, order: order(i) }));
    await timed('filter', (i) => ({ ...page, query: at(filters, i) }));
    await timed('filter and sort', (i) => ({ ...page, query: at(filters, i), order: order(i) }));
    await timed('words', (i) => ({ ...page, query: at(words, i) }));
    await timed('sort by the median of a case', (i) => ({
      ...{ ...page, chosen, order: { by: 'case', descending: i % 2 === 0 } },
    }));
    await timed('facets', (i) => ({ query: at(['', ...filters], i) }), 'historyFacets');
    await timed('changes', () => ({ direction: 'both', limit: 100 }), 'changes');
  } finally {
    await app.close();
  }
}

async function windows(home: string, asked: Windows): Promise<void> {
  const served = await startServe(home);
  try {
    const { requests, events, cancelMs, failed } = await askAsWindows(served, asked);
    for (const [name, times] of requests) row(`8 windows during a run: ${name}`, times);
    row('8 windows during a run: event of a change', events);
    const all = [...requests.values()].reduce((sum, times) => sum + times.length, 0);
    console.log(`\ncancelling the run took ${cancelMs.toFixed(1)} ms`);
    console.log(`${failed.length} of ${all + failed.length} requests failed`);
  } finally {
    const began = performance.now();
    await served.stop();
    console.log(`the server ended ${(performance.now() - began).toFixed(0)} ms after SIGINT`);
  }
}
