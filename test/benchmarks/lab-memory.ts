import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineChild, ForkEngine } from '../../src-main/contract/engine-protocol.ts';
import { createApp } from '../../src-main/core/app.ts';
import { forkEngine } from '../../src-main/hosts/fork-engine.ts';
import { root } from '../../src-main/tools/paths.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { hostTwins, writeTwin } from './parts/twin-labs.ts';

export const title =
  'Memory of many tiny cases of a lab and of a built-in workload, each in processes of their own. Arguments: [cases=10000].';

const kinds = ['built-in', 'lab'] as const;
type Kind = (typeof kinds)[number];

/** Peaks in bytes. */
type Peaks = {
  readonly ok: number;
  readonly seconds: number;
  readonly main: number;
  readonly engine: number;
};

/** Of the larger of two peaks that may be called the same: what a garbage collector leaves differs from run to run. */
const allowed = 0.1;

export async function main([count = '10000', kind]: readonly string[]): Promise<number> {
  if (kind !== undefined) {
    console.log(JSON.stringify(await measure(Number(count), kind === 'lab' ? 'lab' : 'built-in')));
    return 0;
  }
  const found = kinds.map((one): Peaks => {
    const words = ['src-main/tools/run.mjs', 'bench', 'lab-memory', count, one];
    const text = execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    return JSON.parse(text);
  });
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  console.log('| of | cases ok | seconds | main process, MB | engine, MB |\n|---|---|---|---|---|');
  for (const [i, { ok, seconds, ...peaks }] of found.entries()) {
    const cells = [
      kinds[i],
      ok,
      seconds.toFixed(0),
      megabytes(peaks.main),
      megabytes(peaks.engine),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const [builtIn, lab] = found;
  if (builtIn === undefined || lab === undefined) return 1;
  const ratios = [lab.main / builtIn.main, lab.engine / builtIn.engine];
  console.log(
    `lab / built in: main process ${ratios[0]?.toFixed(3)}, engine ${ratios[1]?.toFixed(3)}`,
  );
  const whole = found.every(({ ok }) => ok === Number(count));
  return whole && ratios.every((ratio) => ratio <= 1 + allowed) ? 0 : 1;
}

/** Cases of one sample, planned, measured by a real engine and stored. */
async function measure(count: number, kind: Kind): Promise<Peaks> {
  const [twin] = hostTwins;
  if (twin === undefined) throw new Error('there is no twin');
  const home = mkdtempSync(join(tmpdir(), 'lab-memory-'));
  const engines = watched(forkEngine);
  const app = createApp({ home, lockName: `lab-memory-${process.pid}`, forkEngine: engines.fork });
  try {
    if (kind === 'lab') await app.labs.open(writeTwin(twin, home));
    app.onEvent((event) => {
      if (event.type === 'progress') engines.look();
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
            rule: 'fixed',
            parameters: { samples: 1 },
            timeLimitS: null,
            warmUpS: 0,
            rounds: 1,
            order: 'shuffled',
          },
          orderSeed: 1,
        },
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const { run } = await app.api.run({ ref: runId });
    const main = 1024 * process.resourceUsage().maxRSS;
    return { ok: run.ok, seconds, main, engine: engines.peak() };
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Engines whose largest resident memory is read while they are there. */
function watched(fork: ForkEngine) {
  let child: EngineChild | null = null;
  let peak = 0;
  return {
    fork: ((environment) => {
      child = fork(environment);
      return child;
    }) satisfies ForkEngine,
    look(): void {
      if (child?.pid !== undefined) peak = Math.max(peak, residentPeak(child.pid));
    },
    peak: () => peak,
  };
}

/** The largest resident memory of a process so far, in bytes; 0 for one that is gone. */
function residentPeak(pid: number): number {
  try {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return 1024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}
