import type { Api, ApiEvent, ExportedFile, Preset } from '../../src-main/contract/api.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { Ceilings } from '../../src-main/contract/inspection.ts';
import type { Configuration, Progress } from '../../src-main/contract/run.ts';
import type { HostApp } from '../../src-main/hosts/host-app.ts';
import { fakeCatalog, fakeMachine } from './fake-catalog.ts';
import { fakeDesktop } from './fake-desktop.ts';
import { type FakeRun, fakePicture } from './fake-results.ts';
import { fakeCase, fakeDetail, fakeFigure, fakeMedian, fakePlan, fakeRow } from './fake-runs.ts';
import { fakeStudy } from './fake-study.ts';
import { fakeTrends } from './fake-trends.ts';
import { notFaked } from './not-faked.ts';

export type FakeOptions = {
  /** Runs in the history from the start. */
  readonly runs?: number;
  readonly gpu?: boolean;
  /** Milliseconds that a case takes. */
  readonly caseMs?: number;
  /** A run of a workload with pictures, the oldest one. */
  readonly pictures?: boolean;
  /** Runs reproduce a study. */
  readonly studies?: boolean;
};

/** The application as windows see it, in memory: what it measures is made up, how it answers is not. */
export type FakeApp = HostApp & {
  readonly stored: readonly FakeRun[];
  /** Makes a procedure fail with this error until it is set to null. */
  fail(procedure: keyof Api, error: BreakevenError | null): void;
};

const policy = {
  rule: 'fixed',
  parameters: { samples: 50 },
  timeLimitS: 15,
  rounds: 2,
  order: 'shuffled',
} as const;

const productPresets: readonly Preset[] = [
  {
    id: 'quick',
    title: 'Quick look',
    summary: 'Tally and total at a few sizes, two minutes at most.',
    configuration: {
      title: 'Quick look',
      groups: [
        {
          workload: 'tally',
          variants: 'all',
          set: { bins: 8 },
          sweep: { n: [1e3, 1e4, 1e5, 1e6] },
        },
        { workload: 'total', variants: 'all', set: {}, sweep: { n: [1e3, 1e6] } },
      ],
      policy,
      orderSeed: 7,
    },
  },
];

function fakeFile(kind: string, format: string, text: string): ExportedFile {
  return format === 'png'
    ? { name: `${kind}.png`, mime: 'image/png', bytes: fakePicture(kind, undefined).bytes }
    : { name: `${kind}.${format}`, mime: 'text/plain', bytes: new TextEncoder().encode(text) };
}

export function createFakeApp({
  runs = 0,
  gpu = false,
  caseMs = 60,
  pictures = false,
  studies = false,
}: FakeOptions = {}): FakeApp {
  const presets = [...productPresets];
  const catalog = fakeCatalog(gpu);
  const machine = fakeMachine(gpu);
  const listeners = new Set<(event: ApiEvent) => void>();
  const failing = new Map<keyof Api, BreakevenError>();
  const stored: FakeRun[] = [];
  let progress: Progress | null = null;
  let stop = false;
  let paused = false;
  let ceilings: Ceilings = { measuredAt: null, probes: [] };
  let skipped: number | null = null;
  let nextId = 1;

  const emit = (event: ApiEvent) => {
    for (const listener of listeners) listener(event);
  };
  const find = (named: string): FakeRun => {
    const ref = named.replace(/:.*$/, '');
    const found = ref === 'latest' ? stored[0] : stored.find(({ row }) => row.id.startsWith(ref));
    if (found === undefined) throw new BreakevenError('not-found', `there is no run "${ref}"`);
    return found;
  };
  const add = (configuration: Configuration, createdAt: string, brokenAt: number): FakeRun => {
    const plan = fakePlan(configuration, catalog);
    const cases = plan.cases.map((planned, i) => fakeCase(planned, createdAt, i === brokenAt));
    const id = `r${String(nextId).padStart(6, '0')}`;
    nextId += 1;
    const status = brokenAt >= 0 ? 'partial' : 'complete';
    const run = { row: fakeRow(id, createdAt, plan, status, cases), plan, cases };
    stored.unshift(run);
    return run;
  };
  const plainPolicy = { ...policy, parameters: { ...policy.parameters } };
  if (pictures) {
    add(
      {
        title: 'The fractal',
        groups: [
          { workload: 'mandelbrot', variants: ['plain', 'split'], set: { xres: 512 }, sweep: {} },
        ],
        policy: plainPolicy,
        orderSeed: 1,
      },
      '2026-10-31T00:00:00.000Z',
      -1,
    );
  }
  for (let i = 0; i < runs; i += 1) {
    const at = new Date(Date.UTC(2026, 10, 1) + i * 420_000).toISOString();
    add(
      {
        title: i % 3 === 0 ? `Threads against the device, part ${i}` : `Tally sweep ${i}`,
        groups: [
          {
            workload: 'tally',
            variants: 'all',
            set: { bins: 8 },
            sweep: { n: [1e3, 1e4, 1e5, 1e6, 1e7] },
          },
        ],
        policy: plainPolicy,
        orderSeed: i,
        ...(i % 2 === 0 ? { tags: ['lab'] } : {}),
      },
      at,
      i % 5 === 4 ? 3 : -1,
    );
  }

  /** Every word of the query, as a part of the run's texts; `a:b,c` asks for one of several. */
  const rows = (query: string): readonly FakeRun[] => {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '' && word !== 'is:trash');
    const inTrash = query.includes('is:trash');
    return stored.filter(({ row }) => {
      if ((row.trashedAt !== undefined) !== inTrash) return false;
      const text = [
        row.title,
        row.id,
        row.note,
        row.pinned ? 'is:pinned' : '',
        row.baseline ? 'is:baseline' : '',
        `status:${row.status}`,
        ...row.tags.map((tag) => `tag:${tag}`),
        ...row.workloads.map((id) => `workload:${id}`),
      ]
        .join(' ')
        .toLowerCase();
      return words.every((word) => {
        const [, field, values] = /^(\w+):(.+)$/.exec(word) ?? [];
        return field === undefined || values === undefined
          ? text.includes(word)
          : values.split(',').some((value) => text.includes(`${field}:${value}`));
      });
    });
  };
  const addRun = (title: string): FakeRun =>
    add(
      {
        title,
        groups: [{ workload: 'tally', variants: 'all', set: {}, sweep: { n: [1e3, 1e5] } }],
        policy: plainPolicy,
        orderSeed: 1,
      },
      new Date().toISOString(),
      -1,
    );

  const measure = async (run: FakeRun) => {
    const started = Date.now();
    const report = (more: Partial<Progress>) => {
      const done = run.cases.length;
      const elapsedS = (Date.now() - started) / 1000;
      const left = ((run.plan.cases.length - done) * caseMs) / 1000;
      progress = {
        runId: run.row.id,
        status: run.row.status,
        done,
        total: run.plan.cases.length,
        current: null,
        samples: 0,
        medianNs: null,
        ci95LoNs: null,
        ci95HiNs: null,
        elapsedS,
        etaS: done === 0 ? null : [left * 0.8, left * 1.5],
        failure: null,
        paused,
        ...more,
      };
      emit({ type: 'progress', progress });
    };
    for (const planned of run.plan.cases.slice(run.cases.length)) {
      while (paused && !stop) {
        report({});
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      for (let step = 0; step < 4 && !stop && skipped !== planned.index; step += 1) {
        const median =
          fakeMedian(planned.variant, Number(planned.values.n)) * (1 + 0.01 / (step + 1));
        report({
          current: planned,
          samples: step * 12,
          ...(step === 0
            ? {}
            : {
                medianNs: median,
                // The third GPU case of a run gets hot.
                clock: planned.variant.includes('tally')
                  ? {
                      medianHz: run.cases.length < 6 ? 1.98e9 : 1.98e9 - 2.4e8 * step,
                      throttledSamples: run.cases.length < 6 ? 0 : step,
                    }
                  : null,
                ci95LoNs: median * 0.99,
                ci95HiNs: median * 1.01,
                bins: {
                  from: median * 0.98,
                  to: median * 1.03,
                  counts: [1, 4, 9, 6, 3, 1, 1],
                  beyond: 0,
                },
              }),
        });
        await new Promise((resolve) => setTimeout(resolve, caseMs / 4));
      }
      if (stop) break;
      const done =
        skipped === planned.index
          ? { ...planned, skip: 'skipped by hand while it was measured' }
          : planned;
      run.cases.push(fakeCase(done, new Date().toISOString()));
      run.row = fakeRow(run.row.id, run.row.createdAt, run.plan, 'running', run.cases);
      emit({ type: 'history-changed', runId: run.row.id });
    }
    run.row = fakeRow(
      run.row.id,
      run.row.createdAt,
      run.plan,
      stop ? 'cancelled' : 'complete',
      run.cases,
    );
    report({});
    emit({ type: 'history-changed', runId: run.row.id });
  };

  const histories = fakeTrends(stored, machine, catalog.workloads);
  const api: Api = {
    catalog: async () => catalog,
    doctor: async () => ({
      machine,
      checks: [
        { id: 'compiler', title: 'C++ compiler', status: 'ok', found: 'g++ 12.2', fix: null },
        gpu
          ? { id: 'cuda', title: 'CUDA device', status: 'ok', found: 'Example H200', fix: null }
          : {
              id: 'cuda',
              title: 'CUDA device',
              status: 'missing',
              found: 'no driver was found',
              fix: 'install the driver: `apt-get install -y nvidia-driver`',
            },
        {
          id: 'governor',
          title: 'CPU governor',
          status: 'warning',
          found: 'powersave: times vary',
          fix: '`cpupower frequency-set -g performance` holds the clocks',
        },
      ],
    }),
    presets: async () => presets,
    plan: async ({ configuration }) => fakePlan(configuration, catalog),
    startRun: async ({ configuration }) => {
      if (progress?.status === 'running') {
        throw new BreakevenError('busy', 'another run is active');
      }
      stop = false;
      const plan = fakePlan(configuration, catalog);
      const createdAt = new Date().toISOString();
      const id = `r${String(nextId).padStart(6, '0')}`;
      nextId += 1;
      const run: FakeRun = { row: fakeRow(id, createdAt, plan, 'running', []), plan, cases: [] };
      stored.unshift(run);
      void measure(run);
      return { runId: id };
    },
    resumeRun: async ({ ref }) => {
      const run = find(ref);
      stop = false;
      void measure(run);
      return { runId: run.row.id };
    },
    cancelRun: async () => {
      stop = true;
      return { cancelled: true };
    },
    pauseRun: async (wish) => {
      paused = wish.paused;
      return { paused };
    },
    skipCase: async ({ index }) => {
      skipped = index;
      return { skipped: progress?.current?.index === index };
    },
    progress: async () => progress,
    history: async ({ query, limit, after, order }) => {
      if (query.includes('n>=x')) {
        throw new BreakevenError('bad-input', '"n>=x": x is not a number');
      }
      const fits = [...rows(query)];
      if (order !== undefined && order.by !== 'created') {
        const { by } = order;
        fits.sort((a, b) => (String(a.row[by]) < String(b.row[by]) ? -1 : 1));
      }
      if (order !== undefined && !order.descending && order.by === 'created') fits.reverse();
      const from = after === null ? 0 : fits.findIndex(({ row }) => row.id === after.id) + 1;
      return { rows: fits.slice(from, from + limit).map(({ row }) => row), total: fits.length };
    },
    run: async ({ ref }) => {
      const { row, plan, cases } = find(ref);
      const plain = fakeDetail(row, plan, cases, gpu);
      const detail = studies ? { ...plain, study: 'example-tally' } : plain;
      if (ceilings.measuredAt === null) return detail;
      return {
        ...detail,
        ceilings: Object.fromEntries(
          cases
            .filter(({ outcome }) => outcome === 'ok')
            .map(({ index, variant, values }) => [
              index,
              {
                bound: 'memory' as const,
                ceiling: 41e9,
                unit: 'B/s',
                ...(variant === 'split' && values.n === 1e5
                  ? { percent: 104, cache: 'L3', reason: 'part of its data stayed in L2' }
                  : { percent: 31.5 }),
              },
            ]),
        ),
      };
    },
    figure: async ({ ref, kind, span = 'kernel', ...rest }) => {
      const run = find(ref);
      const { row, plan, cases } = run;
      if (kind === 'trend') return histories.figure(run, { span, ...rest });
      return fakeFigure(fakeDetail(row, plan, cases, gpu), kind, span);
    },
    exportRun: async ({ ref, format }) => {
      const { cases } = find(ref);
      const csv = [
        'variant,n,median_ns',
        ...cases.map(
          (each) => `${each.variant},${each.values.n},${each.metrics.kernel?.median_ns ?? ''}`,
        ),
        '',
      ].join('\r\n');
      const text = format === 'csv' ? csv : JSON.stringify(cases);
      return {
        files: [
          {
            name: `summary.${format}`,
            mime: format === 'csv' ? 'text/csv' : 'application/json',
            bytes: new TextEncoder().encode(text),
          },
        ],
      };
    },
    trends: async ({ ref = 'latest', ...request }) => histories.trends(find(ref), request),
    ...fakeDesktop({ stored, presets, find, rows, emit, addRun }),
    ...notFaked(['compare', 'refine']),
    study: async ({ ref }) => fakeStudy(find(ref)),
    ceilings: async () => ceilings,
    probe: async () => {
      ceilings = {
        measuredAt: '2026-11-21T08:00:00.000Z',
        probes: [
          {
            id: 'host-copy',
            device: 'Example Xeon 8480',
            title: 'Copy',
            value: 41e9,
            unit: 'B/s',
            facts: {},
          },
        ],
      };
      return ceilings;
    },
    exportFigure: async ({ kind, format, options = {} }) => ({
      file: fakeFile(kind, format, JSON.stringify(options)),
    }),
    exportFigures: async ({ figures }) => ({
      files: figures
        .filter(({ kind }) => kind !== 'roofline')
        .map(({ kind, format }) => fakeFile(kind, format, '')),
      failed: figures.flatMap(({ kind }, index) =>
        kind === 'roofline' ? [{ index, message: 'no ceiling has been measured here' }] : [],
      ),
    }),
    exportPreset: async ({ id }) => ({
      file: {
        name: `${id}.json`,
        mime: 'application/json',
        bytes: new TextEncoder().encode(JSON.stringify(presets.find((each) => each.id === id))),
      },
    }),
  };
  const guarded = Object.fromEntries(
    Object.entries(api).map(([name, procedure]) => [
      name,
      async (input: never) => {
        const error = failing.get(name as keyof Api);
        if (error !== undefined) throw error;
        return await procedure(input);
      },
    ]),
  ) as unknown as Api;

  return {
    api: guarded,
    stored,
    fail(procedure, error) {
      if (error === null) failing.delete(procedure);
      else failing.set(procedure, error);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async selftest() {
      return { passed: 0, failed: 0, skipped: 0, cases: [] };
    },
    async exportTo() {
      throw new Error('the scripted application writes no files');
    },
    async close() {
      stop = true;
    },
  };
}
