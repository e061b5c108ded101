import type { Api, ApiEvent } from '../../src-main/contract/api.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { LabBuild } from '../../src-main/contract/lab.ts';
import type { RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import type {
  LabActivity,
  LabVariantView,
  LabView,
  LabWatchEvent,
  labProcedures,
} from '../../src-main/contract/procedures/labs.ts';
import type { StoredCase } from '../../src-main/contract/run.ts';
import type { ComparisonView, Verdict } from '../../src-main/contract/verdict.ts';
import type { Workload } from '../../src-main/contract/workload.ts';
import type { FakeRun } from './fake-results.ts';

type Parts = {
  /** Whether there are labs from the start. */
  readonly labs: boolean;
  /** As in the desktop app: folders can be chosen. */
  readonly folders: boolean;
  readonly workloads: Workload[];
  readonly find: (ref: string) => FakeRun;
  readonly emit: (event: ApiEvent) => void;
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
  const plain = { summary: '', checkedAt: null, fault: null, size: null, baseline: null };
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
          reason: 'it needs the CUDA addon, which is not loaded here',
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

/** What a watch of the fake application tells, the newest first. */
const watched: readonly LabWatchEvent[] = [
  {
    ...{ type: 'verdict', variant: 'omp', medianNs: 61_300, milliseconds: 1840 },
    ...{ repetitions: 2, refining: false },
    warnings: ['faster on inputs it has seen: 2 us for the input of the samples, 61 us for others'],
    baseline: comparison('faster', 0.24, 'sequential'),
    before: comparison('faster', 0.81, 'version-before'),
  },
  { type: 'fault', variant: 'omp', reason: "omp.c:6: 'b' undeclared" },
  {
    ...{ type: 'verdict', variant: 'omp', medianNs: 75_700, milliseconds: 2110 },
    ...{ repetitions: 3, refining: false, warnings: [] },
    baseline: comparison('faster', 0.3, 'sequential'),
    before: null,
  },
  { type: 'ready', folder: `${home}/saxpy` },
];

const texts = {
  toml: 'title = "Tally"\nsize = "n"\n\n[axes]\nn = { min = 0, max = 1_000_000_000 }\n',
  plain: '#include <stdint.h>\nvoid tally(uint32_t n, const int32_t *x, uint32_t *y) {\n}\n',
  split:
    '#include <stdint.h>\nvoid tally(uint32_t n, const int32_t *x, uint32_t *y) {\n  // s\n}\n',
} as const;

function buildOf(id: 'plain' | 'split'): Omit<LabBuild, 'ptx' | 'sass'> {
  return {
    hash: id.padEnd(64, '0'),
    command: `gcc -shared -fPIC -O3 -march=native -fopenmp ${id}.c -o variant.so`,
    compiler: 'gcc (Debian 12.2.0-14) 12.2.0',
    log: id === 'split' ? "split.c:3: warning: unused variable 'k'" : '',
    ...(id === 'split' ? { registers: 32, spillBytes: 16, sharedBytes: 2048 } : noRegisters),
    sources: [
      { name: 'workload.toml', sha256: 'toml' },
      { name: `${id}.c`, sha256: id },
    ],
  };
}
const noRegisters = { registers: null, spillBytes: null, sharedBytes: null };

/** Cases as a run of a lab stores them. */
export const withCode = (cases: readonly StoredCase[]): readonly StoredCase[] =>
  cases.map((one) =>
    one.outcome === 'ok'
      ? { ...one, attributes: { ...one.attributes, source: 'abc123abc123', build: '0123456789ab' } }
      : one,
  );

export const withChangedSource = (comparison: RunsComparison): RunsComparison => ({
  ...comparison,
  environment: [
    {
      ...{ attribute: 'Source of split (tally)', machine: false },
      values: comparison.sides.map((_, at) => (at === 0 ? 'abc123abc123' : 'def456def456')),
    },
    ...comparison.environment,
  ],
});

/** Labs in memory: what is checked is verified, what is watched tells the same each time. */
const starts = [
  { id: 'c', title: 'C, and OpenMP' },
  { id: 'cuda', title: 'C, OpenMP and a CUDA kernel' },
];

export function fakeOwnCode(parts: Parts): Pick<Api, keyof typeof labProcedures> {
  const { folders, workloads, find, emit } = parts;
  let labs: readonly LabView[] = parts.labs ? labsOf() : [];
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
    async checkLab({ id, variants }) {
      const { fault } = lab(id);
      if (fault !== null) throw new BreakevenError('bad-input', fault.message);
      tell({ id, kind: 'check', variant: null, underway: true, events: [], failure: null });
      labs = labs.map((one) => (one.id === id ? checked(one, variants) : one));
      tell(null);
      return { checked: [] };
    },
    async watchLab({ id, variant: only = null }) {
      lab(id);
      const at = '2026-11-20T09:41:00.000Z';
      const events = watched.map((event) => ({ at, event, excerpt: null }));
      const begun: LabActivity = {
        ...{ id, kind: 'watch', variant: only, underway: true, events, failure: null },
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
    async runCode({ ref }) {
      find(ref);
      if (!parts.labs) return { builds: [], texts: {} };
      const builds = (['plain', 'split'] as const).map((id) => ({
        ...{ workload: 'tally', variant: id, role: 'variant' as const, build: buildOf(id) },
        machineCode: id === 'split' ? (['ptx'] as const) : [],
      }));
      return { builds, texts };
    },
    async machineCode({ ref, kind }) {
      find(ref);
      if (kind === 'ptx') return { text: '.version 8.8\n.target sm_90\n', reason: null, left: 12 };
      return { text: null, reason: 'no SASS is stored of split', left: 0 };
    },
    async codeDifference({ before, after }) {
      find(before);
      find(after);
      const lines = [' void tally(uint32_t n, const int32_t *x) {', '-  // s', '+  // t', ' }'];
      return {
        variants: [
          { workload: 'tally', variant: 'plain', command: null, files: [] },
          {
            ...{ workload: 'tally', variant: 'split', files: [{ name: 'split.c', lines }] },
            command: { before: 'gcc -O2 split.c', after: 'gcc -O3 split.c' },
          },
        ],
      };
    },
    async forgetLab({ id }) {
      lab(id);
      labs = labs.filter((one) => one.id !== id);
      return { id };
    },
    trustLab: async () => add('trusted'),
    newLab: async ({ name }) => add(name),
    chooseFile: async () => ({ file: '/data/image.npy' }),
    openLabFolder: async ({ id }) => ({ opened: lab(id) !== null }),
  };
}

const lab0: LabView = {
  ...{ id: '', title: '', summary: '', folder: '', checkedAt: null, fault: null },
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
