import { describe, expect, it } from 'vitest';
import { newestOfMachineSql } from '../../../src-main/core/store/process-values.ts';
import { newestSql } from '../../../src-main/core/store/reference.ts';
import { seriesParameters, seriesSql } from '../../../src-main/core/store/series.ts';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { finished, machine, metric, newRun, planned } from './fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

/** How SQLite answers a query, a line a step. */
function planOf(sql: string, parameters: readonly unknown[]): string {
  const raw = new (loadSqlite())(store.file);
  const steps = raw
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters);
  raw.close();
  return steps.map(({ detail }) => detail).join('\n');
}

describe('series', () => {
  it('follows one thing on one kind of machine through runs, whatever the order of its values', () => {
    const key = {
      workload: 'histogram',
      variant: 'sequential',
      scope: 'kernel',
      fingerprint: 'f00d',
    };
    for (const [i, fingerprint] of ['f00d', 'f00d', 'other'].entries()) {
      const { id } = store.createRun(
        newRun([planned(0)], {
          machine: { ...machine, fingerprint, versions: { driver: `${i}` } },
        }),
      );
      store.saveCase(id, {
        ...finished(0, { planned: { values: i === 0 ? { n: 5, bins: 8 } : { bins: 8, n: 5 } } }),
        metrics: { kernel: metric(100 + i) },
        finishedAt: `2025-01-0${i + 1}T00:00:00.000Z`,
      });
    }
    const points = store.series({ ...key, values: { n: 5, bins: 8 } });
    expect(points.map((point) => point.metric.medianNs)).toEqual([100, 101]);
    expect(points.map((point) => point.versions)).toEqual([{ driver: '0' }, { driver: '1' }]);
    const newest = store.series({ ...key, values: { n: 5, bins: 8 } }, 1);
    expect(newest.map((point) => point.metric.medianNs)).toEqual([101]);
    expect(store.series({ ...key, values: { n: 6, bins: 8 } })).toEqual([]);
    expect(store.series({ ...key, values: { n: 5, bins: 8 }, scope: 'call' })).toEqual([]);
    const oldest = points[0]?.runId ?? '';
    store.finishRun(oldest, 'complete');
    store.trash(oldest);
    expect(store.series({ ...key, values: { n: 5, bins: 8 } })).toHaveLength(1);
  });

  it('has the commit of the repository of a lab in the place of that of the program', () => {
    const head = '88d01e2f'.repeat(5);
    const revision = { repository: null, head, dirty: false };
    for (const [i, more] of [{}, { revision }].entries()) {
      const given = { machine: { ...machine, versions: { commit: 'ours' } }, ...more };
      const { id } = store.createRun(newRun([planned(0)], given));
      const finishedAt = `2025-01-0${i + 1}T00:00:00.000Z`;
      store.saveCase(id, { ...finished(0), metrics: { kernel: metric(100) }, finishedAt });
    }
    const { workload, variant, values } = planned(0);
    const { fingerprint } = machine;
    const points = store.series({ workload, variant, values, scope: 'kernel', fingerprint });
    expect(points.map(({ versions }) => versions.commit)).toEqual(['ours', head]);
  });

  it('is read from its index in the order of time, however long it is', () => {
    const key = { workload: 'w', variant: 'v', values: {}, scope: 'kernel', fingerprint: 'f' };
    const plan = planOf(seriesSql, seriesParameters(key, 250));
    expect(plan).toMatch(/c USING INDEX run_case_in_time \(subject=\?\)/);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  it('finds the newest runs by an index, however many there are', () => {
    expect(planOf(newestSql('latest'), [0])).toBe('SCAN run');
    const ofMachine = planOf(newestOfMachineSql, [12, 'f', 12]);
    expect(ofMachine).toMatch(/SEARCH o USING INDEX run_by_machine \(machine=\?\)/);
    expect(ofMachine).not.toMatch(/SCAN/);
  });

  it('knows what a case was measured with', () => {
    const cases = [planned(0), planned(1, { variant: 'cub' })];
    const { id } = store.createRun(newRun(cases));
    store.saveCase(id, finished(1, { planned: { variant: 'cub' } }));
    expect(store.environmentOf(id, 1)).toMatchObject({
      machine: { fingerprint: machine.fingerprint },
      descriptor: expect.stringMatching(/^[0-9a-f]{16,}$/),
      policy: cases[1]?.policy,
    });
    expect(store.environmentOf(id, 0)).toBeNull();
    expect(store.newestRunWith({ variant: 'cub' })).toBe(id);
    expect(store.newestRunWith({ variant: 'sequential' })).toBeNull();
    expect(store.newestRunWith({ fingerprint: 'elsewhere' })).toBeNull();
    expect(store.machines().map(({ hostname }) => hostname)).toEqual([machine.hostname]);
  });
});
