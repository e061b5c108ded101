import { describe, expect, it, vi } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { defaultTrendOptions } from '../../../src-main/contract/procedures/trends.ts';
import { type Comparer, createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createResultsKeeper } from '../../../src-main/core/analysis/keep-results.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { historyMethod } from '../../../src-main/core/analysis/run-results.ts';
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
  const keeper = createResultsKeeper({
    ...{ store, comparer, reports: createReports(store, comparer), isMeasuring: measuring },
  });
  return { keeper, comparer };
}

const reports = (id: string, comparer: Comparer) => createReports(store, comparer).of(id);

const level = (median: number, count: number) =>
  Array.from({ length: count }, (_, i) => [median + (i % 3), 500 + (i % 3)]);

const whole = 60_000;
const results = () => store.history({}).rows.map((row) => row.results?.median?.caseIndex);

describe('the results of runs', () => {
  it('are stored when a run ends, with the histories of its cases', async () => {
    const ids = nights(level(1000, 4));
    const { keeper } = keeperOf();
    const ended = keeper.keep(ids[3] ?? '');
    expect(results()).toEqual([1, undefined, undefined, undefined]);
    await ended;
    expect(store.pendingRuns(historyMethod(defaultMargins), 10)).toMatchObject({ total: 3 });
    keeper.keepMissing();
    expect(results()).toEqual([1, 1, 1, 1]);
  });

  it('have their report, which is read as it was until other margins count; its headline stays', async () => {
    const [id = ''] = nights(level(1000, 1));
    let margins = defaultMargins;
    const { keeper, comparer } = keeperOf({ margins: () => margins });
    await keeper.keep(id);
    const told = reports(id, comparer);
    const stored = store.report(id);
    if (stored === null) throw new Error('no report is stored');
    const headline = { ...stored.headline, sentence: 'as it was' } as typeof stored.headline;
    const row = store.history({}).rows[0]?.results;
    if (row === undefined) throw new Error('no results are stored');
    const comparisons = { 7: {} } as unknown as typeof stored.comparisons;
    store.saveResults(id, row, { ...stored, headline, comparisons });
    expect(reports(id, comparer)).toEqual({ ...told, headline, comparisons });
    margins = { difference: 0.1, same: 0.2 };
    expect(reports(id, comparer)).toEqual({ ...told, headline });
  });

  it('are stored later where the disk is full, and neither the run nor a question fails for it', async () => {
    const [id = ''] = nights(level(1000, 2));
    const full = new BreakevenError('store', 'The disk is full.');
    const stop = () => {
      throw full;
    };
    const saves = [vi.spyOn(store, 'saveResults'), vi.spyOn(store, 'markExamined')];
    for (const save of saves) save.mockImplementation(stop);
    const { keeper } = keeperOf();
    await keeper.keep(id);
    keeper.keepMissing();
    expect(await keeper.examinePending(whole)).toBe(2);
    expect(saves.every((save) => save.mock.calls.length > 0)).toBe(true);
    expect(results()).toEqual([undefined, undefined]);
    for (const save of saves) save.mockRestore();
    keeper.keepMissing();
    expect(results()).toEqual([1, 1]);
    expect(await keeper.examinePending(whole)).toBe(0);
  });

  it('of a run that cannot be read are empty, and it is not asked again', async () => {
    const [id = ''] = nights(level(1000, 1));
    const read = vi.spyOn(store, 'run').mockImplementation(() => {
      throw new Error('it cannot be read');
    });
    const { keeper } = keeperOf();
    await keeper.keep(id);
    read.mockRestore();
    expect(store.runsWithoutResults(10)).toEqual([]);
    expect(results()).toEqual([undefined]);
  });

  it('leave histories pending while a run is measured, and after other margins count', async () => {
    nights(level(1000, 2));
    let measuring = true;
    let margins = defaultMargins;
    const { keeper } = keeperOf({ measuring: () => measuring, margins: () => margins });
    expect(await keeper.examinePending(whole)).toBe(2);
    measuring = false;
    expect(await keeper.examinePending(whole)).toBe(0);
    margins = { difference: 0.1, same: 0.2 };
    measuring = true;
    expect(await keeper.examinePending(whole)).toBe(2);
    measuring = false;
    expect(await keeper.examinePending(whole)).toBe(0);
  });

  it('let others come first: histories are examined in slices', async () => {
    const ids = nights(level(1000, 12));
    const { keeper } = keeperOf();
    // Each look at the clock is a slice later.
    let clock = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 25));
    let came = 0;
    let others = setImmediate(function again() {
      came += 1;
      others = setImmediate(again);
    });
    for (const id of ids) void keeper.keep(id);
    await keeper.rest();
    clearImmediate(others);
    now.mockRestore();
    expect(store.pendingRuns(historyMethod(defaultMargins), 10).total).toBe(0);
    expect(came).toBeGreaterThanOrEqual(12);
  });
});

describe('changes in all histories', () => {
  const changes = (direction: 'slower' | 'faster' | 'both' = 'slower') => {
    const { comparer } = keeperOf();
    const request = { direction, offset: 0, limit: 50 };
    const page = store.answer('changes', request);
    return allChanges(store, page, comparer.margins(), comparer.variation);
  };

  it('are those that the histories of the newest run have, with what came with them', async () => {
    const ids = nights([...level(1000, 8), ...level(1200, 7)], 8);
    const { keeper } = keeperOf();
    await keeper.examinePending(whole);
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
    await keeper.examinePending(whole);
    store.trash(...ids.slice(9));
    await keeper.examinePending(whole);
    expect(changes('both')).toMatchObject({ total: 0, examined: 2 });
    store.restore(...ids.slice(9));
    await keeper.examinePending(whole);
    expect(changes('both').total).toBe(1);
  });
});
