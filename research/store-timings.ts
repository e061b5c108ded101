/**
 * Prints the median and the 95th percentile of each question. What is drawn from the answers comes on top of that; the
 * budgets are for both.
 */
import { cpus } from 'node:os';
import type { Input, Output, ProcedureName } from '../src-main/contract/api.ts';
import { rowOrders } from '../src-main/contract/procedures/history.ts';
import { encodeWire } from '../src-main/contract/wire.ts';
import { createApp } from '../src-main/core/app.ts';
import { dispatch } from '../src-main/hosts/dispatch.ts';
import { quantileSorted, sorted } from '../src-main/stats/order.ts';
import { forkScriptedEngine } from '../test/helpers/scripted-engine.ts';
import { bigTitle, wideTitle } from '../test/simulations/synthetic-store.ts';

export const title =
  'Times what screens ask of a large store, from the input to the encoded answer. Arguments: FOLDER [repeats=200] [part of a name].';

type Question = {
  readonly name: string;
  /** For people to compare with; null: none is stated. */
  readonly budgetMs: number | null;
  readonly ask: (i: number) => Promise<unknown>;
};

const typed = [
  'workload:histogram n>=1M tag:lab -status:failed',
  'variant:cuda-fast device:cuda -tag:night',
  'synthetic mandelbrot',
  'n:1k..100k status:partial',
  'has:note created:2024-03',
  'distribution:zipf variant:omp-private',
  'speedup>2 variant:cub',
  'n*<1e5 workload:mean',
  'changed tag:lab',
];
/** What stands in the query bar after each key. */
const keys = typed.flatMap((query) =>
  Array.from({ length: query.length }, (_, i) => query.slice(0, i + 1)),
);
const orders = [...rowOrders, 'breakEven', 'speedup', 'median'] as const;

export async function main(args: readonly string[]): Promise<number> {
  const [home, count = '200', only] = args;
  if (home === undefined) {
    console.error('store-timings takes the folder of a store that seed-store made');
    return 2;
  }
  const repeats = Number(count);
  const app = createApp({
    home,
    forkEngine: forkScriptedEngine,
    lockName: `timings-${process.pid}`,
  });

  async function call<P extends ProcedureName>(name: P, input: Input<P>): Promise<Output<P>> {
    const reply = await dispatch(app.api, name, input);
    encodeWire(reply);
    if (!reply.ok) throw new Error(`${name}: ${reply.failure.message}`);
    return reply.value as Output<P>;
  }

  const page = { limit: 200, sparkline: true };
  const first = await call('history', page);
  const ids = first.rows.map(({ id }) => id);
  const at = (i: number): string => ids[i % ids.length] ?? '';
  const big = (await call('history', { query: `title:"${bigTitle}"` })).rows[0]?.id ?? '';
  const wide = (await call('history', { query: `title:"${wideTitle}"` })).rows.map(({ id }) => id);
  if (big === '' || wide.length < 8) throw new Error(`${home} is not a store that seed-store made`);

  let last = first.rows.at(-1);

  async function keyPress(query: string): Promise<void> {
    const reply = await dispatch(app.api, 'history', { ...page, query });
    encodeWire(reply);
    // Half a term is a fault that the bar shows.
    if (!reply.ok && reply.failure.code !== 'bad-input') throw new Error(reply.failure.message);
  }

  const questions: readonly Question[] = [
    { name: 'history, first page', budgetMs: 50, ask: () => call('history', page) },
    {
      name: 'history, next page',
      budgetMs: 16,
      ask: async () => {
        const after = { createdAt: last?.createdAt ?? '', id: last?.id ?? '' };
        const { rows } = await call('history', { ...page, after });
        last = rows.at(-1) ?? first.rows.at(-1);
      },
    },
    { name: 'filter, a key', budgetMs: 50, ask: (i) => keyPress(keys[i % keys.length] ?? '') },
    {
      name: 'sort',
      budgetMs: 50,
      ask: (i) => {
        const by = orders[i % orders.length] ?? 'created';
        return call('history', { ...page, order: { by, descending: i % 2 === 0 } });
      },
    },
    {
      name: 'sort what a filter found',
      budgetMs: 50,
      ask: (i) => {
        const order = { by: orders[i % orders.length] ?? 'created', descending: i % 2 === 0 };
        return call('history', { ...page, order, query: typed[i % typed.length] ?? '' });
      },
    },
    {
      name: 'sort by the median of a case',
      budgetMs: 50,
      ask: (i) => {
        const n = 10 ** (3 + (i % 4));
        const chosen = { query: `workload:mean variant:sequential n:${n} distribution:uniform` };
        return call('history', { ...page, chosen, order: { by: 'case', descending: i % 2 === 0 } });
      },
    },
    {
      name: 'changes',
      budgetMs: 100,
      ask: () => call('changes', { direction: 'both', limit: 100 }),
    },
    {
      name: 'facets of a filter',
      budgetMs: null,
      ask: (i) => call('historyFacets', { query: `${typed[i % typed.length]} -tag:t${i}` }),
    },
    {
      name: 'facets of everything, after a change',
      budgetMs: null,
      ask: async (i) => {
        await call('noteRun', { ref: at(i), note: `timed ${i}` });
        await call('historyFacets', {});
      },
    },
    {
      name: 'completion',
      budgetMs: 50,
      ask: (i) => {
        const query = keys[i % keys.length] ?? '';
        return call('completeQuery', { query, cursor: query.length });
      },
    },
    {
      name: 'tag',
      budgetMs: 50,
      ask: (i) => call('tagRuns', { refs: [at(i)], add: [`t${i % 9}`] }),
    },
    {
      name: 'tag 200 runs',
      budgetMs: null,
      ask: (i) => call('tagRuns', { refs: ids, [i % 2 === 0 ? 'add' : 'remove']: ['all'] }),
    },
    {
      name: 'pin and unpin',
      budgetMs: 50,
      ask: (i) => call('pinRun', { ref: at(Math.floor(i / 2)), pinned: i % 2 === 0 }),
    },
    {
      name: 'trash, undo and the list after it',
      budgetMs: 50,
      ask: async (i) => {
        if (i % 2 === 0) await call('trashRuns', { refs: [at(i)] });
        else await call('restoreRuns', { refs: [at(i - 1)] });
        await call('history', page);
      },
    },
    {
      name: 'open a run with 10,000 samples',
      budgetMs: 150,
      ask: async () => {
        await call('run', { ref: big });
        await call('sampleBins', { ref: big, index: 0, scope: 'kernel' });
      },
    },
    {
      name: 'its histogram',
      budgetMs: 150,
      ask: () => call('figure', { ref: big, kind: 'distribution' }),
    },
    {
      name: 'its samples, a page',
      budgetMs: null,
      ask: (i) =>
        call('samples', { ref: big, index: 0, scope: 'kernel', offset: (i * 200) % 10_000 }),
    },
    {
      name: 'open runs one after the other',
      budgetMs: 150,
      ask: (i) => call('run', { ref: at(i) }),
    },
    {
      name: 'trends of the cases of a run',
      budgetMs: 100,
      ask: (i) => call('trends', { ref: at(i), limit: 10 }),
    },
    {
      name: 'trends of ten of 64 cases',
      budgetMs: 100,
      ask: (i) => call('trends', { ref: wide[0] ?? '', offset: (i * 10) % 60, limit: 10 }),
    },
    {
      name: 'the newest run of a variant, its trends',
      budgetMs: null,
      ask: () => call('trends', { workload: 'min3x3', variant: 'cub', limit: 10 }),
    },
    {
      name: 'trend of a case, drawn',
      budgetMs: 150,
      ask: (i) => call('figure', { ref: at(i), kind: 'trend', variants: ['sequential'] }),
    },
    {
      name: 'compare 8 runs of 64 points',
      budgetMs: 150,
      ask: () => call('compareRuns', { refs: wide.slice(0, 8) }),
    },
    {
      name: 'speedup of 8 runs of 64 points',
      budgetMs: 150,
      ask: () => call('figure', { ref: wide[0] ?? '', refs: wide.slice(0, 8), kind: 'speedup' }),
    },
    {
      name: 'ECDF of 8 runs',
      budgetMs: 150,
      ask: () =>
        call('figure', {
          ref: wide[0] ?? '',
          refs: wide.slice(0, 8),
          kind: 'distribution',
          as: 'ecdf',
        }),
    },
  ];

  console.log(
    `${first.total} runs, ${repeats} of each, ${cpus().length} cores, Node ${process.version}`,
  );
  console.log(
    `${'question'.padEnd(40)} ${'first'.padStart(8)} ${'median'.padStart(8)} ${'p95'.padStart(8)}  budget`,
  );
  for (const { name, budgetMs, ask } of questions) {
    if (only !== undefined && !name.includes(only)) continue;
    const times: number[] = [];
    for (let i = 0; i < repeats; i += 1) {
      const began = performance.now();
      await ask(i);
      times.push(performance.now() - began);
    }
    const ascending = sorted(Float64Array.from(times));
    const shown = [times[0] ?? 0, quantileSorted(ascending, 0.5), quantileSorted(ascending, 0.95)];
    const columns = shown.map((ms) => ms.toFixed(1).padStart(8)).join(' ');
    console.log(`${name.padEnd(40)} ${columns}  ${budgetMs === null ? '' : `${budgetMs} ms`}`);
  }
  await app.close();
  return 0;
}
