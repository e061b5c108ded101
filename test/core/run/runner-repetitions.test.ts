import { describe, expect, it } from 'vitest';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import type { RunnerSources } from '../../../src-main/core/run/runner.ts';
import { type PriorTable, tableOf } from '../../../src-main/stats/priors.ts';
import { createScriptedEngines, scriptedCatalog } from '../../helpers/scripted-engine.ts';
import {
  engines,
  makeRunner,
  planOf,
  seen,
  store,
  survey,
  useEngines,
  waitFor,
} from './runner-over-scripted.ts';

describe('further repetitions', () => {
  const wide = { gpuKernel: 1, other: 1 };
  const precision = { rule: 'precision', parameters: {}, target: wide } as const;

  /** Engines that are interrupted in these repetitions. */
  function interrupted(repetitions: readonly number[]): RunnerSources['supervisor'] {
    const supervisor = createEngineSupervisor({ fork: engines.fork, environment: {} });
    return {
      ...supervisor,
      async run(engineCase, options) {
        const result = await supervisor.run(engineCase, options);
        const effectiveThreads = repetitions.includes(engineCase.repetition) ? 0.5 : 1;
        return { ...result, interference: { effectiveThreads, threads: 1, measuredS: 1 } };
      },
    };
  }
  const asked = () =>
    engines.processes.flatMap(({ ran }) => ran.map(({ repetition }) => repetition));

  it('make up for a disturbed one, which stays in the store and out of the estimate', async () => {
    const runner = makeRunner({ supervisor: interrupted([0]) });
    const id = await runner.start(planOf({ set: { n: 1000 } }, precision), 'disturbed');
    await runner.idle();
    expect(asked()).toEqual([0, 1, 2]);
    const [stored] = store.run(id).cases;
    expect(stored?.metrics.kernel).toMatchObject({ n: 63, processes: 2 });
    expect(stored?.warnings).toEqual([]);
    expect(store.repetitions(id).get(0)).toMatchObject([
      {
        repetition: 0,
        disturbed: 'effective threads 0.50',
        interference: { effectiveThreads: 0.5, threads: 1, measuredS: 1 },
      },
      { repetition: 1, disturbed: null },
      { repetition: 2, disturbed: null },
    ]);
    expect(store.samples(id, 0, 'kernel').map(({ disturbed }) => disturbed)).toEqual([
      'effective threads 0.50',
      undefined,
      undefined,
    ]);
    expect(
      store
        .processes(id, 'kernel')
        .get(0)
        ?.map(({ repetition }) => repetition),
    ).toEqual([1, 2]);
    expect(seen.at(-1)).toMatchObject({ done: 3, total: 3 });
    expect(store.logOf(id, 0, 20).map(({ text }) => text)).toContain(
      'further repetition 3: 1 case disturbed before',
    );
  });

  it('are not there beyond the maximum, and the case says that it stayed disturbed', async () => {
    const runner = makeRunner({ supervisor: interrupted([0, 1, 2, 3]) });
    const plan = planOf({ set: { n: 1000 } }, { ...precision, maxRounds: 2 });
    const id = await runner.start(plan, 'stays');
    await runner.idle();
    expect(asked()).toEqual([0, 1]);
    const [stored] = store.run(id).cases;
    expect(stored?.metrics.kernel?.processes).toBe(2);
    expect(stored?.warnings).toEqual(['disturbed: effective threads 0.50 (2 of 2 repetitions)']);
  });

  it('narrow an interval that is wider than its target', async () => {
    const target = { gpuKernel: 0.001, other: 0.001 };
    const runner = makeRunner();
    const id = await runner.start(planOf({}, { ...precision, target, maxRounds: 3 }), 'wide');
    await runner.idle();
    expect(asked()).toEqual([0, 1, 2]);
    expect(store.run(id).cases[0]?.metrics.kernel?.processes).toBe(3);
  });

  it('rest on what this machine varies by, as the stored intervals do', async () => {
    const expecting = (sd: number): PriorTable =>
      tableOf({ processes: { sd, degrees: 30 }, runs: { sd: 0.01, degrees: 5 } });
    const halfWidth = async (sd: number) => {
      useEngines(createScriptedEngines());
      const of: string[] = [];
      let ms = 0;
      const runner = makeRunner({
        // Every repetition takes as long, so that the time allowed for further ones is not what ends them.
        now() {
          ms += 1;
          return ms;
        },
        priors(runId) {
          of.push(runId);
          return expecting(sd);
        },
      });
      const target = { gpuKernel: 0.01, other: 0.01 };
      const id = await runner.start(planOf({}, { ...precision, target, maxRounds: 4 }), 'prior');
      await runner.idle();
      expect(of).toEqual([id]);
      const { median_ns = 1, ci95_hi_ns } = store.run(id).cases[0]?.metrics.kernel ?? {};
      return { half: (ci95_hi_ns ?? Number.NaN) / median_ns - 1, repetitions: asked().length };
    };
    const [quiet, noisy] = [await halfWidth(0.001), await halfWidth(0.1)];
    expect(quiet.half).toBeLessThan(0.01);
    expect(noisy.half).toBeGreaterThan(0.05);
    expect([quiet.repetitions, noisy.repetitions]).toEqual([2, 4]);
  });

  it('add nothing to a number of samples that was asked for', async () => {
    const runner = makeRunner({ supervisor: interrupted([0, 1]) });
    await runner.start(planOf({}, { target: { gpuKernel: 0.001, other: 0.001 } }), 'fixed');
    await runner.idle();
    expect(asked()).toEqual([0, 1]);
  });

  it('measure a size again that is slow against both neighbours', async () => {
    const supervisor = interrupted([]);
    const slow: RunnerSources['supervisor'] = {
      ...supervisor,
      async run(engineCase, options) {
        const result = await supervisor.run(engineCase, options);
        const factor = engineCase.values.n === 2e6 && engineCase.repetition === 0 ? 2 : 1;
        const samples = result.samples.map((part) => ({
          ...part,
          timesNs: part.timesNs.map((time) => factor * time),
        }));
        return { ...result, samples };
      },
    };
    const plan = planOf({ sweep: { n: [1e6, 2e6, 4e6] } }, precision);
    const runner = makeRunner({ supervisor: slow });
    const id = await runner.start(plan, 'slow size');
    await runner.idle();
    const repetitions = store.samples(id, 1, 'kernel').map(({ repetition }) => repetition);
    expect(repetitions.length).toBeGreaterThan(2);
    expect(store.samples(id, 0, 'kernel')).toHaveLength(2);
    expect(store.run(id).cases.map(({ warnings }) => warnings)).toEqual([[], [], []]);
  });

  it('take the batches and the answer of the first one, after a resume too', async () => {
    const plan = planOf(
      { workload: 'trouble', variants: ['good', 'slow'] },
      { ...precision, order: 'sequential' },
    );
    const first = makeRunner();
    const id = await first.start(plan, 'batches');
    await waitFor(() => seen.some(({ current }) => current?.variant === 'slow'));
    await first.cancel(id);
    await first.idle();
    const catalog = {
      ...scriptedCatalog,
      workloads: scriptedCatalog.workloads.map((workload) => ({
        ...workload,
        variants: workload.variants.filter((variant) => variant.id !== 'slow'),
      })),
    };
    const second = makeRunner({ survey: async () => ({ ...(await survey()), catalog }) });
    await second.resume(id);
    await second.idle();
    const good = engines.processes.flatMap(({ ran }) => ran).filter((c) => c.variant === 'good');
    expect(good[0]).not.toHaveProperty('batch');
    expect(good[0]).not.toHaveProperty('answered');
    expect(good[1]).toMatchObject({
      repetition: 1,
      batch: { kernel: 1, call: 1, total: 1 },
      answered: true,
    });
  });
});
