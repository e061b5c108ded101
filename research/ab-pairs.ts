/** Pairs of one program with itself, measured as `ab` does and never ended by a decision: the data of `ab-recorded`. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration, Group } from '../src-main/contract/configuration.ts';
import { versionId, versionOf } from '../src-main/contract/versions.ts';
import { createApp } from '../src-main/core/app.ts';
import { openStore } from '../src-main/core/store/store.ts';
import { forkEngine } from '../src-main/hosts/fork-engine.ts';

export const title =
  'Records pairs of unchanged programs with themselves, A B B A, as CSV for `ab-recorded`. Arguments: <file> [seconds=60] [cpu or cuda=cpu] [seconds of a case in a process=0.06].';

const header =
  'workload,variant,n,device,scope,run,pairs (median ns of base / of head), in the order of measuring';

type Program = readonly [workload: string, variant: string, n: number];
const programs: Readonly<Record<string, readonly Program[]>> = {
  cpu: [
    ['exclusive-scan', 'sequential', 1e5],
    ['histogram', 'omp-private', 1e6],
  ],
  cuda: [
    ['exclusive-scan', 'cub', 1e6],
    ['histogram', 'cuda-fast', 1e7],
  ],
};
/** As many as a run may have. */
const pairsOfRun = 50;

export async function main(args: readonly string[]): Promise<number> {
  const [file, seconds = '60', device = 'cpu', caseSeconds = '0.06'] = args;
  const own = programs[device];
  if (file === undefined || own === undefined) {
    console.error('Give a file, and cpu or cuda.');
    return 2;
  }
  const end = performance.now() + 1000 * Number(seconds);
  writeFileSync(file, `${header}\n`);
  for (let run = 1; performance.now() < end; run += 1) {
    const budgetS = Math.max(0.001, (end - performance.now()) / 1000);
    const lines = await record(own, device, Number(caseSeconds), budgetS);
    for (const [key, pairs] of lines)
      appendFileSync(file, `${key.replace('RUN', String(run))},${pairs.join(' ')}\n`);
    if (lines.size === 0) {
      console.error(`Nothing was measured on ${device}.`);
      return 1;
    }
  }
  return 0;
}

async function record(
  own: readonly Program[],
  device: string,
  caseSeconds: number,
  budgetS: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const home = mkdtempSync(join(tmpdir(), 'ab-pairs-'));
  const app = createApp({ home, lockName: `ab-pairs-${process.pid}`, forkEngine });
  try {
    const groups = own.map(
      ([workload, variant, n]): Group => ({
        workload,
        variants: [versionId(variant, 'base'), versionId(variant, 'head')],
        ...{ set: { n }, sweep: {} },
      }),
    );
    const configuration: Configuration = {
      groups,
      policy: {
        ...{ criterion: 'fixed', parameters: { samples: 30 * pairsOfRun } },
        timeLimitS: caseSeconds * pairsOfRun,
        ...{ repetitions: pairsOfRun, maxRepetitions: pairsOfRun, order: 'sequential' },
      },
      orderSeed: 0,
      // With all pairs planned nothing is left to decide.
      decide: { tell: 0.02, pairs: pairsOfRun, budgetS, sides: ['base', 'head'] },
    };
    const ended = Promise.withResolvers<void>();
    app.onEvent((event) => {
      if (event.type === 'progress' && event.progress.status !== 'running') ended.resolve();
    });
    const { runId } = await app.api.startRun({ configuration });
    await ended.promise;
    await app.close();
    return pairsIn(home, runId, device);
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function pairsIn(home: string, runId: string, device: string): Map<string, string[]> {
  const store = openStore(home);
  try {
    const processes = store.allProcesses(runId);
    const medians = new Map<string, [base?: number, head?: number]>();
    for (const { index, workload, variant, values } of store.run(runId).cases) {
      const version = versionOf(variant);
      if (version === null) continue;
      for (const { scope, repetition, medianNs } of processes.get(index) ?? []) {
        if (scope !== 'kernel' && scope !== 'total') continue;
        const key = [workload, version.id, String(values.n), device, scope, 'RUN'].join();
        const at = `${key} ${repetition}`;
        const pair = medians.get(at) ?? [];
        pair[version.side === 'base' ? 0 : 1] = medianNs;
        medians.set(at, pair);
      }
    }
    const lines = new Map<string, string[]>();
    const inOrder = [...medians].toSorted(([a], [b]) => orderOf(a) - orderOf(b));
    for (const [at, [base, head]] of inOrder) {
      const key = at.replace(/ \d+$/, '');
      if (base === undefined || head === undefined) continue;
      const text = [base, head].map((ns) => Number(ns.toPrecision(7))).join('/');
      lines.set(key, [...(lines.get(key) ?? []), text]);
    }
    return lines;
  } finally {
    store.close();
  }
}

const orderOf = (at: string): number => Number(at.split(' ').at(-1));
