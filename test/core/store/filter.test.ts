import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredResults } from '../../../src-main/contract/run-results.ts';
import { noResults } from '../../../src-main/core/analysis/run-results.ts';
import { fieldNames } from '../../../src-main/core/store/filter.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { createRandom, type Random } from '../../../src-main/stats/random.ts';
import { failureOf } from './failure-of.ts';
import {
  configuration,
  descriptor,
  finished,
  machine,
  metric,
  newRun,
  planned,
  temporaryHome,
} from './fixtures.ts';

const method = 'a method';
const workloads = ['histogram', 'mean', 'mandelbrot'];
const variants = ['sequential', 'omp-private', 'cub'];
const sizes = [10, 1000, 4096, 1_000_000];
const distributions = ['uniform', 'zipf', 'Hot'];
const words = ['alpha', 'beta', 'alphabet', 'größe', '100%_done'];
const tags = ['lab', 'my lab', 'night'];
const presets = ['quick', 'break-even'];
const ratios = [0.5, 2, 3.5];
const medians = [900, 2e6, 2e9];
const hosts = ['bench-1', 'other'];
const dates = ['2024-12-31T23:00:00.000Z', '2025-01-02T10:30:00.000Z', '2025-01-02T10:31:00.000Z'];

type Run = ReturnType<Store['run']> & {
  readonly row: ReturnType<Store['row']>;
  readonly results: StoredResults | null;
  readonly changed: boolean;
  readonly descriptors: ReturnType<Store['descriptors']>;
};
type Case = Run['cases'][number];

/** A store of random runs, with what is in them as other functions than the filter read it. */
function randomStore(seed: number) {
  const random = createRandom(seed, 0);
  const place = temporaryHome();
  const store = openStore(place.home);
  const one = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random.below(3) === 0);
  const runs = store.together(() =>
    Array.from({ length: 60 }, () => addRun({ random, one, some, store })),
  );
  const [pinned, baseline] = [runs[3], runs[7]];
  if (pinned !== undefined && !isTrashed(pinned)) store.pin(pinned.id);
  if (baseline !== undefined && !isTrashed(baseline)) store.setBaseline(baseline.id);
  function isTrashed({ id }: { readonly id: string }): boolean {
    return store.row(id).trashedAt !== undefined;
  }
  const changed = changedRuns(store, runs);
  const all = runs.map(({ id, results }): Run => {
    return {
      ...store.run(id),
      row: store.row(id),
      results,
      changed: changed.has(id),
      descriptors: store.descriptors(id),
    };
  });
  const close = (): void => {
    store.close();
    place.remove();
  };
  return { store, all, close };
}

function addRun({
  random,
  one,
  some,
  store,
}: {
  random: Random;
  one: <T>(list: readonly T[]) => T;
  some: <T>(list: readonly T[]) => T[];
  store: Store;
}) {
  const cases = Array.from({ length: random.below(4) }, (_, index) =>
    planned(index, {
      workload: one(workloads),
      variant: one(variants),
      values: {
        n: one(sizes),
        ...(random.below(2) === 0 ? { distribution: one(distributions) } : {}),
      },
    }),
  );
  const asked = configuration({
    ...(random.below(2) === 0 ? { preset: one(presets) } : {}),
    ...{ tags: some(tags), note: some(words).join(' ') },
  });
  const { id } = store.createRun(
    newRun(cases, {
      ...{ title: some(words).join(' '), createdAt: one(dates), configuration: asked },
      machine: {
        ...machine,
        hostname: one(hosts),
        fingerprint: `f${random.below(3)}`,
        ...(random.below(2) === 0 ? { gpus: [] } : {}),
      },
    }),
  );
  // The last case may be planned and not measured.
  for (const each of cases.slice(0, random.below(5) === 0 ? -1 : undefined)) {
    const outcome = one(['ok', 'ok', 'failed', 'skipped'] as const);
    const made = finished(each.index, { planned: each, result: { outcome } });
    const device = each.variant === 'cub' ? 'cuda' : 'cpu';
    const described = descriptor(each.workload, each.variant, device);
    const kind = one(['study', 'library'] as const);
    store.saveCase(id, {
      ...made,
      descriptor: { ...described, variant: { ...described.variant, kind } },
      metrics: outcome === 'ok' ? { kernel: metric(one([20, 50])) } : {},
    });
  }
  const ends = random.below(8) > 0;
  if (ends) store.finishRun(id, one(['complete', 'partial', 'failed']));
  const results: StoredResults | null =
    ends && random.below(4) > 0
      ? {
          ...noResults,
          breakEven: random.below(2) === 0 ? null : { at: one(sizes), ci95: null, about: '' },
          speedup: random.below(2) === 0 ? null : { ratio: one(ratios), ci95: null, about: '' },
          median: random.below(2) === 0 ? null : { ns: one(medians), caseIndex: 0, about: '' },
        }
      : null;
  if (results !== null) store.saveResults(id, results);
  if (ends && random.below(6) === 0) store.trash(id);
  return { id, results };
}

/** Has the history of one case of every fifth run change there; of histories that several runs share, at one of them. */
function changedRuns(store: Store, runs: readonly { readonly id: string }[]): ReadonlySet<string> {
  const histories = new Set<string>();
  const changed = runs.flatMap(({ id }, i) => {
    const [series] = i % 5 === 0 ? store.seriesToExamine(id, method) : [];
    if (series === undefined) return [];
    const history = `${series.subject} ${series.fingerprint}`;
    if (histories.has(history)) return [];
    histories.add(history);
    store.saveSeries(series, method, changeAt(id, series.caseIndex));
    return [id];
  });
  return new Set(changed);
}

function changeAt(runId: string, caseIndex: number) {
  const point = { runId, caseIndex, at: '2025-01-01T00:00:00.000Z', medianNs: 5, ci95: null, n: 5 };
  const body = {
    ci95: [1.1, 1.3] as const,
    before: point,
    after: point,
    differences: [],
    sentence: '',
  };
  const change = { kind: 'step', ...point, ratio: 1.2, p: 1e-9, body } as const;
  return { state: 'changed', runs: 20, changes: [change] };
}

/** A term of a query, and the same in plain JavaScript. */
type Term = { readonly text: string; readonly field: string } & (
  | { readonly run: (run: Run) => boolean }
  | { readonly one: (each: Case, run: Run) => boolean; readonly planned?: (run: Run) => boolean }
);

const lower = (text: string): string => text.toLowerCase();
const starts = (text: string, start: string): boolean => lower(text).startsWith(lower(start));
const has = (text: string, part: string): boolean => lower(text).includes(lower(part));

function compared(a: number | null | undefined, operator: string, b: number): boolean {
  if (a === null || a === undefined) return false;
  const is = { ':': a === b, '=': a === b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b };
  return is[operator as keyof typeof is];
}

const operator = fc.constantFrom(':', '=', '<', '<=', '>', '>=');
const numbers = (
  field: string,
  values: readonly number[],
  of: (run: Run) => number | null | undefined,
) =>
  fc.tuple(operator, fc.constantFrom(...values)).map(([sign, value]): Term => {
    return { field, text: `${field}${sign}${value}`, run: (run) => compared(of(run), sign, value) };
  });
const choice = (
  field: string,
  values: readonly string[],
  run: (run: Run, value: string) => boolean,
) =>
  fc.constantFrom(...values).map((value): Term => {
    return { field, text: `${field}:"${value}"`, run: (given) => run(given, value) };
  });
const dated = (field: string, of: (run: Run) => string | null) =>
  fc
    .tuple(
      fc.constantFrom(':', '<', '<=', '>', '>='),
      fc.constantFrom('2024', '2025-01', '2025-01-02', '2025-01-02T10:30', '2030'),
    )
    .map(([sign, date]): Term => {
      // All times that begin with a date are equal to it.
      const order = (at: string): number => (at.startsWith(date) ? 0 : at < date ? -1 : 1);
      const run = (given: Run): boolean => {
        const at = of(given);
        return at !== null && compared(order(at), sign, 0);
      };
      return { field, text: `${field}${sign}${date}`, run };
    });
const ofCase = (
  field: string,
  values: readonly string[],
  one: (each: Case, run: Run, value: string) => boolean,
) =>
  fc.constantFrom(...values).map((value): Term => {
    return { field, text: `${field}:${value}`, one: (each, run) => one(each, run, value) };
  });

const tokens = (text: string): string[] => lower(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const columns = ({ row, plan }: Run): string[] => [
  ...[row.id, row.title, row.note, row.tags.join(' '), row.device],
  [...row.workloads, row.preset ?? '', ...plan.cases.map(({ variant }) => variant)].join(' '),
];

const terms: readonly fc.Arbitrary<Term>[] = [
  fc
    .constantFrom('0', '1', '2')
    .map(
      (text): Term => ({ field: 'id', text: `id:${text}`, run: ({ row }) => starts(row.id, text) }),
    ),
  choice('title', ['alpha', 'GRÖSSE', '%', '_'], ({ row }, value) => has(row.title, value)),
  choice('note', ['beta', '100%'], ({ row }, value) => has(row.note, value)),
  choice(
    'preset',
    ['quick', 'QUICK', 'none'],
    ({ row }, value) => lower(row.preset ?? '') === lower(value),
  ),
  choice(
    'status',
    ['complete', 'partial', 'failed', 'running'],
    ({ row }, value) => row.status === value,
  ),
  choice('tag', ['lab', 'LAB', 'my lab', 'gone'], ({ row }, value) =>
    row.tags.some((tag) => lower(tag) === lower(value)),
  ),
  choice('tag', ['*lab'], ({ row }) => row.tags.some((tag) => tag.endsWith('lab'))),
  choice('host', ['bench-1', 'other', 'ben*'], (run, value) =>
    value === 'ben*' ? starts(run.machine.hostname, 'ben') : run.machine.hostname === value,
  ),
  choice('cpu', ['3000', 'none'], (run, value) => has(run.machine.cpuModel, value)),
  choice('gpu', ['h9', 'A1'], (run, value) =>
    run.machine.gpus.some(({ name }) => has(name, value)),
  ),
  choice('machine', ['f', 'f1'], (run, value) => starts(run.machine.fingerprint, value)),
  numbers('cases', [0, 1, 3], ({ row }) => row.cases),
  numbers('ok', [0, 1, 2], ({ row }) => row.ok),
  numbers('failed', [0, 1], ({ row }) => row.failed),
  numbers('skipped', [0, 1], ({ row }) => row.skipped),
  numbers('breakeven', sizes, ({ results }) => results?.breakEven?.at),
  numbers('speedup', [0.5, 2, 3], ({ results }) => results?.speedup?.ratio),
  fc
    .tuple(operator, fc.constantFrom(['900ns', 900], ['1ms', 1e6], ['2s', 2e9]))
    .map(([sign, [text, ns]]): Term => {
      return {
        field: 'median',
        text: `median${sign}${text}`,
        run: ({ results }) => compared(results?.median?.ns, sign, Number(ns)),
      };
    }),
  dated('created', ({ row }) => row.createdAt),
  dated('finished', ({ row }) => row.finishedAt),
  choice('is', ['pinned', 'baseline', 'changed'], (run, value) =>
    value === 'changed' ? run.changed : value === 'pinned' ? run.row.pinned : run.row.baseline,
  ),
  choice('has', ['note', 'tag'], ({ row }, value) =>
    value === 'note' ? row.note !== '' : row.tags.length > 0,
  ),
  fc.constantFrom('histogram', 'MEAN', 'man*').map((value): Term => {
    const fits = (workload: string): boolean =>
      value === 'man*' ? starts(workload, 'man') : workload === lower(value);
    const any = ({ row, cases }: Run) =>
      row.workloads.some(fits) || cases.some(({ workload }) => fits(workload));
    return {
      field: 'workload',
      text: `workload:${value}`,
      one: ({ workload }) => fits(workload),
      planned: any,
    };
  }),
  ofCase('variant', ['sequential', 'CUB', 'omp-*'], ({ variant }, _, value) =>
    value === 'omp-*' ? starts(variant, 'omp-') : variant === lower(value),
  ),
  ofCase('outcome', ['ok', 'failed', 'skipped'], ({ outcome }, _, value) => outcome === value),
  ofCase(
    'kind',
    ['study', 'library', 'fast'],
    ({ index }, run, value) => run.descriptors.get(index)?.variant.kind === value,
  ),
  ofCase(
    'device',
    ['cpu', 'cuda', 'CUDA'],
    ({ index }, run, value) => run.descriptors.get(index)?.variant.device === lower(value),
  ),
  choice('device', ['3000', 'H9'], ({ row }, value) => has(row.device, value)),
  fc
    .tuple(fc.constantFrom(':', '!=', '<', '<=', '>', '>='), fc.constantFrom(...sizes))
    .map(([sign, value]): Term => {
      const one = ({ values }: Case) =>
        sign === '!=' ? values.n !== value : compared(Number(values.n), sign, value);
      return { field: 'n', text: `n${sign}${value}`, one };
    }),
  fc.constant({
    field: 'n',
    text: 'n:1k..5k',
    one: ({ values }: Case) => Number(values.n) >= 1000 && Number(values.n) <= 5000,
  }),
  fc.constant({
    field: 'n',
    text: 'n:10,1M',
    one: ({ values }: Case) => values.n === 10 || values.n === 1e6,
  }),
  fc
    .tuple(fc.constantFrom(':', '!='), fc.constantFrom('uniform', 'HOT', 'z*'))
    .map(([sign, value]): Term => {
      const one = ({ values: { distribution } }: Case): boolean => {
        if (distribution === undefined) return false;
        const equal =
          value === 'z*'
            ? starts(String(distribution), 'z')
            : lower(String(distribution)) === lower(value);
        return equal === (sign === ':');
      };
      return { field: 'distribution', text: `distribution${sign}${value}`, one };
    }),
  fc.constantFrom('alpha', 'BET', 'größe', 'lab', 'cub', 'histo', 'quick').map((word): Term => {
    const run = (given: Run) =>
      columns(given).some((column) =>
        tokens(column).some((token) => token.startsWith(lower(word))),
      );
    return { field: '', text: word, run };
  }),
  fc.constantFrom('alpha beta', 'my lab').map((phrase): Term => {
    const run = (given: Run) =>
      columns(given).some((column) => ` ${tokens(column).join(' ')} `.includes(` ${phrase} `));
    return { field: '', text: `"${phrase}"`, run };
  }),
];

const term = fc.oneof(...terms);
const query = fc.record({
  given: fc.array(fc.tuple(fc.boolean(), term), { maxLength: 4 }),
  trash: fc.constantFrom(false, false, true),
});

/** What a query means, one run after the other. */
function selects(given: readonly (readonly [boolean, Term])[], trash: boolean, run: Run): boolean {
  const positive = given
    .filter(([negated, each]) => !negated && 'one' in each)
    .map(([, each]) => each);
  const wantsCase = (each: Case) => positive.every((one) => 'one' in one && one.one(each, run));
  const [only] = positive;
  const cases =
    positive.length === 1 && only !== undefined && 'one' in only && only.planned !== undefined
      ? only.planned(run)
      : positive.length === 0 || run.cases.some(wantsCase);
  const others = given.every(([negated, each]) => {
    if ('run' in each) return each.run(run) !== negated;
    if (!negated) return true;
    return !(each.planned?.(run) ?? run.cases.some((one) => each.one(one, run)));
  });
  return (run.row.trashedAt !== undefined) === trash && cases && others;
}

const stores = [1, 2, 3].map((seed) => ({
  seed,
  made: null as ReturnType<typeof randomStore> | null,
}));

describe.each(stores)('a query of history over random store $seed', (place) => {
  beforeAll(() => {
    place.made = randomStore(place.seed);
  });
  afterAll(() => place.made?.close());
  const made = () => {
    if (place.made === null) throw new Error('the store was not made');
    return place.made;
  };

  it('selects the runs that its terms select one by one in JavaScript, in any combination', () => {
    fc.assert(
      fc.property(query, ({ given, trash }) => {
        const { store, all } = made();
        const text = given.map(([negated, { text }]) => `${negated ? '-' : ''}${text}`).join(' ');
        const { rows, total } = store.history({
          query: `${text}${trash ? ' is:trash' : ''}`,
          limit: 200,
        });
        const expected = all.filter((run) => selects(given, trash, run)).map(({ row }) => row.id);
        expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
        expect(total).toBe(expected.length);
      }),
      { numRuns: 300, seed: place.seed },
    );
  });

  it('has each single term select the same', () => {
    for (const [i, each] of terms.entries()) {
      for (const one of fc.sample(each, { numRuns: 12, seed: i })) {
        for (const negated of [false, true]) {
          const found = made().store.history({
            query: `${negated ? '-' : ''}${one.text}`,
            limit: 200,
          });
          const expected = made().all.filter((run) => selects([[negated, one]], false, run));
          expect([one.text, negated, found.total]).toEqual([one.text, negated, expected.length]);
        }
      }
    }
  });

  it('selects cases of a run as it selects them in history', () => {
    const ofCases = fc.array(
      fc.tuple(
        fc.boolean(),
        term.filter((one) => 'one' in one),
      ),
      { minLength: 1, maxLength: 3 },
    );
    const inputOnly = new Set(['workload', 'n', 'distribution']);
    fc.assert(
      fc.property(ofCases, (given) => {
        const { store, all } = made();
        const text = given.map(([negated, { text }]) => `${negated ? '-' : ''}${text}`).join(' ');
        const selected = store.selectCases(
          all.map(({ row }) => row.id),
          text,
        );
        const indexes = (run: Run, of: typeof given) =>
          run.cases
            .filter((each) =>
              of.every(([negated, one]) => 'one' in one && one.one(each, run) !== negated),
            )
            .map(({ index }) => index);
        for (const run of all) {
          const found = selected.get(run.row.id);
          expect([...(found?.cases ?? [])].sort()).toEqual(indexes(run, given));
          const inputs = given.filter(([, { field }]) => inputOnly.has(field));
          expect([...(found?.inputs ?? [])].sort()).toEqual(indexes(run, inputs));
        }
      }),
      { numRuns: 100, seed: place.seed },
    );
  });

  it('compares the median of a chosen case', () => {
    const { store, all } = made();
    const chosen = { query: 'variant:sequential n<5k', scope: 'kernel' };
    const { rows } = store.history({ query: 'median<30ns', chosen, limit: 200 });
    const expected = all.filter(({ row, cases }) => {
      const first = cases.find(
        ({ variant, values, outcome }) =>
          variant === 'sequential' && Number(values.n) < 5000 && outcome === 'ok',
      );
      return row.trashedAt === undefined && (first?.metrics.kernel?.medianNs ?? Infinity) < 30;
    });
    expect(rows.map(({ id }) => id).sort()).toEqual(expected.map(({ row }) => row.id).sort());
  });
});

it('has a term here for each field', () => {
  const covered = new Set(terms.flatMap((each) => fc.sample(each, 5).map(({ field }) => field)));
  expect(fieldNames.filter((name) => !covered.has(name))).toEqual([]);
});

describe('a query of cases', () => {
  let made: ReturnType<typeof randomStore>;
  beforeAll(() => {
    made = randomStore(4);
  });
  afterAll(() => made.close());
  const selected = (query: string) =>
    made.store.selectCases(
      made.all.map(({ row }) => row.id),
      query,
    );

  it('takes a pattern of nothing but stars and letters in no time', () => {
    expect(
      [...selected(`distribution:${'*a'.repeat(40)}*b`).values()].some(
        ({ cases }) => cases.size > 0,
      ),
    ).toBe(false);
  });

  it.each([
    ['cub', 'says nothing of a case; write a field, such as variant:cub'],
    ['(((((', '"(((((" says nothing of a case; write a field, such as variant:cub or n>=1M.'],
    ['n:1k || n:1M', '"||" says nothing of a case'],
    ['-', '"-" says nothing of a case'],
    ['m>3', 'No case has a field or axis "m"; fields are workload, variant, outcome'],
    ['status:ok', 'No case has a field or axis "status"'],
    ['variant>cub', '"variant>cub" compares a text; write variant:value.'],
    ['n>x', '"n>x": "x" is no number'],
    ['outcome:fine', 'outcome is ok, skipped or failed'],
    ['device:H9', 'device is cpu, cuda'],
    ['n:', 'has no value after ":"'],
  ])('%s is refused', (query, sentence) => {
    expect(failureOf(() => selected(query))).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(sentence),
    });
  });
});
