import type { RunResults } from '../../../src-main/contract/run-results.ts';
import { noResults } from '../../../src-main/core/analysis/run-results.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { createRandom, type Random } from '../../../src-main/stats/random.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import {
  configuration,
  descriptor,
  finished,
  machine,
  metric,
  newRun,
  planned,
} from './fixtures.ts';

const method = 'a method';
const workloads = ['histogram', 'mean', 'mandelbrot'];
const variants = ['sequential', 'omp-private', 'cub'];
export const sizes = [10, 1000, 4096, 1_000_000];
const distributions = ['uniform', 'zipf', 'Hot'];
const words = ['alpha', 'beta', 'alphabet', 'größe', '100%_done'];
const tags = ['lab', 'my lab', 'night'];
const presets = ['quick', 'break-even'];
const ratios = [0.5, 2, 3.5];
const medians = [900, 2e6, 2e9];
/** Of labs, then of the program. */
export const commits = ['88d01e2f', '88d0ffff', '3f2a9c10'] as const;
const hosts = ['bench-1', 'other'];
const dates = ['2024-12-31T23:00:00.000Z', '2025-01-02T10:30:00.000Z', '2025-01-02T10:31:00.000Z'];

export type Run = ReturnType<Store['run']> & {
  readonly row: ReturnType<Store['row']>;
  readonly results: RunResults | null;
  readonly changed: boolean;
  readonly descriptors: ReturnType<Store['descriptors']>;
};
export type Case = Run['cases'][number];

/** A store of random runs, with what is in them as other functions than the filter read it. */
export function randomStore(seed: number) {
  const random = createRandom(seed, 0);
  const store = openStore(temporaryFolder());
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
      ...(random.below(2) === 0
        ? { revision: { repository: null, head: one(commits), dirty: false } }
        : {}),
      machine: {
        ...machine,
        hostname: one(hosts),
        versions: { ...machine.versions, commit: one(commits) },
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
  const results: RunResults | null =
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
