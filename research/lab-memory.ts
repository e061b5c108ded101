import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EngineChild, ForkEngine } from '../src-main/contract/engine-protocol.ts';
import { createApp } from '../src-main/core/app.ts';
import { forkEngine } from '../src-main/hosts/fork-engine.ts';
import { root } from '../src-main/tools/paths.ts';
import { runToEnd } from '../test/helpers/run-to-end.ts';
import { hostTwins, writeTwin } from '../test/simulations/twin-labs.ts';

export const title =
  'Memory of many tiny cases of a lab and of a built-in workload, each in processes of their own: peaks, and growth a case. Arguments: [cases=3000].';

const kinds = ['built-in', 'lab'] as const;
type Kind = (typeof kinds)[number];

/** Bytes after so many cases, with garbage collected in the main process. */
type Mark = {
  readonly done: number;
  readonly heap: number;
  readonly main: number;
  readonly engine: number;
};

type Found = {
  readonly ok: number;
  /** Of the cases that are not ok, why. */
  readonly reasons: readonly string[];
  readonly seconds: number;
  /** Peaks in bytes. */
  readonly main: number;
  readonly engine: number;
  readonly marks: readonly Mark[];
};

/** Of the larger of two peaks that may be called the same: what a garbage collector leaves differs from run to run. */
const allowed = 0.1;
/** Of all cases, those in which caches fill are left out of the growth. */
const filling = 1 / 6;
const many = 10_000;

export async function main([count = '3000', kind]: readonly string[]): Promise<number> {
  if (kind !== undefined) {
    console.log(JSON.stringify(await measure(Number(count), kind === 'lab' ? 'lab' : 'built-in')));
    return 0;
  }
  const found = kinds.map((one): Found => {
    const words = ['src-main/tools/run.mjs', 'bench', 'lab-memory', count, one];
    const text = execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    return JSON.parse(text);
  });
  console.log(
    '| of | cases ok | seconds | main process, MB | engine, MB | heap of main, bytes a case | resident of main, bytes a case | engine, bytes a case |\n|---|---|---|---|---|---|---|---|',
  );
  for (const [i, { ok, reasons: _, seconds, marks, ...peaks }] of found.entries()) {
    const cells = [
      ...[kinds[i], ok, seconds.toFixed(0), megabytes(peaks.main), megabytes(peaks.engine)],
      ...(['heap', 'main', 'engine'] as const).map((of) => growth(marks, of).toFixed(0)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  for (const [i, { reasons }] of found.entries()) {
    for (const reason of reasons) console.log(`${kinds[i]}: ${reason}`);
  }
  const [builtIn, lab] = found;
  if (builtIn === undefined || lab === undefined) return 1;
  const fits = (['main', 'engine'] as const).map((of) => {
    const [without, own] = [builtIn, lab].map((one) => atMany(one, of, Number(count)));
    if (without === undefined || own === undefined) return false;
    console.log(
      `${of} with ${many} cases: lab ${megabytes(own)} MB, built in ${megabytes(without)} MB, ratio ${(own / without).toFixed(3)}`,
    );
    return own <= (1 + allowed) * without;
  });
  const whole = found.every(({ ok }) => ok === Number(count));
  return whole && fits.every((fit) => fit) ? 0 : 1;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** The peak, and what the cases that were not run would add. */
function atMany(found: Found, of: 'main' | 'engine', count: number): number {
  return found[of] + Math.max(0, many - count) * Math.max(0, growth(found.marks, of));
}

/** Bytes a case, by least squares. */
function growth(marks: readonly Mark[], of: 'heap' | 'main' | 'engine'): number {
  const last = marks.at(-1)?.done ?? 0;
  const used = marks.filter(({ done, [of]: bytes }) => done >= filling * last && bytes > 0);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(used.map(({ done }) => done)), mean(used.map(({ [of]: bytes }) => bytes))];
  const spread = mean(used.map(({ done }) => (done - x) ** 2));
  return mean(used.map(({ done, [of]: bytes }) => (done - x) * (bytes - y))) / spread;
}

/** Cases of one sample, planned, measured by a real engine and stored. */
async function measure(count: number, kind: Kind): Promise<Found> {
  const [twin] = hostTwins;
  if (twin === undefined) throw new Error('there is no twin');
  const home = mkdtempSync(join(tmpdir(), 'lab-memory-'));
  const engines = watched(forkEngine);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const marks: Mark[] = [];
  const step = Math.ceil(count / 30);
  const app = createApp({ home, lockName: `lab-memory-${process.pid}`, forkEngine: engines.fork });
  try {
    if (kind === 'lab') await app.labs.open(writeTwin(twin, home));
    app.onEvent((event) => {
      if (event.type !== 'progress') return;
      engines.look();
      const { done } = event.progress;
      if (done === 0 || done % step !== 0 || marks.at(-1)?.done === done) return;
      collect();
      const { heapUsed, external, rss } = process.memoryUsage();
      marks.push({ done, heap: heapUsed + external, main: rss, engine: engines.now() });
    });
    const began = performance.now();
    const runId = await runToEnd(app, () =>
      app.api.startRun({
        configuration: {
          groups: [
            {
              workload: kind === 'lab' ? twin.lab : twin.workload,
              variants: [kind === 'lab' ? twin.variants[0] : twin.variant],
              set: {},
              sweep: { n: Array.from({ length: count }, (_, i) => i + 1) },
            },
          ],
          policy: {
            criterion: 'fixed',
            parameters: { samples: 1 },
            timeLimitS: null,
            warmUpS: 0,
            repetitions: 1,
            order: 'shuffled',
          },
          orderSeed: 1,
        },
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const { run, cases } = await app.api.run({ ref: runId });
    const main = 1024 * process.resourceUsage().maxRSS;
    const reasons = cases.flatMap(({ outcome, values, reason }) =>
      outcome === 'ok' ? [] : [`n=${values.n} ${outcome}: ${reason}`],
    );
    return { ok: run.ok, reasons, seconds, main, engine: engines.peak(), marks };
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Engines whose resident memory is read while they are there. */
function watched(fork: ForkEngine) {
  let child: EngineChild | null = null;
  let peak = 0;
  const read = (field: 'VmHWM' | 'VmRSS'): number =>
    child?.pid === undefined ? 0 : resident(child.pid, field);
  return {
    fork: ((environment) => {
      child = fork(environment);
      return child;
    }) satisfies ForkEngine,
    look(): void {
      peak = Math.max(peak, read('VmHWM'));
    },
    now: () => read('VmRSS'),
    peak: () => peak,
  };
}

/** Resident memory of a process in bytes, its peak or as it is; 0 for one that is gone. */
function resident(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text) ?? [];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}
