import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Machine } from '../../src-main/contract/machine.ts';
import type { PlannedCase, ScopeSamples, StoredCase } from '../../src-main/contract/run.ts';
import { createApp } from '../../src-main/core/app.ts';
import { readRunFile } from '../../src-main/core/import/read-run-file.ts';
import type { ImportedRun } from '../../src-main/core/store/import.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { runToEnd } from './run-to-end.ts';
import { createScriptedEngines } from './scripted-engine.ts';

/** Runs from this one on have another driver, with which `parallel` takes 12 % longer. */
const slowerFrom = 6;

let measured: Promise<ImportedRun> | undefined;

/** A run of every variant of the scripted workload at five sizes, measured once for all tests of a process. */
async function measureOnce(): Promise<ImportedRun> {
  const home = mkdtempSync(join(tmpdir(), 'measured-'));
  const app = createApp({
    ...{ home, forkEngine: createScriptedEngines().fork, lockName: `measured-${process.pid}` },
    machineChecks: async () => [],
  });
  try {
    const group = { workload: 'count', variants: 'all' as const, set: { bins: 8 } };
    const runId = await runToEnd(app, () =>
      app.api.startRun({
        configuration: {
          groups: [{ ...group, sweep: { n: [1e3, 1e4, 1e5, 1e6, 1e7] } }],
          policy: {
            ...{ criterion: 'fixed', parameters: { samples: 50 }, timeLimitS: 15 },
            ...{ repetitions: 5, order: 'shuffled' },
          },
          orderSeed: 1,
        },
      }),
    );
    const { files } = await app.api.exportRun({ ref: runId, format: 'breakeven' });
    return await readRunFile(files[0]?.bytes ?? new Uint8Array());
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Where the stores of all processes of a run of tests are made once. */
const shared = process.env.BREAKEVEN_TEST_SEEDS;

/**
 * Fills a folder with a store of so many measured runs of one configuration, `r000001` the oldest, seven minutes apart. Every
 * second one has the tag `lab`, every fifth one a wrong case. Times differ by a little from run to run and by a step where
 * the driver changed; a call from end to end has a fixed part. The results of the runs are kept, as when they have ended.
 *
 * @param cases none are kept by `false`: where there are hundreds of runs
 */
export async function seedMeasured(home: string, count: number, cases = true): Promise<void> {
  if (shared === undefined) return await makeStore(home, count, cases);
  const made = join(shared, `${count}${cases ? '-cases' : ''}`);
  if (!existsSync(made)) {
    const folder = mkdtempSync(join(shared, 'made-'));
    await makeStore(folder, count, cases);
    try {
      renameSync(folder, made);
    } catch (error) {
      // Another process was faster.
      if (!existsSync(made)) throw error;
      rmSync(folder, { recursive: true });
    }
  }
  cpSync(made, home, { recursive: true });
}

async function makeStore(home: string, count: number, cases: boolean): Promise<void> {
  measured ??= measureOnce();
  const run = await measured;
  const store = openStore(home);
  store.together(() => {
    for (let i = 0; i < count; i += 1) {
      const { plan, machine } = run;
      const createdAt = new Date(Date.UTC(2026, 10, 1) + i * 420_000).toISOString();
      const tags = i % 2 === 0 ? ['lab'] : [];
      const title = i % 3 === 0 ? `Threads against the device, part ${i}` : `Sweep ${i}`;
      const { id } = store.createRun({
        ...{ id: `r${String(i + 1).padStart(6, '0')}`, createdAt, title },
        configuration: { ...plan.configuration, title, tags },
        plan: { ...plan, configuration: { ...plan.configuration, title, tags } },
        machine: { ...machine, versions: versionsOf(machine, i) },
      });
      const broken = i % 5 === 4;
      for (const [at, each] of (cases ? run.cases : []).entries()) {
        const planned = plan.cases.find(({ index }) => index === each.stored.index);
        if (planned === undefined) throw new Error('a case was not planned');
        store.saveCase(id, finishedCase(each, planned, i, broken && at === 3, createdAt));
      }
      store.finishRun(id, broken ? 'partial' : 'complete');
    }
  });
  store.close();
  const app = createApp({
    ...{ home, forkEngine: createScriptedEngines().fork, lockName: `seeded-${process.pid}` },
    machineChecks: async () => [],
  });
  // A list of runs keeps the results that are missing.
  await app.api.history({ query: '', limit: count, after: null });
  await app.close();
}

function versionsOf({ versions }: Machine, number: number): Machine['versions'] {
  return { ...versions, driver: number < slowerFrom ? '580.65' : '581.15' };
}

function factorOf(variant: string, number: number): number {
  const step = variant === 'parallel' && number >= slowerFrom ? 1.12 : 1;
  return step * (1 + 0.004 * Math.sin(number * 2.4));
}

/** Attributes that tables show as badges. */
function labelsOf(variant: string, n: number): StoredCase['attributes'] {
  if (variant === 'accelerated') return { nearLaunchOverhead: n < 5000, l2Resident: n <= 1e6 };
  return n <= 1e5 ? { cacheResident: true, cacheLevel: 'L3' } : { cacheResident: false };
}

function finishedCase(
  { stored, descriptor, samples, repetitions }: ImportedRun['cases'][number],
  planned: PlannedCase,
  number: number,
  broken: boolean,
  finishedAt: string,
) {
  const { index: _, workload: _w, variant, values: _v, metrics: _m, ...result } = stored;
  const factor = factorOf(variant, number);
  const wrong = {
    ...{ outcome: 'failed' as const, reason: 'bin 3: 12 instead of 13', samples: [] },
    verification: { rule: 'exact', passed: false, message: 'bin 3: 12 instead of 13', maxError: 1 },
  };
  const scaled = samples.map(({ process: _p, ...part }): ScopeSamples => {
    const outside = part.scope === 'total' ? 20_000 : 0;
    return { ...part, timesNs: part.timesNs.map((time) => factor * time + outside) };
  });
  return {
    planned,
    descriptor,
    result: {
      ...result,
      attributes: { ...result.attributes, ...labelsOf(variant, Number(stored.values.n)) },
      ...{ samples: scaled, ...(broken ? wrong : {}) },
    },
    ...(repetitions === undefined ? {} : { repetitions }),
    finishedAt,
  };
}
