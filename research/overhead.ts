import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Configuration } from '../src-main/contract/configuration.ts';
import type {
  EngineChild,
  EngineRequest,
  ForkEngine,
} from '../src-main/contract/engine-protocol.ts';
import { createApp } from '../src-main/core/app.ts';
import { databaseFile } from '../src-main/core/store/backup-files.ts';
import { forkEngine } from '../src-main/hosts/fork-engine.ts';
import { forkScriptedEngine } from '../test/helpers/scripted-engine.ts';

export const title =
  'What measuring costs besides the samples: time of a run, or memory over many cases. Arguments: time [cases=20] | memory [cases=10000].';

const said = (text: string): unknown => process.stdout.write(`${text}\n`);
const percent = (part: number): string => `${(part * 100).toFixed(2)} %`;
const load = (): string =>
  loadavg()
    .map((one) => one.toFixed(2))
    .join(' ');

/** Runs a configuration in a store of its own; seconds from the request to the end of the run. */
async function measure(
  fork: ForkEngine,
  configuration: Configuration,
  onDone: (done: number) => void = () => {},
): Promise<{ readonly seconds: number; readonly storeBytes: number; readonly ok: number }> {
  const home = mkdtempSync(join(tmpdir(), 'overhead-'));
  const app = createApp({ home, lockName: `overhead-${process.pid}`, forkEngine: fork });
  try {
    const ended = Promise.withResolvers<void>();
    app.onEvent((event) => {
      if (event.type !== 'progress') return;
      onDone(event.progress.done);
      if (event.progress.status !== 'running') ended.resolve();
    });
    const began = performance.now();
    const { runId } = await app.api.startRun({ configuration });
    await ended.promise;
    const seconds = (performance.now() - began) / 1000;
    const { run } = await app.api.run({ ref: runId });
    return { seconds, storeBytes: statSync(databaseFile(home)).size, ok: run.ok };
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

type Clock = {
  /** Seconds by phase; `main` is the time between a result and the next case, `start` that until an engine is ready. */
  readonly spent: Map<string, number>;
  readonly samples: { seconds: number; taken: number };
  readonly fork: ForkEngine;
};

/** Follows what engines say: each moment of a case belongs to the phase that was named last. */
function clocked(fork: ForkEngine): Clock {
  const spent = new Map<string, number>();
  const samples = { seconds: 0, taken: 0 };
  let phase = '';
  let since = performance.now();
  const enter = (next: string): void => {
    const now = performance.now();
    if (phase !== '') spent.set(phase, (spent.get(phase) ?? 0) + (now - since) / 1000);
    phase = next;
    since = now;
  };
  const wrap = (child: EngineChild): EngineChild => ({
    ...child,
    send: (message: EngineRequest) => {
      if (message.type === 'run') enter('engine');
      child.send(message);
    },
    onEvent: (listener) =>
      child.onEvent((event) => {
        if (event.type === 'sample' && event.phase !== phase) enter(event.phase);
        if (event.type === 'reply' && event.reply.ok && 'result' in event.reply) {
          const { samples: scopes } = event.reply.result;
          for (const { scope, timesNs, repeats } of scopes) {
            // On the CPU one interval serves both timing scopes.
            if (scope === 'call') continue;
            samples.taken += timesNs.length;
            samples.seconds += (timesNs.reduce((sum, time) => sum + time, 0) * repeats) / 1e9;
          }
          enter('main');
        }
        if (event.type === 'ready' && phase === 'start') enter('main');
        listener(event);
      }),
  });
  return {
    spent,
    samples,
    fork: (environment) => {
      enter('start');
      return wrap(fork(environment));
    },
  };
}

/** Real CPU engines, cases of 1 s. */
async function time(cases: number): Promise<number> {
  const clock = clocked(forkEngine);
  const configuration: Configuration = {
    groups: [
      {
        workload: 'histogram',
        variants: ['sequential', 'omp-private'],
        set: {},
        sweep: { n: Array.from({ length: cases / 2 }, (_, i) => 100_000 + 1000 * i) },
      },
    ],
    policy: {
      criterion: 'precision',
      // Narrower than any case gets, so that each takes its whole time.
      parameters: { width: 0.0001, maxSamples: 1e7, minSamples: 1e6 },
      timeLimitS: 1,
      repetitions: 2,
      order: 'shuffled',
    },
    orderSeed: 1,
  };
  said(`load before: ${load()}`);
  const { seconds, ok } = await measure(clock.fork, configuration);
  const of = (phase: string): number => clock.spent.get(phase) ?? 0;
  const apart = of('input') + of('reference') + of('verify') + of('warm-up');
  const outside = seconds - apart - of('sample');
  const between = of('sample') - clock.samples.seconds;
  said(`load after: ${load()}; ${ok} of ${cases} cases ok, ${clock.samples.taken} samples`);
  said('| part of the run | seconds | share |\n|---|---|---|');
  for (const [what, part] of [
    ['the run', seconds],
    ['inside samples', clock.samples.seconds],
    ['between samples: clocks, stopping criterion, second verification', between],
    ['generation, reference, verification, warm-up', apart],
    ['starting engines', of('start')],
    ['storing, planning the next case, messages', of('main') + of('engine')],
    ['all outside samples but generation, verification and warm-up', outside + between],
  ] as const) {
    said(`| ${what} | ${part.toFixed(2)} | ${percent(part / seconds)} |`);
  }
  return outside + between > 0.1 * seconds || ok !== cases ? 1 : 0;
}

/** A scripted engine, which is instant. */
async function memory(cases: number): Promise<number> {
  const marks: { done: number; seconds: number; heap: number; rss: number }[] = [];
  const began = performance.now();
  const used = process.cpuUsage();
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const step = cases / 10;
  const configuration: Configuration = {
    groups: [
      {
        workload: 'count',
        variants: ['sequential', 'parallel'],
        set: {},
        sweep: { n: Array.from({ length: cases / 2 }, (_, i) => 1000 + i) },
      },
    ],
    policy: {
      criterion: 'fixed',
      parameters: { samples: 100 },
      timeLimitS: null,
      repetitions: 1,
      order: 'shuffled',
    },
    orderSeed: 1,
  };
  const note = (done: number): void => {
    if (done < (marks.length + 1) * step) return;
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const seconds = (performance.now() - began) / 1000;
    marks.push({ done, seconds, heap: (heapUsed + external) / 1e6, rss: rss / 1e6 });
  };
  const { seconds, storeBytes, ok } = await measure(forkScriptedEngine, configuration, note);
  const cpu = process.cpuUsage(used);
  said('| cases | ms a case since the line above | heap, MB | resident, MB |\n|---|---|---|---|');
  let before = { done: 0, seconds: 0 };
  for (const mark of marks) {
    const each = ((mark.seconds - before.seconds) * 1000) / (mark.done - before.done);
    said(
      `| ${[mark.done, ...[each, mark.heap, mark.rss].map((one) => one.toFixed(1))].join(' | ')} |`,
    );
    before = mark;
  }
  const first = marks[0];
  const last = marks.at(-1);
  const grown = (last?.heap ?? Number.NaN) - (first?.heap ?? Number.NaN);
  const resident = (last?.rss ?? Number.NaN) - (marks[4]?.rss ?? Number.NaN);
  said(
    `${ok} cases in ${seconds.toFixed(0)} s, ${((cpu.user + cpu.system) / 1000 / cases).toFixed(2)} ms of main-process CPU a ` +
      `case; store ${(storeBytes / 1e6).toFixed(0)} MB; heap grew by ${grown.toFixed(1)} MB after the first tenth, ` +
      `resident memory by ${resident.toFixed(1)} MB over the second half`,
  );
  return grown < 20 && resident < 20 && ok === cases ? 0 : 1;
}

export async function main([part = '', count]: readonly string[]): Promise<number> {
  if (part === 'time') return await time(Number(count ?? 20));
  if (part === 'memory') return await memory(Number(count ?? 10_000));
  said('overhead takes: time|memory [cases]');
  return 2;
}
