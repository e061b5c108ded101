import { describe, expect, it } from 'vitest';
import { defaultTrendOptions } from '../../../../src-main/contract/procedures/trends.ts';
import type { CaseResult } from '../../../../src-main/contract/run.ts';
import {
  type TrendsRequest,
  trendsOf as trendsOfStore,
} from '../../../../src-main/core/analysis/trend/trends.ts';
import type { Store } from '../../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../../src-main/stats/decide.ts';
import { freshStore } from '../../../helpers/fresh-store.ts';
import { failureOf } from '../../store/failure-of.ts';
import { finished, machine, metric, newRun, planned } from '../../store/fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

type Night = {
  readonly median: number;
  readonly driver?: string;
  readonly app?: string;
  readonly threads?: number;
  readonly fingerprint?: string;
  readonly hostname?: string;
  readonly sha256?: string;
  readonly n?: number;
};

/** A run of one case a night, oldest first. Returns their ids. */
function nights(given: readonly Night[], from = 1): readonly string[] {
  return given.map((night, i) => {
    const { median, driver = '570', app = '1.0', threads = 4, sha256 = 'a', n = 1000 } = night;
    const at = new Date(Date.UTC(2026, 0, from + i)).toISOString();
    const { fingerprint = 'f00d', hostname = 'bench-1' } = night;
    const own = { ...machine, fingerprint, hostname, versions: { driver, app } };
    const values = { n, bins: 8 };
    const row = store.createRun(newRun([planned(0, { values })], { machine: own, createdAt: at }));
    const base = finished(0, { planned: { values } });
    const result: CaseResult = {
      ...base.result,
      attributes: { threads },
      verification: { rule: 'exact', passed: true, message: 'equal', maxError: 0 },
      answer: { sha256, attributes: {} },
    };
    store.saveCase(row.id, {
      ...base,
      result,
      metrics: { kernel: metric(median, 20), call: metric(2 * median, 20) },
      finishedAt: at,
    });
    store.finishRun(row.id, 'complete');
    return row.id;
  });
}

const request = { ...defaultTrendOptions, points: false, offset: 0, limit: 50 };
const level = (median: number, count: number, more: Partial<Night> = {}): readonly Night[] =>
  Array.from({ length: count }, (_, i) => ({ median: median + (i % 3), ...more }));

const trendsOf = (from: Store, asked: TrendsRequest) => trendsOfStore(from, asked, defaultMargins);

describe('trendsOf', () => {
  it('counts a step by the margins of every comparison', () => {
    nights([...level(1000, 8), ...level(1200, 7)]);
    const stateBy = (difference: number, same: number) =>
      trendsOfStore(store, request, { difference, same }).trends[0]?.state;
    expect(stateBy(0.05, 0.1)).toBe('changed');
    expect(stateBy(0.25, 0.3)).toBe('steady');
  });

  it('names between which runs the level changed, by how much, and what came with it', () => {
    const ids = nights([...level(1000, 8), ...level(1200, 7, { driver: '580', threads: 8 })]);
    const { trends, total, run } = trendsOf(store, request);
    expect([total, run.id]).toEqual([1, ids.at(-1)]);
    const [trend] = trends;
    expect(trend).toMatchObject({ state: 'changed', runs: 15, scope: 'kernel', device: 'cpu' });
    expect(trend?.segments.map(({ from, to, medianNs }) => [from, to, medianNs])).toEqual([
      [0, 8, 1001],
      [8, 15, 1201],
    ]);
    const [step] = trend?.changePoints ?? [];
    expect(step?.before.runId).toBe(ids[7]);
    expect(step?.after.runId).toBe(ids[8]);
    expect(step?.ratio).toBeCloseTo(1201 / 1001, 3);
    expect(step?.p).toBeLessThan(0.01);
    expect(step).not.toHaveProperty('adjustedP');
    expect(step?.ci95[0]).toBeGreaterThan(1.05);
    expect(step?.ci95[1]).toBeLessThan(1.4);
    expect(step?.differences).toEqual([
      { attribute: 'Threads', before: '4', after: '8', lasting: true },
      { attribute: 'NVIDIA driver', before: '570', after: '580', lasting: true },
    ]);
    expect(step?.sentence).toContain('slower from run');
    expect(step?.sentence).toContain('with it came Threads 4 → 8, NVIDIA driver 570 → 580');
    expect(trend?.points).toBeUndefined();
  });

  it('tells what only the two runs differ in from what came with the step', () => {
    nights([...level(1000, 6), { median: 1001, app: '1.1' }, ...level(1300, 6, { driver: '580' })]);
    const differences = trendsOf(store, request).trends[0]?.changePoints[0]?.differences;
    expect(differences).toEqual([
      { attribute: 'NVIDIA driver', before: '570', after: '580', lasting: true },
      { attribute: 'Breakeven', before: '1.1', after: '1.0', lasting: false },
    ]);
  });

  it('says that nothing recorded differs, and that a level is steady', () => {
    nights([...level(1000, 6), ...level(1300, 6)]);
    const sentence = trendsOf(store, request).trends[0]?.changePoints[0]?.sentence;
    expect(sentence).toContain('nothing else that is recorded differs');
    store.trash(
      ...store
        .history({})
        .rows.slice(0, 6)
        .map(({ id }) => id),
    );
    const [trend] = trendsOf(store, request).trends;
    expect(trend).toMatchObject({ state: 'steady', runs: 6, changePoints: [] });
    expect(trend?.sentence).toMatch(
      /^one segment of 6 runs, 1\.001\d* µs \[.*\]; no change of 5 % or more\.$/,
    );
  });

  it('says when there are too few runs', () => {
    nights(level(1000, 5));
    const [trend] = trendsOf(store, request).trends;
    expect(trend).toMatchObject({ state: 'too-few', runs: 5, changePoints: [] });
    expect(trend?.sentence).toBe('5 runs: 1 more run is needed to tell a change.');
  });

  it('notes a newest run that lies elsewhere', () => {
    nights([...level(1000, 9), { median: 1250 }]);
    const [trend] = trendsOf(store, request).trends;
    expect(trend?.state).toBe('steady');
    expect(trend?.notes).toEqual([
      'the newest run lies +24.9 % off the median of its segment; a change point is reported when 3 runs in a row show it',
    ]);
  });

  it('follows one machine, one size and one scope, and the newest runs alone', () => {
    nights([...level(500, 4, { fingerprint: 'cafe', hostname: 'other' })]);
    nights(level(9000, 3, { n: 64 }), 5);
    const ids = nights(level(1000, 12), 10);
    const [whole] = trendsOf(store, { ...request, points: true }).trends;
    expect(whole?.points?.map(({ runId }) => runId)).toEqual(ids);
    const [cut] = trendsOf(store, { ...request, last: 6, points: true }).trends;
    expect(cut?.points?.map(({ runId }) => runId)).toEqual(ids.slice(-6));
    expect(cut?.notes).toEqual(['only the newest 6 runs are looked at']);
    const [calls] = trendsOf(store, { ...request, scope: 'call' }).trends;
    expect(calls?.segments[0]?.medianNs).toBe(2002);
    const elsewhere = trendsOf(store, { ...request, machine: 'other' });
    expect(elsewhere.machine).toMatchObject({ fingerprint: 'cafe', hostname: 'other' });
    expect(elsewhere.trends[0]?.runs).toBe(4);
    expect(trendsOf(store, { ...request, machine: 'caf' }).trends[0]?.runs).toBe(4);
  });

  it('leaves out other builds when asked to, and other inputs always', () => {
    nights([
      ...level(1000, 6, { app: '0.9' }),
      ...level(1000, 2, { sha256: 'b' }),
      ...level(1000, 7),
    ]);
    const [all] = trendsOf(store, request).trends;
    expect(all).toMatchObject({
      runs: 13,
      notes: ['left out: 2 runs with another answer, so of another input'],
    });
    const [same] = trendsOf(store, { ...request, sameBuild: true }).trends;
    expect(same?.runs).toBe(7);
    expect(same?.notes[0]).toBe('left out: 6 runs of other builds');
  });

  it('goes by the run that is named, and by the newest that fits where none is', () => {
    const [first = ''] = nights([{ median: 1000, n: 64 }]);
    nights(level(1000, 2), 5);
    expect(trendsOf(store, { ...request, ref: first }).trends[0]?.values).toMatchObject({ n: 64 });
    const found = trendsOf(store, { ...request, workload: 'histogram', variant: 'sequential' });
    expect(found.trends[0]?.values).toMatchObject({ n: 1000 });
  });

  it('reads a page of the cases of a run', () => {
    const cases = [10, 20, 30].map((n, index) => planned(index, { values: { n } }));
    const row = store.createRun(newRun(cases));
    for (const each of cases) {
      store.saveCase(row.id, finished(each.index, { planned: { values: each.values } }));
    }
    const page = trendsOf(store, { ...request, offset: 1, limit: 1 });
    expect([page.total, page.trends.map(({ caseIndex }) => caseIndex)]).toEqual([3, [1]]);
    const one = trendsOf(store, { ...request, index: 2 });
    expect(one.trends.map(({ values }) => values.n)).toEqual([30]);
  });

  it('refuses what is not there in one sentence', () => {
    expect(failureOf(() => trendsOf(store, request)).message).toMatch(
      /^No stored run has a measured case; /,
    );
    nights(level(1000, 2));
    const message = (more: object): string =>
      failureOf(() => trendsOf(store, { ...request, ...more })).message;
    expect(message({ ref: 'latest', workload: 'histogran' })).toMatch(
      /^workload: run \S+ has no measured case of "histogran"; did you mean "histogram"\?$/,
    );
    expect(message({ ref: 'latest', variant: 'cub' })).toMatch(/^variant: .*there are sequential$/);
    expect(message({ ref: 'latest', scope: 'totl' })).toMatch(
      /^scope: run \S+ has no measured case/,
    );
    expect(message({ ref: 'latest', index: 9 })).toMatch(/^index: run \S+ has no measured case 9/);
    expect(message({ workload: 'mean' })).toMatch(
      /^No stored run has a measured case of the workload "mean"; /,
    );
    expect(message({ machine: 'nowhere' })).toBe(
      'machine: no run was taken on "nowhere"; there are bench-1',
    );
    nights(level(1000, 1, { fingerprint: 'beef' }), 9);
    expect(message({ machine: 'bench-1' })).toMatch(/name one by its fingerprint: beef, f00d$/);
  });
});
