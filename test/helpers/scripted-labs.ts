import type { Api, ApiEvent, Output } from '../../src-main/contract/api.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { LabBuild } from '../../src-main/contract/lab.ts';
import type {
  AnnotatedSource,
  LabActivity,
  LabVariantView,
  LabView,
  LabWatchEvent,
  labProcedures,
} from '../../src-main/contract/procedures/labs.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import type { ComparisonView, Verdict } from '../../src-main/contract/verdict.ts';
import type { Workload } from '../../src-main/contract/workload.ts';
import { scriptedCatalog } from './scripted-provider.ts';

type Parts = {
  /** Of the application whose labs these are. */
  readonly api: Api;
  readonly emit: (event: ApiEvent) => void;
  /** As in the desktop app: folders can be chosen. */
  readonly folders: boolean;
};

const home = '/home/ada/labs';

function variant(id: string, language: string, more: Partial<LabVariantView>): LabVariantView {
  const extension = { c: 'c', cpp: 'cpp', cuda: 'cu', python: 'py' }[language] ?? language;
  return {
    ...{ id, title: id, summary: '', language, file: `${id}.${extension}`, state: 'unchecked' },
    ...{ reason: null, excerpt: null, warnings: [], log: '', cases: 0, flags: '' },
    ...more,
  };
}

const verified = { state: 'verified', cases: 6, flags: '-O3 -march=native -fopenmp' } as const;
const failedAt = {
  file: 'fast.cpp',
  line: 6,
  lines: [
    '#pragma omp parallel for simd',
    '  for (uint32_t i = 0; i < n; ++i) {',
    '    y[i] = b * x[i] + y[i];',
    '  }',
    '}',
  ].map((text, at) => ({ number: 4 + at, text })),
};
const log = `fast.cpp: In function 'void saxpy(uint32_t, float, const float*, float*)':
fast.cpp:6:12: error: 'b' was not declared in this scope
    6 |     y[i] = b * x[i] + y[i];
      |            ^`;

function labsOf(): LabView[] {
  const plain = {
    ...{ summary: '', checkedAt: null, fault: null, size: null, baseline: null },
    untrusted: null,
  };
  return [
    {
      ...plain,
      ...{ id: 'saxpy', title: 'SAXPY', summary: 'y = a x + y.', folder: `${home}/saxpy` },
      ...{ size: { id: 'n', default: 1_000_000 }, baseline: 'sequential' },
      checkedAt: '2026-11-20T09:30:00.000Z',
      variants: [
        variant('sequential', 'c', { title: 'Sequential', ...verified }),
        variant('omp', 'c', {
          ...{ title: 'OpenMP', ...verified },
          warnings: ['replay is not checked: no input can be varied'],
        }),
        variant('fast', 'cpp', {
          state: 'not-compiled',
          reason: "fast.cpp:6: 'b' was not declared in this scope",
          ...{ excerpt: failedAt, log },
        }),
        variant('blocked', 'c', {
          ...verified,
          state: 'wrong',
          cases: 2,
          reason: 'n=31: y[30] is 0.25, expected 0.75',
        }),
        variant('naive', 'cuda', {
          state: 'unavailable',
          reason: 'no NVIDIA GPU that can be used here: breakeven doctor says why',
        }),
        variant('edited', 'c', { state: 'changed' }),
      ],
    },
    {
      ...plain,
      ...{ id: 'sgemm', title: 'SGEMM', summary: 'C = A B.', folder: `${home}/sgemm` },
      ...{ size: { id: 'm', default: 512 }, baseline: 'naive' },
      variants: [variant('naive', 'c', {}), variant('blocked', 'c', { state: 'built' })],
    },
    {
      ...plain,
      ...{ id: 'stencil', title: 'stencil', folder: `${home}/stencil`, variants: [] },
      fault: {
        message: 'workload.toml:3: sise is unknown; did you mean "size"?',
        log: '',
        excerpt: {
          ...{ file: 'workload.toml', line: 3 },
          lines: ['title = "Stencil"', '', 'sise = "n"', '', '[axes]'].map((text, at) => ({
            ...{ number: 1 + at, text },
          })),
        },
      },
    },
  ];
}

const comparison = (verdict: Verdict, ratio: number, against: string): ComparisonView => ({
  ...{ verdict, ratio, ci95: [ratio * 0.99, ratio * 1.01], against },
  reason: 'the interval of the ratio is wholly beyond 0.5 %',
});

/** Medians over five sizes, of which this is the largest one's. */
const curveOf = (medianNs: number) => ({
  axis: 'n',
  points: [256, 64, 16, 4, 1].map((part) => ({
    size: Math.round(1e6 / part),
    medianNs: medianNs / part + (part === 1 ? 0 : 900),
    baselineNs: 255_000 / part,
  })),
});

const watchedSource: AnnotatedSource = {
  ...{ variant: 'omp', file: 'omp.c' },
  lines: [
    '#include <stdint.h>',
    'void saxpy(uint32_t n, float a, const float *x, float *y) {',
    '#pragma omp parallel for',
    '  for (uint32_t i = 0; i < n; ++i) {',
    '    int k;',
    '    y[i] = b * x[i] + y[i];',
    '  }',
    '}',
  ],
  notes: [
    { line: 2, kind: 'resources', text: '32 registers, 0 B spilled' },
    { line: 5, kind: 'warning', text: "unused variable 'k'" },
    { line: 6, kind: 'error', text: "'b' undeclared" },
  ],
};

/** What a watch of them tells, the newest first. */
const watched: readonly LabWatchEvent[] = [
  {
    ...{ type: 'verdict', variant: 'omp', version: 2, medianNs: 61_300, milliseconds: 1840 },
    curve: curveOf(61_300),
    ...{ repetitions: 2, refining: false },
    warnings: ['replay is not checked: no input can be varied'],
    baseline: comparison('faster', 0.24, 'sequential'),
    before: comparison('faster', 0.81, 'version-before'),
  },
  { type: 'fault', variant: 'omp', reason: "omp.c:6: 'b' undeclared" },
  {
    ...{ type: 'verdict', variant: 'omp', version: 1, medianNs: 75_700, milliseconds: 2110 },
    curve: curveOf(75_700),
    ...{ repetitions: 3, refining: false, warnings: [] },
    baseline: comparison('inconclusive', 0.99, 'sequential'),
    before: null,
  },
  { type: 'ready', folder: `${home}/saxpy` },
];

const texts = {
  toml: 'title = "Count"\nsize = "n"\n\n[axes]\nn = { min = 0, max = 1_000_000_000 }\n',
  sequential: '#include <stdint.h>\nvoid count(uint32_t n, const int32_t *x, uint32_t *y) {\n}\n',
  parallel:
    '#include <stdint.h>\nvoid count(uint32_t n, const int32_t *x, uint32_t *y) {\n  // s\n}\n',
} as const;

function buildOf(id: 'sequential' | 'parallel'): Omit<LabBuild, 'ptx' | 'sass'> {
  return {
    hash: id.padEnd(64, '0'),
    command: `gcc -shared -fPIC -O3 -march=native -fopenmp ${id}.c -o variant.so`,
    compiler: 'gcc (Debian 12.2.0-14) 12.2.0',
    log: id === 'parallel' ? "parallel.c:3: warning: unused variable 'k'" : '',
    ...(id === 'parallel' ? { registers: 32, spillBytes: 16, sharedBytes: 2048 } : noRegisters),
    sources: [
      { name: 'workload.toml', sha256: 'toml' },
      { name: `${id}.c`, sha256: id },
    ],
  };
}
const noRegisters = { registers: null, spillBytes: null, sharedBytes: null };

/** Cases as a run of a lab stores them. */
const withCode = (cases: readonly StoredCase[]): StoredCase[] =>
  cases.map((one) =>
    one.outcome === 'ok'
      ? { ...one, attributes: { ...one.attributes, source: 'abc123abc123', build: '0123456789ab' } }
      : one,
  );

const withChangedSource = (comparison: Output<'compareRuns'>): Output<'compareRuns'> => ({
  ...comparison,
  environment: [
    {
      ...{ attribute: 'Source of parallel (count)', machine: false },
      values: comparison.sides.map((_, at) => (at === 0 ? 'abc123abc123' : 'def456def456')),
    },
    ...comparison.environment,
  ],
});

const starts = [
  { id: 'c', title: 'C, and OpenMP' },
  { id: 'cuda', title: 'C, OpenMP and a CUDA kernel' },
];

/**
 * Trusted labs in memory, for windows: what is checked is verified, what is watched tells the same each time. Runs of the
 * application have code, and compared runs differ by it.
 */
export function scriptedLabs({
  api,
  folders,
  emit,
}: Parts): Pick<Api, keyof typeof labProcedures | 'catalog' | 'run' | 'compareRuns' | 'queueRun'> {
  const workloads: Workload[] = [...scriptedCatalog.workloads];
  let labs: readonly LabView[] = labsOf();
  let activity: LabActivity | null = null;
  const tell = (next: LabActivity | null) => {
    activity = next;
    emit({ type: 'lab-activity', activity });
  };
  const lab = (id: string): LabView => {
    const found = labs.find((one) => one.id === id);
    if (found === undefined)
      throw new BreakevenError('not-found', `no lab "${id}" is trusted here`);
    return found;
  };
  const add = (id: string) => {
    const made = { ...lab0, id, title: id, folder: `${home}/${id}` };
    labs = [...labs.filter((one) => one.id !== id), made];
    return { id };
  };
  return {
    catalog: async () => ({ ...scriptedCatalog, workloads }),
    async run(input) {
      const detail = await api.run(input);
      return { ...detail, cases: withCode(detail.cases) };
    },
    compareRuns: async (input) => withChangedSource(await api.compareRuns(input)),
    labs: async () => ({ labs, folders, starts, program: 'breakeven' }),
    async openLab({ id }) {
      const { title, summary, variants, baseline } = lab(id);
      const [like] = workloads;
      if (like !== undefined && !workloads.some((one) => one.id === id)) {
        const [usual] = like.variants;
        workloads.push({
          ...{ ...like, id, title, summary, baseline: baseline ?? '' },
          variants: variants.flatMap((one) =>
            usual === undefined ? [] : [{ ...usual, id: one.id, title: one.title }],
          ),
        });
      }
      return { id };
    },
    async queueRun(input) {
      const ofLab = labs.some(({ id }) => id === input.configuration.groups[0]?.workload);
      return ofLab ? { id: 'queued' } : await api.queueRun(input);
    },
    async checkLab({ id, variants }) {
      const { fault } = lab(id);
      if (fault !== null) throw new BreakevenError('bad-input', fault.message);
      const none = { set: {}, events: [], source: null, failure: null };
      tell({ id, kind: 'check', variant: null, underway: true, ...none });
      labs = labs.map((one) => (one.id === id ? checked(one, variants) : one));
      tell(null);
      return { checked: [] };
    },
    async watchLab({ id, variant: only = null, set = {} }) {
      lab(id);
      const at = '2026-11-20T09:41:00.000Z';
      const events = watched.map((event) => ({ at, event, excerpt: null }));
      const begun: LabActivity = {
        ...{ id, kind: 'watch', variant: only, set, underway: true, events, failure: null },
        source: watchedSource,
      };
      tell(begun);
      return begun;
    },
    labActivity: async () => activity,
    async stopLab() {
      const stopped = activity !== null;
      tell(activity?.underway === true ? { ...activity, underway: false } : null);
      return { stopped };
    },
    async runCode() {
      const builds = (['sequential', 'parallel'] as const).map((id) => ({
        ...{ workload: 'count', variant: id, role: 'variant' as const, build: buildOf(id) },
        machineCode: id === 'parallel' ? (['ptx'] as const) : [],
      }));
      return { builds, texts };
    },
    async machineCode({ kind }) {
      if (kind === 'ptx') return { text: '.version 8.8\n.target sm_90\n', reason: null, left: 12 };
      return { text: null, reason: 'no SASS is stored of parallel', left: 0 };
    },
    async codeDifference() {
      const lines = [' void count(uint32_t n, const int32_t *x) {', '-  // s', '+  // t', ' }'];
      return {
        variants: [
          { workload: 'count', variant: 'sequential', command: null, files: [] },
          {
            ...{ workload: 'count', variant: 'parallel', files: [{ name: 'parallel.c', lines }] },
            command: { before: 'gcc -O2 parallel.c', after: 'gcc -O3 parallel.c' },
          },
        ],
      };
    },
    async forgetLab({ id }) {
      lab(id);
      labs = labs.filter((one) => one.id !== id);
      return { id };
    },
    trustLab: async ({ id = 'trusted' }) => add(id),
    newLab: async ({ name }) => add(name),
    chooseFile: async () => ({ file: '/data/image.npy' }),
    openLabFolder: async ({ id }) => ({ opened: lab(id) !== null }),
  };
}

const lab0: LabView = {
  ...{ id: '', title: '', summary: '', folder: '', checkedAt: null, fault: null, untrusted: null },
  ...{ size: { id: 'n', default: 1000 }, baseline: 'sequential' },
  variants: [variant('sequential', 'c', {}), variant('omp', 'c', {})],
};

function checked(lab: LabView, only: readonly string[] | undefined): LabView {
  return {
    ...lab,
    checkedAt: '2026-11-20T09:40:00.000Z',
    variants: lab.variants.map((one) =>
      only?.includes(one.id) === false ||
      (one.state !== 'unchecked' && one.state !== 'changed' && one.state !== 'built')
        ? one
        : { ...one, ...verified },
    ),
  };
}
