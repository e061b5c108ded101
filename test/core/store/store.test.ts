import { describe, expect, it } from 'vitest';
import { planSchema, runRowSchema, storedCaseSchema } from '../../../src-main/contract/run.ts';
import { loadSqlite } from '../../../src-main/core/store/sqlite.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { summarizeProcess, withProcesses } from '../../../src-main/stats/process-summary.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { failureOf } from './failure-of.ts';
import { configuration, finished, machine, metric, newRun, planned, scope } from './fixtures.ts';
import { queryRaw } from './raw.ts';

let store: Store;

freshStore((opened) => {
  store = opened;
});

describe('runs and cases', () => {
  it('gives back what was stored, as the contract has it', () => {
    const cases = [
      planned(0),
      planned(1, { variant: 'omp-private', values: { n: 1e6, threads: 2 } }),
    ];
    const asked = newRun(cases, {
      title: 'First',
      configuration: configuration({ preset: 'quick', tags: ['lab', 'Thesis'], note: 'hello' }),
    });
    const row = store.createRun(asked);
    expect(runRowSchema.parse(row)).toEqual(row);
    expect(row).toMatchObject({
      title: 'First',
      preset: 'quick',
      status: 'running',
      workloads: ['histogram'],
      device: 'Test CPU 3000',
      cases: 2,
      ok: 0,
      tags: ['lab', 'Thesis'],
      note: 'hello',
      finishedAt: null,
    });

    const first = finished(0, {
      result: {
        attributes: { threads: 1, ratio: Number.NaN, name: 'x', on: true },
        warnings: ['noisy'],
      },
    });
    const second = finished(1, {
      planned: cases[1] ?? {},
      result: {
        outcome: 'failed',
        reason: 'The answer differs.',
        samples: [],
        answer: null,
        verification: { rule: 'exact', passed: false, message: 'Bin 3 differs.', maxError: 2 },
        coldStartNs: null,
      },
    });
    store.saveCase(row.id, first);
    store.saveCase(row.id, second);
    const ended = store.finishRun(row.id, 'complete');
    expect(ended).toMatchObject({ status: 'complete', ok: 1, failed: 1, skipped: 0 });
    expect(ended.finishedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

    const stored = store.run(row.id);
    expect(stored.run).toEqual(ended);
    expect(stored.machine).toEqual(machine);
    expect(planSchema.parse(stored.plan)).toEqual(asked.plan);
    for (const each of stored.cases) storedCaseSchema.parse({ ...each, attributes: {} });
    expect(stored.cases).toMatchObject([
      {
        index: 0,
        variant: 'sequential',
        values: { n: 1000, bins: 8, distribution: 'uniform' },
        outcome: 'ok',
        metrics: { kernel: metric(12) },
        coldStartNs: 99.5,
        answer: first.result.answer,
        attributes: first.result.attributes,
        warnings: ['noisy'],
      },
      {
        index: 1,
        variant: 'omp-private',
        values: { n: 1e6, threads: 2 },
        outcome: 'failed',
        reason: 'The answer differs.',
        metrics: {},
        verification: second.result.verification,
        answer: null,
      },
    ]);
    expect(store.descriptors(row.id).get(1)).toEqual(second.descriptor);
  });

  it('keeps samples, clocks and CPU times bit by bit, per scope and round', () => {
    const { id } = store.createRun(newRun([planned(0)]));
    const times = Float64Array.from([0.1, 5e-324, Number.MAX_VALUE, 1 / 3]);
    const clocks = Float64Array.from([1.98e9, Number.NaN, 1.5e9, 1e9]);
    // A view that does not begin at the start of its buffer must not drag its neighbours along.
    const view = new Float64Array(Float64Array.from([9, ...times, 9]).buffer, 8, 4);
    store.saveCase(
      id,
      finished(0, {
        result: {
          samples: [
            {
              scope: 'kernel',
              repetition: 0,
              timesNs: view,
              clocksHz: clocks,
              cpuNs: times,
              repeats: 16,
              launchIncluded: true,
            },
            scope('call', 0, [7]),
          ],
        },
      }),
    );
    expect(store.samples(id, 0, 'kernel')).toEqual([
      {
        scope: 'kernel',
        repetition: 0,
        timesNs: times,
        clocksHz: clocks,
        cpuNs: times,
        repeats: 16,
        launchIncluded: true,
        process: { ...summarizeProcess(times), cycles: (0.1 * 1.98 + 1 / 3) / 2 },
      },
    ]);
    expect(store.samples(id, 0).map((part) => part.scope)).toEqual(['call', 'kernel']);
    expect(store.samples(id, 0, 'total')).toEqual([]);
    expect(store.samples(id, 7)).toEqual([]);
    const kernels = store.samplesOfCases(id, [0, 7], 'kernel');
    expect([...kernels]).toEqual([[0, store.samples(id, 0, 'kernel')]]);
    expect(store.samplesOfCases(id, [], 'kernel').size).toBe(0);
    expect(store.samplesOfCases(id, [7, 0], 'call').get(0)).toHaveLength(1);
    expect(store.samplesOfCases(id, [0], 'total').size).toBe(0);
  });

  it('keeps what processes say, also of samples that are elsewhere', () => {
    const { id } = store.createRun(newRun([planned(0), planned(1)]));
    const given = { ...summarizeProcess(Float64Array.of(1, 2, 3, 4)), medianNs: 1 / 3 };
    const abridged = { ...scope('kernel', 1, [2, 3]), repeats: 5, process: given };
    const samples = [scope('kernel', 0, [7, 8, 9]), abridged, scope('call', 0, [1])];
    store.saveCase(id, finished(0, { result: { samples } }));
    const own = summarizeProcess(Float64Array.of(7, 8, 9));
    expect([...store.processes(id, 'kernel')]).toEqual([
      [
        0,
        [
          { scope: 'kernel', repetition: 0, repeats: 1, ...own },
          { scope: 'kernel', repetition: 1, repeats: 5, ...given },
        ],
      ],
    ]);
    expect(store.samples(id, 0, 'kernel').map((part) => part.process)).toEqual([own, given]);
    // Another repetition beside them, then one of them again.
    store.saveCase(id, finished(0, { result: { samples: [scope('kernel', 2, [5])] } }));
    expect(
      store
        .processes(id, 'kernel')
        .get(0)
        ?.map(({ repetition }) => repetition),
    ).toEqual([0, 1, 2]);
    store.saveCase(id, finished(0, { result: { samples: [scope('kernel', 1, [5, 6])] } }));
    expect(store.processes(id, 'kernel').get(0)?.[1]).toMatchObject({
      ...{ repetition: 1, n: 2, medianNs: 5.5, repeats: 1 },
    });
  });

  it('stores the bytes of samples as little-endian doubles', () => {
    const { id } = store.createRun(newRun([planned(0)]));
    store.saveCase(id, finished(0, { result: { samples: [scope('kernel', 0, [1, -2])] } }));
    const hex = queryRaw(store.file, 'SELECT lower(hex(times)) FROM samples');
    expect(hex).toEqual(['000000000000f03f00000000000000c0']);
  });

  it('stores samples that two scopes share once, and reads them as those of both', () => {
    const { id } = store.createRun(newRun([planned(0), planned(1)]));
    const beside = { clocksHz: Float64Array.of(2, Number.NaN), cpuNs: Float64Array.of(3, 4) };
    const kernel = { ...scope('kernel', 0, [1, 2]), ...beside };
    const copy = { ...scope('call', 0, [1, 2]), ...beside, sameAs: 'kernel' as const };
    const total = scope('total', 0, [1, 2]);
    store.saveCase(id, finished(0, { result: { samples: [kernel, copy, total] } }));
    const equal = { ...scope('call', 0, [1, 2]), ...beside };
    store.saveCase(id, finished(1, { result: { samples: [kernel, equal] } }));
    const next = { ...scope('kernel', 1, [3]) };
    const second = { ...next, scope: 'call', sameAs: 'kernel' as const };
    store.saveCase(id, finished(0, { result: { samples: [next, second] } }));

    const raw = new (loadSqlite())(store.file, { readonly: true });
    const bytes = raw
      .prepare(
        'SELECT c.case_index, s.repetition, s.scope, length(s.times) FROM samples s JOIN run_case c ON c.id = s.case_id ORDER BY 1, 2, 3',
      )
      .raw()
      .all();
    raw.close();
    expect(bytes).toEqual([
      [0, 0, 'call', 0],
      [0, 0, 'kernel', 16],
      [0, 0, 'total', 16],
      [0, 1, 'call', 0],
      [0, 1, 'kernel', 8],
      [1, 0, 'call', 16],
      [1, 0, 'kernel', 16],
    ]);
    expect(store.samples(id, 0, 'call')).toEqual(withProcesses([copy, second]));
    expect(store.samples(id, 0)).toEqual(withProcesses([copy, second, kernel, next, total]));
    expect(store.samplesOfCases(id, [0, 1], 'call')).toEqual(
      new Map([
        [0, withProcesses([copy, second])],
        [1, withProcesses([equal])],
      ]),
    );
  });

  it('adds rounds, and replaces those that are measured again', () => {
    const { id } = store.createRun(newRun([planned(0)]));
    const repetition = (n: number, times: number[]) =>
      finished(0, { result: { samples: [scope('kernel', n, times)] } });
    store.saveCase(id, repetition(0, [1, 2]));
    store.saveCase(id, repetition(1, [3]));
    expect(
      store.samples(id, 0, 'kernel').map((part) => [part.repetition, ...part.timesNs]),
    ).toEqual([
      [0, 1, 2],
      [1, 3],
    ]);
    store.saveCase(id, repetition(1, [4, 5]));
    expect(store.samples(id, 0, 'kernel').map((part) => [...part.timesNs])).toEqual([
      [1, 2],
      [4, 5],
    ]);
    expect(store.row(id).ok).toBe(1);

    store.saveCase(
      id,
      finished(0, { result: { outcome: 'failed', reason: 'crash', samples: [] } }),
    );
    expect(store.row(id)).toMatchObject({ ok: 0, failed: 1, cases: 1 });
    expect(store.samples(id, 0)).toHaveLength(2);
  });

  it('leaves no half of a case when a write fails', () => {
    const { id } = store.createRun(newRun([planned(0)]));
    const broken = finished(0, {
      result: {
        samples: [
          scope('call', 0, [1]),
          { ...scope('kernel', 0, [1, 2]), clocksHz: Float64Array.from([1]) },
        ],
      },
    });
    expect(() => store.saveCase(id, broken)).toThrow(/2 times but 1 values/);
    expect(store.run(id).cases).toEqual([]);
    expect(store.samples(id, 0)).toEqual([]);
    expect(store.row(id).ok).toBe(0);
  });

  it('lists a run under its GPU once a case has run there', () => {
    const { id } = store.createRun(newRun([planned(0), planned(1)]));
    store.saveCase(id, finished(0));
    expect(store.row(id).device).toBe('Test CPU 3000');
    store.saveCase(id, finished(1, { planned: { variant: 'cub-even' }, device: 'cuda' }));
    expect(store.row(id).device).toBe('Test GPU H9');
    expect(store.history({ query: 'H9' }).total).toBe(1);
  });

  it('says why a run failed until it goes on, and where another process measures it', () => {
    const { id } = store.createRun(newRun([planned(0)]));
    expect(store.row(id)).not.toHaveProperty('elsewhere');
    store.finishRun(id, 'failed', 'the disk is full');
    const [row] = store.history({ query: 'status:failed' }).rows;
    expect(row).toMatchObject({ id, failure: 'the disk is full' });
    store.setStatus(id, 'running');
    expect(store.row(id)).not.toHaveProperty('failure');
    const raw = new (loadSqlite())(store.file);
    raw.prepare(`UPDATE run SET owner = json_set(owner, '$.pid', 1, '$.started', NULL)`).run();
    raw.close();
    expect(store.row(id)).toMatchObject({ status: 'running', elsewhere: true });
  });

  it('lets a run grow: resume and refine', () => {
    const first = newRun([planned(0)]);
    const { id } = store.createRun(first);
    store.saveCase(id, finished(0));
    store.finishRun(id, 'partial');
    const cases = [planned(0), planned(1, { workload: 'mean' })];
    store.setStatus(id, 'running');
    store.replacePlan(id, { ...first.plan, cases });
    expect(store.row(id)).toMatchObject({ status: 'running', cases: 2, ok: 1, finishedAt: null });
    expect(store.row(id).workloads).toEqual(['histogram', 'mean']);
    expect(store.history({ query: 'workload:mean' }).total).toBe(1);
    expect(store.history({ query: 'workload:mean n:1000' }).total).toBe(0);
    store.saveCase(id, finished(1, { planned: { workload: 'mean' } }));
    expect(store.history({ query: 'workload:mean n:1000' }).total).toBe(1);
  });
});

describe('references', () => {
  it('resolves ids, unique prefixes and latest', () => {
    const ids = ['aaa1', 'aab2', 'b3'].map(
      (id, i) =>
        store.createRun(newRun([planned(0)], { id, createdAt: `2025-01-0${i + 1}T00:00:00.000Z` }))
          .id,
    );
    expect(ids).toEqual(['aaa1', 'aab2', 'b3']);
    expect(store.resolve('aaa1')).toBe('aaa1');
    expect(store.resolve('AAB')).toBe('aab2');
    expect(store.resolve(' latest ')).toBe('b3');
    expect(store.resolve('latest~2')).toBe('aaa1');
    expect(failureOf(() => store.resolve('aa'))).toEqual({
      code: 'bad-input',
      message: '"aa" matches several runs: aaa1, aab2; give more of the id.',
    });
    expect(failureOf(() => store.resolve('zz')).code).toBe('not-found');
    expect(failureOf(() => store.resolve('latest~3')).message).toBe(
      'latest~3 is before the first run measured here; 3 are stored.',
    );
    expect(failureOf(() => store.resolve('a%')).code).toBe('bad-input');
    expect(failureOf(() => store.resolve('')).code).toBe('bad-input');
  });

  it('refuses ids that could not be typed, and ids that are taken', () => {
    for (const id of ['latest', 'imported', 'A b', 'x:y', '../x', '']) {
      expect(failureOf(() => store.createRun(newRun([], { id }))).code).toBe('bad-input');
    }
    store.createRun(newRun([], { id: 'once' }));
    expect(failureOf(() => store.createRun(newRun([], { id: 'once' }))).message).toMatch(/already/);
  });

  it('says that nothing is stored yet', () => {
    expect(failureOf(() => store.run('latest'))).toMatchObject({ code: 'not-found' });
    expect(failureOf(() => store.samples('latest', 0)).message).toMatch(/No run is stored yet/);
  });
});
