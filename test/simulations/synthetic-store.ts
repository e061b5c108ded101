import type { Configuration } from '../../src-main/contract/configuration.ts';
import type { Machine } from '../../src-main/contract/machine.ts';
import type {
  Descriptor,
  Metric,
  PlannedCase,
  RunStatus,
  ScopeSamples,
} from '../../src-main/contract/run.ts';
import type { RunResults } from '../../src-main/contract/run-results.ts';
import { historyMethod, noResults } from '../../src-main/core/analysis/run-results.ts';
import { writeCase } from '../../src-main/core/store/cases.ts';
import { openDatabase } from '../../src-main/core/store/database.ts';
import { type RunKey, resolveRun } from '../../src-main/core/store/reference.ts';
import { writeResults } from '../../src-main/core/store/run-results.ts';
import { createRun } from '../../src-main/core/store/runs.ts';
import {
  markExamined,
  seriesToExamine,
  writeSeries,
} from '../../src-main/core/store/series-changes.ts';
import type { Database } from '../../src-main/core/store/sqlite.ts';
import { defaultMargins } from '../../src-main/stats/decide.ts';
import { createRandom, type Random } from '../../src-main/stats/random.ts';
import { summarize } from '../../src-main/stats/summary.ts';
import { descriptor, gpu, machine, policy } from '../core/store/fixtures.ts';

export const seed = 20_260_101;
/** Found by these titles, whatever else is in the store. */
export const bigTitle = 'Synthetic case of 10,000 samples';
export const manyTitle = 'Synthetic run of 200 cases';
export const wideTitle = 'Synthetic sweep over 64 sizes';

const batch = 500;
const minuteMs = 60_000;
const begin = Date.UTC(2024, 0, 2);

const workloads = ['histogram', 'exclusive-scan', 'min3x3', 'mandelbrot', 'mean', 'binarize'];
const variants = [
  { id: 'sequential', device: 'cpu', kind: 'study', slope: 1 },
  { id: 'omp-private', device: 'cpu', kind: 'study', slope: 0.55 },
  { id: 'cuda-fast', device: 'cuda', kind: 'fast', slope: 0.04 },
  { id: 'cub', device: 'cuda', kind: 'library', slope: 0.05 },
] as const;
const tags = ['lab', 'night', 'thesis', 'regression', 'before', 'after', 'driver-580', 'review'];
const statuses: readonly RunStatus[] = ['complete', 'complete', 'complete', 'complete', 'partial'];

function machineOf(i: number): Machine {
  const own = { ...gpu, uuid: `GPU-synthetic-${i}`, name: `Synthetic GPU ${i % 2}` };
  return {
    ...machine,
    ...{ fingerprint: `synthetic-${i}`, hostname: `synthetic-${i}` },
    ...{ cpuModel: `Synthetic CPU ${i % 4}`, gpus: i % 3 === 0 ? [own] : [] },
    versions: { app: '0.0.0', driver: `${570 + (i % 3)}` },
  };
}

const method = historyMethod(defaultMargins);

const machines = Array.from({ length: 12 }, (_, i) => machineOf(i));

function descriptorOf(
  workload: string,
  { id, device, kind }: (typeof variants)[number],
): Descriptor {
  const of = descriptor(workload, id, device);
  return { ...of, variant: { ...of.variant, kind, scopes: ['kernel'] } };
}

type Shape = {
  readonly title: string;
  readonly workload: string;
  readonly sizes: readonly number[];
  readonly variants: readonly (typeof variants)[number][];
  readonly repetitions: number;
  readonly samples: number;
  /** The same in all cases, so that those of such runs pair up; drawn for each case by default. */
  readonly distribution?: string;
};

function distributionOf(random: Random): string {
  return random.below(3) === 0 ? 'zipf' : 'uniform';
}

function shapeOf(i: number, random: Random): Shape {
  const workload = workloads[random.below(workloads.length)] ?? 'histogram';
  const chosen = variants.filter((_, at) => at === 0 || random.below(4) === 0);
  if (i === 7) {
    const all = { workload: 'histogram', sizes: [1e6], repetitions: 4 };
    return { ...all, title: bigTitle, variants: variants.slice(0, 2), samples: 2500 };
  }
  if (i === 9) {
    const sizes = Array.from({ length: 50 }, (_, at) => Math.round(1000 * 1.2 ** at));
    const all = {
      workload: 'histogram',
      sizes,
      repetitions: 2,
      samples: 15,
      distribution: 'uniform',
    };
    return { ...all, title: manyTitle, variants };
  }
  if (i < 7 || i === 8) {
    const sizes = Array.from({ length: 64 }, (_, at) => Math.round(1000 * 1.2 ** at));
    const all = {
      workload: 'histogram',
      sizes,
      repetitions: 2,
      samples: 15,
      distribution: 'uniform',
    };
    return { ...all, title: wideTitle, variants: variants.slice(1, 2) };
  }
  const decade = 3 + random.below(4);
  return {
    title: `Synthetic ${workload} ${i}`,
    workload,
    sizes: random.below(4) === 0 ? [10 ** decade, 2 * 10 ** decade] : [10 ** decade],
    variants: chosen,
    repetitions: 1,
    samples: 8 + random.below(6),
  };
}

function timesOf(
  n: number,
  slope: number,
  count: number,
  random: Random,
): Float64Array<ArrayBuffer> {
  const centre = 800 + slope * n;
  return Float64Array.from({ length: count }, () => {
    const slow = random.uniform() < 0.01 ? 1.5 : 1;
    return centre * slow * (1 + 0.02 * (random.uniform() + random.uniform() - 1));
  });
}

/** What it came to and at which run a history changed, as made up as the rest: working it out would take minutes. */
function addResults(
  database: Database,
  run: RunKey,
  { variants: own }: Shape,
  random: Random,
): void {
  const at = Math.round(10 ** (3 + 4 * random.uniform()));
  const ratio = 1 + 30 * random.uniform();
  const results: RunResults = {
    ...noResults,
    breakEven: own.length > 1 ? { at, ci95: [0.9 * at, 1.1 * at], about: 'synthetic' } : null,
    speedup:
      own.length > 1 ? { ratio, ci95: [0.9 * ratio, 1.1 * ratio], about: 'synthetic' } : null,
    median: { ns: 1000 * ratio, caseIndex: 0, about: 'synthetic' },
  };
  writeResults(database, run, results, null);
  const [one] = random.below(20) === 0 ? seriesToExamine(database, run, method) : [];
  if (one !== undefined) {
    const changed = { runId: run.id, caseIndex: one.caseIndex, at: '2024-06-01T00:00:00.000Z' };
    const medianNs = 1000;
    const point = { ...changed, medianNs, ci95: null, n: 5 };
    const body = {
      ...{ ci95: [1.1, 1.3] as const, before: point, after: point },
      ...{ differences: [], sentence: 'synthetic' },
    };
    const change = {
      kind: 'step',
      ...changed,
      ratio: 1.2,
      p: 1e-6 * random.uniform(),
      body,
    } as const;
    writeSeries(database, one, method, { state: 'changed', runs: 20, changes: [change] });
  }
  markExamined(database, run, method);
}

export type Seeded = { readonly runs: number; readonly cases: number; readonly samples: number };

/** Adds `runs` made-up runs to the store in `home`. */
export function seedStore(
  home: string,
  runs: number,
  tell: (done: number) => void = () => {},
): Seeded {
  const { database, session } = openDatabase(home);
  const random = createRandom(seed, 0);
  let cases = 0;
  let samples = 0;

  const add = (i: number): void => {
    const shape = shapeOf(i, random);
    const machine = machines[random.below(machines.length)] ?? machineOf(0);
    const planned: PlannedCase[] = shape.sizes.flatMap((n, at) =>
      shape.variants.map((variant, place) => ({
        index: at * shape.variants.length + place,
        workload: shape.workload,
        variant: variant.id,
        values: { n, bins: 8, distribution: shape.distribution ?? distributionOf(random) },
        inputKey: `${n}`,
        policy: { ...policy, parameters: { ...policy.parameters }, repetitions: shape.repetitions },
      })),
    );
    const configuration: Configuration = {
      groups: [
        { workload: shape.workload, variants: 'all', set: {}, sweep: { n: [...shape.sizes] } },
      ],
      policy: { ...policy, parameters: { ...policy.parameters } },
      orderSeed: i,
      tags: [
        'synthetic',
        ...(random.below(5) === 0 ? [tags[random.below(tags.length)] ?? ''] : []),
      ],
      ...(random.below(20) === 0 ? { note: `Synthetic note ${i}: nothing was measured.` } : {}),
    };
    const at = begin + i * 7 * minuteMs;
    const createdAt = new Date(at).toISOString();
    const plan = { schemaVersion: 1, configuration, cases: planned };
    const id = `syn${i.toString(36).padStart(9, '0')}`;
    const given = { id, configuration, plan, machine, title: shape.title, createdAt };
    const row = createRun(database, given);
    const run = resolveRun(database, row.id);
    const failed = i > 9 && random.below(25) === 0;
    for (const each of planned) {
      const variant = variants.find(({ id }) => id === each.variant) ?? variants[0];
      const outcome = failed && each.index === planned.length - 1 ? 'failed' : 'ok';
      const parts: ScopeSamples[] =
        outcome === 'failed'
          ? []
          : Array.from({ length: shape.repetitions }, (_, repetition) => ({
              scope: 'kernel',
              repetition,
              timesNs: timesOf(Number(each.values.n), variant.slope, shape.samples, random),
              repeats: 1,
              launchIncluded: false,
            }));
      const all = Float64Array.from(parts.flatMap(({ timesNs }) => [...timesNs]));
      const metrics: Record<string, Metric> = all.length === 0 ? {} : { kernel: summarize(all) };
      cases += 1;
      samples += all.length;
      writeCase(database, run, {
        planned: each,
        descriptor: descriptorOf(each.workload, variant),
        result: {
          outcome,
          reason: outcome === 'failed' ? 'synthetic failure' : null,
          samples: parts,
          coldStartNs: null,
          stopReason: outcome === 'ok' ? 'count' : null,
          verification: null,
          answer: null,
          bytesMoved: 4 * Number(each.values.n),
          operations: null,
          operationUnit: null,
          attributes: variant.device === 'cuda' ? { device: gpu.name } : {},
          warnings: [],
        },
        metrics,
        finishedAt: new Date(at + minuteMs).toISOString(),
      });
    }
    const status = failed ? 'failed' : (statuses[random.below(statuses.length)] ?? 'complete');
    database
      .prepare('UPDATE run SET status = ?, owner = NULL, finished_at = ? WHERE seq = ?')
      .run(status, new Date(at + 2 * minuteMs).toISOString(), run.seq);
    addResults(database, run, shape, createRandom(seed, 1 + i));
  };

  try {
    // Nothing is lost if this is cut off: the store is thrown away and made again.
    database.raw.pragma('synchronous = OFF');
    for (let from = 0; from < runs; from += batch) {
      const to = Math.min(runs, from + batch);
      database.write(() => {
        for (let i = from; i < to; i += 1) add(i);
      });
      tell(to);
    }
    return { runs, cases, samples };
  } finally {
    database.raw.close();
    session.close();
  }
}
