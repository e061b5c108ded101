import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Descriptor, ScopeSamples } from '../../../src-main/contract/run.ts';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { metricsOf } from '../../../src-main/core/run/case-repetitions.ts';
import { readSettings } from '../../../src-main/core/store/settings.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { findingOf } from '../../../src-main/core/study/claims.ts';
import type { ClaimDefinition } from '../../../src-main/core/study/definition.ts';
import { storedEvidence } from '../../../src-main/core/study/report.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { readCsv } from '../../helpers/read-csv.ts';
import { type ScriptedApp, scriptedApp } from '../api/scripted-app.ts';
import { configuration, descriptor, finished, newRun, planned, result } from '../store/fixtures.ts';

/** One store for all faces: a run of a baseline without threads and a variant with them, and another of the same. */
let scripted: ScriptedApp;
let first: string;
let second: string;
let tuned: string;
let nightly: string;
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

type Sketch = {
  readonly variant: string;
  readonly values: Values;
  readonly ns: number;
  readonly wrong?: boolean;
};

const sizes = [1000, 4000];

/** With one thread a percent slower than the baseline, with two a fifth faster. */
const sketches = (factor = 1): readonly Sketch[] =>
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

function addRun(
  store: Store,
  seed: number,
  all: readonly Sketch[],
  { tune, at }: { readonly tune?: string; readonly at?: string } = {},
): string {
  const cases = all.map(({ variant, values }, index) => planned(index, { variant, values }));
  const asked = configuration(
    tune === undefined ? {} : { tune: { parameter: tune, span: 'kernel' } },
  );
  const { id } = store.createRun(
    newRun(cases, { configuration: asked, ...(at === undefined ? {} : { createdAt: at }) }),
  );
  const random = createRandom(seed);
  const shifts = Array.from({ length: 4 }, () => 0.02 * random.normal());
  for (const [index, { ns, wrong = false, variant }] of all.entries()) {
    const samples = shifts.map((shift, round): ScopeSamples => {
      const center = ns * Math.exp(shift + 0.001 * random.normal());
      const timesNs = Float64Array.from(
        { length: 20 },
        () => center * (1 + 0.002 * random.normal()),
      );
      return { span: 'kernel', round, timesNs, repeats: 1, launchIncluded: false };
    });
    const ok = result({ samples, answer: null, verification: null, facts: {} });
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

const row = (values: Values, view: ComparisonView | null | undefined): Row => [
  `n=${values.n} threads=${values.threads}`,
  view?.ratio ?? Number.NaN,
  view?.ci95?.[0] ?? Number.NaN,
  view?.ci95?.[1] ?? Number.NaN,
  view?.verdict ?? 'none',
];
const sorted = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
const numbersOf = (rows: readonly Row[]) =>
  rows.map(([name, ...numbers]) => [name, ...numbers.slice(0, 3)]);

async function ofCommandLine(contender: string, baseline: string): Promise<readonly Row[]> {
  const { stdout } = await session('compare', contender, baseline, '--json');
  const { cases } = JSON.parse(stdout);
  return sorted(
    cases.map((one: { contender: { values: Values }; comparison: ComparisonView }) =>
      row(one.contender.values, one.comparison),
    ),
  );
}

async function ofWindow(contender: string, baseline: string): Promise<readonly Row[]> {
  const { rows } = await scripted.call('compareRuns', { refs: [baseline, contender] });
  return sorted(rows.map(({ cells: [, cell] }) => row(cell?.values ?? {}, cell?.comparison)));
}

async function ofReport(ref: string): Promise<readonly Row[]> {
  const { cases, comparisons } = await scripted.call('run', { ref });
  return sorted(
    cases
      .filter(({ variant }) => variant === 'omp')
      .map(({ index, values }) => row(values, comparisons[String(index)])),
  );
}

async function ofSummary(ref: string): Promise<readonly Row[]> {
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
async function ofFigure(request: {
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
function ofClaim(ref: string): readonly Row[] {
  return withStore((store, evidence) =>
    sorted(
      store
        .run(ref)
        .cases.filter(({ variant }) => variant === 'omp')
        .map(({ values }) => {
          const only = {
            ...ratioClaim,
            of: { variant: 'omp', values: { threads: values.threads ?? 0 } },
          };
          const n = { atLeast: Number(values.n), atMost: Number(values.n) };
          const found = findingOf(
            { ...only, sizes: [{ n: values.n ?? 0 }], where: { n } },
            evidence(ref),
          );
          const [low = 0, high = 0] = found.ci95 ?? [];
          return [`n=${values.n} threads=${values.threads}`, found.estimate ?? 0, low, high, ''];
        }),
    ),
  );
}

const ratioClaim = {
  kind: 'ratio',
  claim: 'omp takes its time',
  workload: 'histogram',
  span: 'kernel',
  where: {},
  sizes: [],
  asks: 'range',
  needs: 'any',
  statistic: 'median_ns',
  of: { variant: 'omp', values: {} },
  over: { variant: 'sequential', values: {} },
  about: 'each',
  mean: 'geometric',
  expect: { atMost: 2, meaning: 'at most twice' },
} as const satisfies ClaimDefinition;

function withStore<T>(
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
async function ofHistory(): Promise<string | undefined> {
  const { trends } = await scripted.call('trends', { ref: nightly });
  return trends[0]?.state;
}

const closeTo = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((cells) =>
    cells.map((cell) => (typeof cell === 'number' ? expect.closeTo(cell, 12) : cell)),
  );

beforeAll(() => {
  scripted = scriptedApp();
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

describe('the same two references', () => {
  it('give the same rows, intervals and verdicts on every face, within a run', async () => {
    const [contender, baseline] = [`${first}:omp`, `${first}:sequential`];
    const told = await ofWindow(contender, baseline);
    expect(told.map(([name]) => name)).toEqual([
      'n=1000 threads=1',
      'n=1000 threads=2',
      'n=4000 threads=1',
      'n=4000 threads=2',
    ]);
    expect(told.map((cells) => cells[4])).toContain('faster');
    expect(await ofCommandLine(contender, baseline)).toEqual(told);
    expect(await ofReport(first)).toEqual(told);
    expect(await ofSummary(first)).toEqual(told);
    const numbers = closeTo(numbersOf(told));
    expect(numbersOf(await ofFigure({ ref: first }))).toEqual(numbers);
    expect(numbersOf(await ofFigure({ ref: first, refs: [baseline, contender] }))).toEqual(numbers);
    expect(numbersOf(ofClaim(first))).toEqual(numbers);
  });

  it('do so across runs, whose intervals count the variation from run to run', async () => {
    const told = await ofWindow(`${second}:omp`, `${first}:omp`);
    expect(await ofCommandLine(`${second}:omp`, `${first}:omp`)).toEqual(told);
    const refs = [`${first}:omp`, `${second}:omp`];
    expect(numbersOf(await ofFigure({ ref: first, refs }))).toEqual(closeTo(numbersOf(told)));
    const { rows } = await scripted.call('compareRuns', { refs });
    expect(rows[0]?.cells[1]?.comparison).toMatchObject({ interval: 'repeatability' });
  });

  it('give the verdicts of a search', async () => {
    const { tuning } = await scripted.call('run', { ref: tuned });
    expect(tuning?.best).toBe(2);
    const probe = tuning?.probes.find(({ value }) => value === 1)?.comparison;
    const claim = withStore((_, evidence) =>
      findingOf(
        {
          ...ratioClaim,
          of: { variant: 'omp', values: { threads: 1 } },
          over: { variant: 'omp', values: { threads: 2 } },
          sizes: [{ n: 1000 }],
        },
        evidence(tuned),
      ),
    );
    expect(probe?.verdict).toBe('slower');
    expect([claim.estimate, ...(claim.ci95 ?? [])]).toEqual([probe?.ratio, ...(probe?.ci95 ?? [])]);
  });

  it('decide the exit status of a gate by the verdicts that tables show', async () => {
    const sides = [`${first}:omp`, `${first}:sequential`] as const;
    const shown = new Set((await ofWindow(...sides)).map((cells) => cells[4]));
    for (const verdict of ['faster', 'slower', 'equivalent', 'inconclusive', 'not comparable']) {
      const { code } = await session('compare', ...sides, '--fail-on', verdict);
      expect([verdict, code]).toEqual([verdict, shown.has(verdict) ? 4 : 0]);
    }
  });

  it('have the margins of the settings on every face', async () => {
    const [contender, baseline] = [`${first}:omp`, `${first}:sequential`];
    const before = (await scripted.call('settings', {})).margins;
    await scripted.call('saveSettings', { margins: { difference: 0.45, same: 0.5 } });
    const told = await ofWindow(contender, baseline);
    expect(new Set(told.map((cells) => cells[4]))).toEqual(new Set(['equivalent']));
    expect(await ofCommandLine(contender, baseline)).toEqual(told);
    expect(await ofReport(first)).toEqual(told);
    expect(await ofSummary(first)).toEqual(told);
    const { tuning } = await scripted.call('run', { ref: tuned });
    expect(tuning?.probes.map(({ comparison }) => comparison?.verdict)).toEqual([
      'equivalent',
      undefined,
    ]);
    expect((await session('compare', contender, baseline, '--fail-on', 'faster')).code).toBe(0);
    expect(await ofHistory()).toBe('steady');
    await scripted.call('saveSettings', { margins: before });
    expect((await ofWindow(contender, baseline)).map((cells) => cells[4])).toContain('faster');
    expect(await ofHistory()).toBe('changed');
  });
});

describe('a comparison and its mirror', () => {
  const invert: Readonly<Record<string, string>> = { faster: 'slower', slower: 'faster' };
  const pairs = (): readonly (readonly [string, string])[] => [
    [`${first}:omp`, `${first}:sequential`],
    [first, second],
  ];

  it('have the same rows, reciprocal ratios and intervals, mirrored verdicts', async () => {
    for (const [a, b] of pairs()) {
      const there = await scripted.call('compareRuns', { refs: [b, a] });
      const back = await scripted.call('compareRuns', { refs: [a, b] });
      expect(back.rows).toHaveLength(there.rows.length);
      for (const [i, { axes, cells }] of there.rows.entries()) {
        const other = back.rows[i];
        const casesOf = (each: typeof cells | undefined) => each?.map((cell) => cell?.caseIndex);
        expect(casesOf(other?.cells)).toEqual(casesOf(cells)?.toReversed());
        expect(other?.axes.toSorted()).toEqual(axes.toSorted());
        const [view, mirror] = [cells[1]?.comparison, other?.cells[1]?.comparison];
        expect(1 / (mirror?.ratio ?? 0)).toBeCloseTo(view?.ratio ?? 0, 12);
        expect(1 / (mirror?.ci95?.[1] ?? 0)).toBeCloseTo(view?.ci95?.[0] ?? 0, 12);
        expect(mirror?.verdict).toBe(invert[view?.verdict ?? ''] ?? view?.verdict);
        expect(mirror?.adjustedP).toBeCloseTo(view?.adjustedP ?? 0, 12);
      }
    }
  });

  it('agree at a gate', async () => {
    const verdicts = ['faster', 'slower', 'equivalent', 'inconclusive'];
    const seen = new Set<number>();
    for (const [a, b] of pairs()) {
      for (const verdict of verdicts) {
        const there = await session('compare', a, b, '--fail-on', verdict);
        const back = await session('compare', b, a, '--fail-on', invert[verdict] ?? verdict);
        expect([a, b, verdict, there.code]).toEqual([a, b, verdict, back.code]);
        seen.add(there.code);
      }
    }
    expect(seen).toEqual(new Set([0, 4]));
  });
});

describe('a side with more axes than the other', () => {
  it('has a row for each of its values, told apart in JSON, table and window', async () => {
    const sides = [`${first}:omp`, `${first}:sequential`] as const;
    const { stdout } = await session('compare', ...sides, '--json');
    const { cases } = JSON.parse(stdout);
    const named = cases.map(
      (one: { axes: string[]; contender: { values: Values }; baseline: { values: Values } }) =>
        one.axes.map((axis) => [axis, one.contender.values[axis], one.baseline.values[axis]]),
    );
    expect(named[0]).toEqual([
      ['n', 1000, 1000],
      ['threads', 1, undefined],
    ]);
    expect(new Set(named.map((one: unknown) => JSON.stringify(one))).size).toBe(4);
    const table = (await session('compare', ...sides)).stdout;
    expect(table).toContain('threads (contender)');
    const { rows } = await scripted.call('compareRuns', { refs: sides.toReversed() });
    expect(rows.map(({ axes }) => axes)).toEqual(Array.from({ length: 4 }, () => ['n', 'threads']));
  });
});

describe('a contender that newly gives wrong answers', () => {
  it('is listed and never passes a gate; one that is mended does', async () => {
    const store = openStore(scripted.home);
    const broken = addRun(
      store,
      4,
      sketches().map((one) => ({
        ...one,
        wrong: one.variant === 'omp' && one.values.threads === 2,
      })),
    );
    store.close();
    const listed =
      /^failed histogram omp n=1000 threads=2: bin 3 is 7, not 8; the baseline is ok$/m;
    const plain = await session('compare', broken, first);
    expect([plain.code, plain.stderr]).toEqual([1, expect.stringMatching(listed)]);
    const document = await session('compare', broken, first, '--json');
    expect([document.code, JSON.parse(document.stdout).failed]).toEqual([1, true]);
    for (const verdict of ['failed', 'slower', 'faster']) {
      const { code, stderr } = await session('compare', broken, first, '--fail-on', verdict);
      expect([code, stderr]).toEqual([4, expect.stringMatching(listed)]);
    }
    const mended = await session('compare', first, broken, '--fail-on', 'failed', '--json');
    expect([mended.code, mended.stderr]).toEqual([0, '']);
    const { rows } = await scripted.call('compareRuns', { refs: [first, broken] });
    const cells = rows.flatMap((each) => each.cells.slice(1));
    expect(cells.filter((cell) => cell?.outcome === 'failed')).toHaveLength(2);
  });
});

describe('a gate over several cases', () => {
  it('controls the false discovery rate and says so; a single comparison is not adjusted', async () => {
    const sides = [`${first}:omp`, `${first}:sequential`] as const;
    const sweep = await session('compare', ...sides, '--fail-on', 'faster', '--json');
    const { gate, cases } = JSON.parse(sweep.stdout);
    expect(gate).toMatchObject({
      comparisons: 4,
      method: 'Benjamini-Hochberg',
      falseDiscoveryRate: 0.05,
    });
    for (const { comparison } of cases) {
      expect(comparison.adjustedP).toBeGreaterThanOrEqual(comparison.p);
    }
    const text = await session('compare', ...sides, '--fail-on', 'faster');
    expect(text.stdout).toMatch(/False discovery rate over 4 comparisons held to 5 % \(Benj/);
    const store = openStore(scripted.home);
    const one = (seed: number, ns: number) =>
      addRun(store, seed, [{ variant: 'sequential', values: { n: 1000 }, ns }]);
    const [slow, fast] = [one(5, 3e9), one(6, 1e9)];
    store.close();
    const single = await session('compare', slow, fast, '--fail-on', 'slower', '--json');
    const document = JSON.parse(single.stdout);
    expect([single.code, document.gate.method]).toEqual([4, null]);
    expect(document.cases[0].comparison).not.toHaveProperty('adjustedP');
  });
});
