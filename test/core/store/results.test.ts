import { describe, expect, it } from 'vitest';
import type { HistoryOrder } from '../../../src-main/contract/procedures/history.ts';
import type { RunResults } from '../../../src-main/contract/run-results.ts';
import { noResults } from '../../../src-main/core/analysis/run-results.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { failureOf } from './failure-of.ts';
import { configuration, finished, metric, newRun, planned } from './fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

type Given = {
  readonly at?: number;
  readonly ratio?: number;
  readonly ns?: number;
  readonly n?: number;
  readonly median?: number;
};

/** A finished run of one case, a minute after the one before, with what it came to; null: not worked out. */
function add(i: number, given: Given | null, more: { readonly title?: string } = {}): string {
  const { n = 1000, median = 50 } = given ?? {};
  const values = { n };
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString();
  const asked = configuration({ orderSeed: i, ...more });
  const run = newRun([planned(0, { values })], { configuration: asked, createdAt, ...more });
  const { id } = store.createRun(run);
  const one = finished(0, { planned: { values } });
  store.saveCase(id, { ...one, metrics: { kernel: metric(median) } });
  store.finishRun(id, 'complete');
  if (given !== null) store.saveResults(id, resultsOf(given));
  return id;
}

function resultsOf({ at, ratio, ns }: Given): RunResults {
  return {
    ...noResults,
    breakEven: at === undefined ? null : { at, ci95: [at / 2, at * 2], about: 'cub over omp' },
    speedup: ratio === undefined ? null : { ratio, ci95: null, about: 'cub, n = 1000' },
    median: ns === undefined ? null : { ns, caseIndex: 0, about: 'sequential' },
  };
}

/** All pages in an order, two rows a page. */
function walk(
  order: HistoryOrder,
  query = '',
  chosen?: { query: string; scope: string },
): string[] {
  const seen: string[] = [];
  let after: { createdAt: string; id: string } | null = null;
  for (;;) {
    const { rows } = store.history({ query, order, limit: 2, after, chosen });
    const last = rows.at(-1);
    if (last === undefined) return seen;
    seen.push(...rows.map(({ id }) => id));
    after = { createdAt: last.createdAt, id: last.id };
  }
}

describe('runs by what they came to', () => {
  it('are sorted, those without it last and the newest of these first, on however many pages', () => {
    const [a, b, c, d, e, f] = [3, null, 7, 3, null, 1].map((ratio, i) =>
      add(i, ratio === null ? null : { ratio }),
    );
    expect(walk({ by: 'speedup', descending: true })).toEqual([c, d, a, f, e, b]);
    expect(walk({ by: 'speedup', descending: false })).toEqual([f, d, a, c, e, b]);
    expect(walk({ by: 'breakEven', descending: true })).toEqual([f, e, d, c, b, a]);
  });

  it('show it with their rows', () => {
    add(0, { at: 1000, ratio: 4, ns: 12 });
    add(1, null);
    const [without, row] = store.history({}).rows;
    expect(without).not.toHaveProperty('results');
    expect(row?.results).toEqual(resultsOf({ at: 1000, ratio: 4, ns: 12 }));
  });

  it('keep the report until the run goes on', () => {
    const report = { method: 'a', comparisons: {}, breakEvens: [], headline: null };
    const id = add(0, null);
    store.saveResults(id, resultsOf({}), report);
    expect(store.report(id)).toEqual(report);
    store.setStatus(id, 'running');
    store.saveResults(id, resultsOf({}), { ...report, method: 'b' });
    expect(store.report(id)).toBeNull();
    store.setStatus(id, 'complete');
    expect(store.report(id)).toBeNull();
    store.trash(id);
    store.purge(id);
    expect(() => store.report(id)).toThrow();
  });

  it('say in one sentence what is no duration', () => {
    expect(failureOf(() => store.history({ query: 'median<5' })).message).toBe(
      '"median<5": "5" is no duration; 250ns, 20us, 1.5ms and 2s are.',
    );
  });

  it('lack it while a run goes on, and until it is computed again', () => {
    const id = add(0, { ratio: 3 });
    const other = add(1, null);
    store.markExamined(id, 'a method');
    const pending = () => store.pendingRuns('a method', 10);
    expect(store.runsWithoutResults(10)).toEqual([other]);
    expect(pending()).toEqual({ ids: [other], total: 1 });
    expect(store.pendingRuns('another method', 1)).toEqual({ ids: [other], total: 2 });
    store.setStatus(id, 'running');
    expect(store.history({}).rows[1]).not.toHaveProperty('results');
    expect(store.runsWithoutResults(10)).toEqual([other]);
    store.setStatus(id, 'complete');
    expect(store.runsWithoutResults(10)).toEqual([other, id]);
    expect(pending()).toEqual({ ids: [other, id], total: 2 });
    store.trash(other);
    expect(store.runsWithoutResults(10)).toEqual([id]);
  });

  it('have a line over the earlier runs of the same configuration, and no others', () => {
    const [a, b] = [add(0, { ratio: 2 }), add(1, { ratio: 3 })];
    const other = store.createRun(
      newRun([planned(0)], { configuration: configuration({ groups: [] }) }),
    );
    store.finishRun(other.id, 'complete');
    store.saveResults(other.id, resultsOf({ ratio: 9 }));
    const c = add(2, { ratio: 4 });
    const lines = () =>
      new Map(store.history({ sparkline: true }).rows.map(({ id, sparkline }) => [id, sparkline]));
    expect(lines().get(c)).toEqual([2, 3, 4]);
    expect(lines().get(b)).toEqual([2, 3]);
    expect(lines().get(other.id)).toEqual([9]);
    store.trash(a);
    expect(lines().get(c)).toEqual([3, 4]);
    store.restore(a);
    expect(lines().get(c)).toEqual([2, 3, 4]);
  });
});

describe('the median of a chosen case', () => {
  const chosen = { query: 'variant:sequential n:1k', scope: 'kernel' };

  it('is shown, sorted by and filtered by', () => {
    const [a, b, c] = [add(0, null, {}), add(1, { median: 20 }), add(2, { n: 5, median: 1 })];
    const found = store.history({ chosen }).rows.map(({ id, caseNs }) => [id, caseNs]);
    expect(found).toEqual([
      [c, null],
      [b, 20],
      [a, 50],
    ]);
    expect(walk({ by: 'case', descending: true }, '', chosen)).toEqual([a, b, c]);
    expect(walk({ by: 'case', descending: false }, '', chosen)).toEqual([b, a, c]);
    const ids = (query: string) => store.history({ query, chosen }).rows.map(({ id }) => id);
    expect(ids('median<30ns')).toEqual([b]);
    expect(ids('-median<30ns')).toEqual([c, a]);
  });

  it('is named by workload, variant and axes alone', () => {
    add(0, {});
    const message = (query: string) =>
      failureOf(() => store.history({ chosen: { query, scope: 'kernel' } })).message;
    expect(message('tag:lab')).toContain('"tag:lab" does not name a case');
    expect(message('sequential')).toContain('"sequential" does not name a case');
  });
});
