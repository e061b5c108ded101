import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { defaultTrendOptions } from '../../../src-main/contract/procedures/trends.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createResultsKeeper } from '../../../src-main/core/analysis/keep-results.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { resultsMethod } from '../../../src-main/core/analysis/run-results.ts';
import { allChanges } from '../../../src-main/core/analysis/trend/all-changes.ts';
import { trendsOf } from '../../../src-main/core/analysis/trend/trends.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { finished, machine, metric, newRun, planned } from '../store/fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A run a night of one case for each of the medians, with a driver; returns their ids. */
function nights(medians: readonly (readonly number[])[], driverFrom = Number.POSITIVE_INFINITY) {
  return medians.map((row, i) => {
    const at = new Date(Date.UTC(2026, 0, 1 + i)).toISOString();
    const versions = { driver: i < driverFrom ? '570' : '580' };
    const cases = row.map((_, n) => planned(n, { values: { n: 1000 * (n + 1) } }));
    const { id } = store.createRun(
      newRun(cases, { machine: { ...machine, versions }, createdAt: at }),
    );
    row.forEach((median, n) => {
      const one = finished(n, { planned: cases[n] ?? {} });
      store.saveCase(id, { ...one, metrics: { kernel: metric(median, 20) }, finishedAt: at });
    });
    store.finishRun(id, 'complete');
    return id;
  });
}

function keeperOf(more: { measuring?: () => boolean; margins?: () => typeof defaultMargins } = {}) {
  const { measuring = () => false, margins = () => defaultMargins } = more;
  const comparer = createComparer(store, margins);
  const told: (readonly string[])[] = [];
  const keeper = createResultsKeeper({
    ...{ store, comparer, reports: createReports(store, comparer), isMeasuring: measuring },
    onKept: (ids) => told.push(ids),
  });
  return { keeper, comparer, told };
}

const level = (median: number, count: number) =>
  Array.from({ length: count }, (_, i) => [median + (i % 3), 500 + (i % 3)]);

async function untilComplete(keeper: { isComplete(): boolean }) {
  for (let i = 0; i < 500 && !keeper.isComplete(); i += 1) await vi.advanceTimersByTimeAsync(1000);
  expect(keeper.isComplete()).toBe(true);
}

describe('what runs came to', () => {
  it('waits while the disk is full, and neither the run nor a question fails for it', async () => {
    const [id = ''] = nights(level(1000, 2));
    const full = new BreakevenError('store', 'The disk is full.');
    const save = vi.spyOn(store, 'saveResults').mockImplementation(() => {
      throw full;
    });
    const { keeper } = keeperOf();
    expect(() => keeper.keep(id)).not.toThrow();
    expect(() => keeper.catchUpOnce(1000)).not.toThrow();
    keeper.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(save).toHaveBeenCalled();
    expect(keeper.isComplete()).toBe(false);
    save.mockRestore();
    keeper.start();
    await untilComplete(keeper);
    expect(store.history({}).rows.every(({ results }) => results !== undefined)).toBe(true);
  });

  it('is worked out in the background, each run once, and told', async () => {
    const ids = nights(level(1000, 4));
    const { keeper, told } = keeperOf();
    keeper.start();
    expect(store.history({}).rows.some(({ results }) => results !== undefined)).toBe(false);
    await untilComplete(keeper);
    const { rows } = store.history({});
    expect(rows.map(({ results }) => results?.median?.caseIndex)).toEqual([1, 1, 1, 1]);
    expect(told.flat().sort()).toEqual([...ids].sort());
    keeper.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(told).toHaveLength(1);
  });

  it('begins when nothing more is asked for, so that changes in a row do not wait for it', async () => {
    nights(level(1000, 2));
    const { keeper } = keeperOf();
    const known = () => store.history({}).rows.filter(({ results }) => results !== undefined);
    for (let i = 0; i < 5; i += 1) {
      keeper.start();
      await vi.advanceTimersByTimeAsync(150);
    }
    expect(known()).toEqual([]);
    await untilComplete(keeper);
    expect(known()).toHaveLength(2);
  });

  it('waits while a run is measured', async () => {
    nights(level(1000, 2));
    let measuring = true;
    const { keeper } = keeperOf({ measuring: () => measuring });
    keeper.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.history({}).rows[0]).not.toHaveProperty('results');
    measuring = false;
    await untilComplete(keeper);
    expect(store.history({}).rows[0]?.results).toBeDefined();
  });

  it('is worked out again when other margins count', async () => {
    nights(level(1000, 2));
    let margins = defaultMargins;
    const { keeper } = keeperOf({ margins: () => margins });
    keeper.start();
    await untilComplete(keeper);
    margins = { difference: 0.1, same: 0.2 };
    expect(store.missingResults(resultsMethod(margins), null, 10).runs).toHaveLength(2);
    keeper.start();
    await untilComplete(keeper);
    expect(store.missingResults(resultsMethod(margins), null, 10).runs).toEqual([]);
  });
});

describe('changes in all histories', () => {
  const changes = (direction: 'slower' | 'faster' | 'both' = 'slower') => {
    const { comparer } = keeperOf();
    const request = { direction, offset: 0, limit: 50 };
    return allChanges(store, request, comparer.margins(), comparer.priors);
  };

  it('are those that the histories of the newest run have, with what came with them', async () => {
    const ids = nights([...level(1000, 8), ...level(1200, 7)], 8);
    const { keeper } = keeperOf();
    keeper.start();
    await untilComplete(keeper);
    const found = changes();
    expect(found).toMatchObject({ total: 1, examined: 2 });
    const request = { ...defaultTrendOptions, points: false, offset: 0, limit: 50 };
    const [step] = trendsOf(store, request, defaultMargins).trends[0]?.changePoints ?? [];
    const [change] = found.changes;
    expect(change).toMatchObject({
      kind: 'step',
      values: { n: 1000 },
      ratio: step?.ratio,
      p: step?.p,
      adjustedP: step?.adjustedP,
      sentence: step?.sentence,
      differences: [{ attribute: 'NVIDIA driver', before: '570', after: '580', lasting: true }],
    });
    expect([change?.before.runId, change?.after.runId]).toEqual([ids[7], ids[8]]);
    expect(changes('faster').changes).toEqual([]);
    expect(changes('both').total).toBe(1);
    const found8 = store.history({ query: 'changed' });
    expect(found8.rows.map(({ id, changed }) => [id, changed])).toEqual([[ids[8], true]]);
    expect(store.history({ query: '-changed' }).total).toBe(14);
  });

  it('are read again without the runs that go to the trash, and with those that come back', async () => {
    const ids = nights([...level(1000, 8), ...level(1200, 7)]);
    const { keeper } = keeperOf();
    keeper.start();
    await untilComplete(keeper);
    store.trash(...ids.slice(9));
    keeper.start();
    await untilComplete(keeper);
    expect(changes('both')).toMatchObject({ total: 0, examined: 2 });
    store.restore(...ids.slice(9));
    keeper.start();
    await untilComplete(keeper);
    expect(changes('both').total).toBe(1);
  });
});
