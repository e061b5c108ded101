import { afterAll, beforeAll, expect } from 'vitest';
import type { Descriptor, ScopeSamples } from '../../../src-main/contract/run.ts';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { readSettings } from '../../../src-main/core/store/settings.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { ratio } from '../../../src-main/core/study/ratio-claims.ts';
import { storedEvidence } from '../../../src-main/core/study/report.ts';
import { metricsOf } from '../../../src-main/stats/case-metrics.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { readCsv } from '../../helpers/read-csv.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { configuration, descriptor, finished, newRun, planned, result } from '../store/fixtures.ts';

/** One store for all faces: a run of a baseline without threads and a variant with them, and another of the same. */
export let scripted: MeasuringApp;
export let first: string;
export let second: string;
export let tuned: string;
let nightly: string;
export const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

type Sketch = {
  readonly variant: string;
  readonly values: Values;
  readonly ns: number;
  readonly wrong?: boolean;
};

export const sizes = [1000, 4000];

/** With one thread a percent slower than the baseline, with two a fifth faster. */
export const sketches = (factor = 1): readonly Sketch[] =>
  sizes.flatMap((n): readonly Sketch[] => [
    { variant: 'sequential', values: { n }, ns: 1e6 * n * factor },
    { variant: 'omp', values: { n, threads: 1 }, ns: 1.01e6 * n * factor },
    { variant: 'omp', values: { n, threads: 2 }, ns: 0.8e6 * n * factor },
  ]);

function describeVariant(variant: string): Descriptor {
  const made = descriptor('histogram', variant);
  if (variant !== 'omp') return made;
  const threads = {
    ...{ id: 'threads', title: 'Threads', help: 'How many.', role: 'variant' as const },
    ...{ type: 'integer' as const, min: 1, max: 2, default: 1, scale: 'log' as const },
  };
  return { ...made, variant: { ...made.variant, parameters: [threads] } };
}

export function addRun(
  store: Store,
  seed: number,
  all: readonly Sketch[],
  { tune, at }: { readonly tune?: string; readonly at?: string } = {},
): string {
  const cases = all.map(({ variant, values }, index) => planned(index, { variant, values }));
  const asked = configuration(
    tune === undefined ? {} : { tune: { parameter: tune, scope: 'kernel' } },
  );
  const { id } = store.createRun(
    newRun(cases, { configuration: asked, ...(at === undefined ? {} : { createdAt: at }) }),
  );
  const random = createRandom(seed);
  const shifts = Array.from({ length: 4 }, () => 0.02 * random.normal());
  for (const [index, { ns, wrong = false, variant }] of all.entries()) {
    const samples = shifts.map((shift, repetition): ScopeSamples => {
      const center = ns * Math.exp(shift + 0.001 * random.normal());
      const timesNs = Float64Array.from(
        { length: 20 },
        () => center * (1 + 0.002 * random.normal()),
      );
      return { scope: 'kernel', repetition, timesNs, repeats: 1, launchIncluded: false };
    });
    const ok = result({ samples, answer: null, verification: null, attributes: {} });
    const found = wrong
      ? result({ outcome: 'failed', reason: 'bin 3 is 7, not 8', samples: [], answer: null })
      : ok;
    store.saveCase(id, {
      ...finished(index, { planned: cases[index] ?? {}, result: found }),
      descriptor: describeVariant(variant),
      metrics: metricsOf(found, 'cpu', found.samples),
      ...(at === undefined ? {} : { finishedAt: at }),
    });
  }
  store.finishRun(id, 'complete');
  return id;
}

/** Ratio, interval and verdict of a pair, by the axes that distinguish it. */
type Row = readonly [string, number, number, number, string];

export const row = (values: Values, view: ComparisonView | null | undefined): Row => [
  `n=${values.n} threads=${values.threads}`,
  view?.ratio ?? Number.NaN,
  view?.ci95?.[0] ?? Number.NaN,
  view?.ci95?.[1] ?? Number.NaN,
  view?.verdict ?? 'none',
];
const sorted = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
export const numbersOf = (rows: readonly Row[]) =>
  rows.map(([name, ...numbers]) => [name, ...numbers.slice(0, 3)]);

export async function ofCommandLine(contender: string, baseline: string): Promise<readonly Row[]> {
  const { stdout } = await session('compare', contender, baseline, '--json');
  const { cases } = JSON.parse(stdout);
  return sorted(
    cases.map((one: { contender: { values: Values }; comparison: ComparisonView }) =>
      row(one.contender.values, one.comparison),
    ),
  );
}

export async function ofWindow(contender: string, baseline: string): Promise<readonly Row[]> {
  const { rows } = await scripted.call('compareRuns', { refs: [baseline, contender] });
  return sorted(rows.map(({ cells: [, cell] }) => row(cell?.values ?? {}, cell?.comparison)));
}

export async function ofReport(ref: string): Promise<readonly Row[]> {
  const { cases, comparisons } = await scripted.call('run', { ref });
  return sorted(
    cases
      .filter(({ variant }) => variant === 'omp')
      .map(({ index, values }) => row(values, comparisons[String(index)])),
  );
}

export async function ofSummary(ref: string): Promise<readonly Row[]> {
  const { files } = await scripted.call('exportRun', { ref, format: 'csv' });
  const file = files.find(({ name }) => name.includes('summary'));
  const records = readCsv(new TextDecoder().decode(file?.bytes));
  return sorted(
    records
      .filter(({ variant }) => variant === 'omp')
      .map(
        ({ n, threads, ratio_to_baseline, ratio_ci95_lo, ratio_ci95_hi, verdict = '' }): Row => [
          `n=${n} threads=${threads}`,
          Number(ratio_to_baseline),
          Number(ratio_ci95_lo),
          Number(ratio_ci95_hi),
          verdict,
        ],
      ),
  );
}

/** A point is the inverse of a ratio, and so are the ends of its interval. */
export async function ofFigure(request: {
  readonly ref: string;
  readonly refs?: string[];
}): Promise<readonly Row[]> {
  const spec = await scripted.call('figure', {
    ...request,
    kind: 'speedup',
    seriesBy: ['threads'],
  });
  return sorted(
    spec.series.flatMap((series) => {
      if (series.mark !== 'line') return [];
      const threads = /threads = (\d)/.exec(series.label)?.[1];
      return series.points.map(
        ({ x, y, lo, hi }): Row => [
          `n=${x} threads=${threads}`,
          1 / y,
          1 / (hi ?? 0),
          1 / (lo ?? 0),
          '',
        ],
      );
    }),
  );
}

/** The estimate of a claim on each pair alone. */
export function ofClaim(ref: string): readonly Row[] {
  return withStore((store, evidence) =>
    sorted(
      store
        .run(ref)
        .cases.filter(({ variant }) => variant === 'omp')
        .map(({ values }) => {
          const found = ratio('omp takes its time', {
            ...ratioClaim,
            of: { variant: 'omp', values: { threads: values.threads ?? 0 } },
            sizes: [{ n: values.n ?? 0 }],
            where: { n: { atLeast: Number(values.n), atMost: Number(values.n) } },
          }).finding(evidence(ref));
          const [low = 0, high = 0] = found.ci95 ?? [];
          return [`n=${values.n} threads=${values.threads}`, found.estimate ?? 0, low, high, ''];
        }),
    ),
  );
}

export const ratioClaim = {
  ...{ workload: 'histogram', scope: 'kernel', anySizes: true, each: true },
  over: { variant: 'sequential' },
  expect: { atMost: 2, meaning: 'at most twice' },
};

export function withStore<T>(
  use: (store: Store, evidence: (ref: string) => ReturnType<typeof storedEvidence>) => T,
): T {
  const store = openStore(scripted.home);
  try {
    const comparer = createComparer(store, () => readSettings(scripted.home).margins);
    return use(store, (ref) => storedEvidence(store, comparer, store.run(ref)));
  } finally {
    store.close();
  }
}

/** Of twelve nights, after half of which a case took a third longer. */
export async function ofHistory(): Promise<string | undefined> {
  const { trends } = await scripted.call('trends', { ref: nightly });
  return trends[0]?.state;
}

export const closeTo = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((cells) =>
    cells.map((cell) => (typeof cell === 'number' ? expect.closeTo(cell, 12) : cell)),
  );

beforeAll(() => {
  scripted = createMeasuringApp();
  const store = openStore(scripted.home);
  first = addRun(store, 1, sketches());
  second = addRun(store, 2, sketches(1.3));
  tuned = addRun(
    store,
    3,
    sketches().filter(({ variant, values }) => variant === 'omp' && values.n === 1000),
    { tune: 'threads' },
  );
  for (let night = 0; night < 12; night += 1) {
    const ns = 1e9 * (night < 6 ? 1 : 1.33);
    const at = new Date(Date.UTC(2026, 0, 1 + night)).toISOString();
    const only = { variant: 'sequential', values: { n: 7000 }, ns };
    nightly = addRun(store, 20 + night, [only], { at });
  }
  store.close();
});

afterAll(async () => await scripted.close());
