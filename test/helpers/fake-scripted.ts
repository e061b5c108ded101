import type { Api, ApiEvent, RunDetail } from '../../src-main/contract/api.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { Machine } from '../../src-main/contract/machine.ts';
import type { Configuration, Metric, Progress, StoredCase } from '../../src-main/contract/run.ts';
import { makePlan } from '../../src-main/core/plan/planner.ts';
import { scriptedCatalog, scriptedMedianNs } from './scripted-provider.ts';

export type ScriptedOptions = {
  /** Leaves a run under way until it is cancelled. */
  readonly endless?: boolean;
  /** Variants whose cases fail. */
  readonly failing?: readonly string[];
};

type Names =
  | 'catalog'
  | 'doctor'
  | 'presets'
  | 'plan'
  | 'startRun'
  | 'resumeRun'
  | 'cancelRun'
  | 'progress'
  | 'history'
  | 'run'
  | 'exportRun'
  | 'exportFigure';

/**
 * What a fake application answers of the scripted catalog, for tests of hosts: the real planner, results computed on the
 * spot, nothing measured and nothing stored.
 */
export function fakeScripted(
  { endless = false, failing = [] }: ScriptedOptions,
  emit: (event: ApiEvent) => void,
): {
  readonly procedures: Pick<Api, Names>;
  /** The configuration of the last run that was started. */
  readonly started: () => Configuration | undefined;
} {
  const runs = new Map<string, RunDetail>();
  let active: Progress | null = null;
  let started: Configuration | undefined;

  const end = (runId: string, status: RunDetail['run']['status']): void => {
    const detail = runs.get(runId);
    if (detail === undefined || active === null) return;
    runs.set(runId, { ...detail, run: { ...detail.run, status } });
    const progress = { ...active, status };
    active = null;
    emit({ type: 'progress', progress });
    emit({ type: 'history-changed', runId });
  };
  const procedures: Pick<Api, Names> = {
    catalog: async () => scriptedCatalog,
    doctor: async () => ({
      machine: scriptedMachine,
      checks: [
        { id: 'cpu', title: 'CPU', status: 'ok', found: '2 cores', fix: null },
        { id: 'gpu', title: 'GPU', status: 'missing', found: 'none', fix: 'Fit a GPU.' },
      ],
    }),
    presets: async () => [
      {
        id: 'quick',
        title: 'Quick',
        summary: 'A short run.',
        configuration: {
          groups: [
            {
              workload: 'count',
              variants: ['sequential', 'parallel'],
              set: { bins: 8 },
              sweep: { n: [1000, 10_000] },
            },
          ],
          policy: {
            criterion: 'precision',
            parameters: {},
            timeLimitS: 1,
            repetitions: 1,
            order: 'shuffled',
          },
          orderSeed: 7,
        },
      },
    ],
    plan: async ({ configuration }) => makePlan(configuration, { catalog: scriptedCatalog }),
    startRun: async ({ configuration }) => {
      started = configuration;
      const detail = fakeDetail(configuration, failing);
      runs.set(detail.run.id, { ...detail, run: { ...detail.run, status: 'running' } });
      active = fakeProgress(detail);
      emit({ type: 'progress', progress: active });
      if (!endless) setTimeout(() => end(detail.run.id, detail.run.status), 5);
      return { runId: detail.run.id };
    },
    resumeRun: async ({ ref }) => {
      const detail = await procedures.run({ ref });
      active = fakeProgress(detail);
      setTimeout(() => end(detail.run.id, 'complete'), 5);
      return { runId: detail.run.id };
    },
    cancelRun: async ({ runId }) => {
      const cancelled = active?.runId === runId;
      if (cancelled) setTimeout(() => end(runId, 'cancelled'), 5);
      return { cancelled };
    },
    progress: async () => active,
    history: async ({ limit }) => {
      const rows = [...runs.values()].map(({ run }) => run);
      return { rows: rows.slice(0, limit), total: rows.length };
    },
    run: async ({ ref }) => {
      const detail = runs.get(ref) ?? (ref === 'latest' ? [...runs.values()].at(-1) : undefined);
      if (detail === undefined) throw new BreakevenError('not-found', `there is no run "${ref}"`);
      return detail;
    },
    exportRun: async () => ({
      files: ['summary.csv', 'samples.csv'].map((name) => ({
        name,
        mime: 'text/csv',
        bytes: new TextEncoder().encode(`${name}\n`),
      })),
    }),
    exportFigure: async ({ kind, format }) => {
      if (format === 'svg') throw new BreakevenError('bad-input', 'there are too few sizes');
      const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
      return { file: { name: `${kind}.${format}`, mime: 'image/png', bytes } };
    },
  };
  return { procedures, started: () => started };
}

const scriptedMachine: Machine = {
  fingerprint: 'f'.repeat(64),
  hostname: 'bench',
  os: 'Linux',
  kernel: '6.1',
  cpuModel: 'Scripted CPU',
  sockets: 1,
  physicalCores: 2,
  logicalCores: 2,
  memoryBytes: 8 * 2 ** 30,
  gpus: [],
  versions: { app: '0.0.0' },
};

function fakeProgress({ run, plan }: RunDetail): Progress {
  return {
    runId: run.id,
    status: 'running',
    done: 0,
    total: plan.cases.length,
    current: plan.cases[0] ?? null,
    samples: 12,
    medianNs: 1234,
    ci95LoNs: 1200,
    ci95HiNs: 1300,
    elapsedS: 1,
    etaS: [3, 8],
    failure: null,
  };
}

function fakeDetail(configuration: Configuration, failing: readonly string[]): RunDetail {
  const plan = makePlan(configuration, { catalog: scriptedCatalog });
  const cases = plan.cases
    .map((planned): StoredCase => {
      const failed = failing.includes(planned.variant);
      const outcome = planned.skip !== undefined ? 'skipped' : failed ? 'failed' : 'ok';
      const median = scriptedMedianNs(planned.variant, Number(planned.values.n));
      return {
        index: planned.index,
        workload: planned.workload,
        variant: planned.variant,
        values: planned.values,
        outcome,
        reason: planned.skip ?? (failed ? 'bin 3 is 7 and not 8' : null),
        metrics: outcome === 'ok' ? { kernel: fakeMetric(median) } : {},
        coldStartNs: null,
        stopReason: outcome === 'ok' ? 'count' : null,
        verification: null,
        answer: outcome === 'ok' ? { sha256: 'ab'.repeat(32), attributes: { total: 3 } } : null,
        bytesMoved: 4 * Number(planned.values.n),
        operations: null,
        operationUnit: null,
        attributes: {},
        warnings: [],
        finishedAt: '2026-01-02T03:04:06.000Z',
      };
    })
    .sort((a, b) => a.index - b.index);
  const count = (outcome: string): number => cases.filter((it) => it.outcome === outcome).length;
  const parallel = cases.filter((it) => it.variant === 'parallel' && it.outcome === 'ok');
  return {
    run: {
      id: '01fakerun',
      createdAt: '2026-01-02T03:04:05.000Z',
      finishedAt: '2026-01-02T03:04:06.000Z',
      title: configuration.title ?? '',
      preset: configuration.preset ?? null,
      status: 'complete',
      workloads: ['count'],
      device: 'Scripted CPU',
      cases: cases.length,
      ok: count('ok'),
      failed: count('failed'),
      skipped: count('skipped'),
      tags: [...(configuration.tags ?? [])],
      note: configuration.note ?? '',
      pinned: false,
      baseline: false,
    },
    machine: scriptedMachine,
    plan,
    cases,
    comparisons: Object.fromEntries(
      parallel.map((it) => [
        String(it.index),
        {
          verdict: 'slower',
          reason: 'the interval of the ratio is wholly above 1.005',
          ratio: 1.5,
          ci95: [1.4, 1.6],
          against: 'sequential',
        },
      ]),
    ),
    breakEvens: [
      {
        workload: 'count',
        scope: 'kernel',
        small: 'sequential',
        large: 'parallel',
        axis: 'n',
        answer: 'one',
        at: 20_000,
        ci95: [19_000, 21_000],
        sentence: 'parallel wins from n* = 20 k [19 k, 21 k]',
      },
    ],
  };
}

function fakeMetric(median: number): Metric {
  return {
    n: 5,
    minNs: median - 2,
    q1Ns: median - 1,
    medianNs: median,
    q3Ns: median + 1,
    p95Ns: median + 2,
    p99Ns: null,
    maxNs: median + 2,
    meanNs: median,
    sdNs: 1,
    relativeIqr: 0.001,
    ci95LoNs: null,
    ci95HiNs: null,
    ci99LoNs: null,
    ci99HiNs: null,
    outliers: 0,
    slowFirst: false,
  };
}

/** A small run of the application above, as words of a command line. */
export const runWords: readonly string[] = [
  'run',
  '--workload',
  'count',
  '--variants',
  'sequential,parallel',
];
