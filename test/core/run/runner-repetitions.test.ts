import { describe, expect, it } from 'vitest';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import type { RunnerSources } from '../../../src-main/core/run/runner.ts';
import {
  createScriptedEngines,
  scriptedCatalog,
  timesScaled,
} from '../../helpers/scripted-engine.ts';
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
  const precision = { criterion: 'precision', parameters: {}, target: wide } as const;

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

  /** A run whose first variant has one repetition. */
  async function cancelledInSlow(): Promise<string> {
    const plan = planOf(
      { workload: 'trouble', variants: ['good', 'slow'] },
      { ...precision, order: 'sequential', maxRepetitions: 2 },
    );
    const runner = makeRunner();
    const id = await runner.start(plan, 'cancelled');
    await waitFor(() => seen.some(({ current }) => current?.variant === 'slow'));
    await runner.cancel(id);
    await runner.idle();
    return id;
  }
  const withoutSlow = async () => ({
    ...(await survey()),
    catalog: {
      ...scriptedCatalog,
      workloads: scriptedCatalog.workloads.map((workload) => ({
        ...workload,
        variants: workload.variants.filter((variant) => variant.id !== 'slow'),
      })),
    },
  });

  it('make up for a disturbed one, which stays in the store and out of the estimate', async () => {
    const runner = makeRunner({ supervisor: interrupted([0]) });
    const plan = planOf({ set: { n: 1000 } }, { ...precision, repetitions: 3 });
    const id = await runner.start(plan, 'disturbed');
    await runner.idle();
    expect(asked()).toEqual([0, 1, 2, 3]);
    const [stored] = store.run(id).cases;
    expect(stored?.metrics.kernel).toMatchObject({ n: 63, leftOut: 21, processes: 3 });
    expect(stored?.warnings).toEqual([]);
    expect(store.repetitions(id).get(0)).toMatchObject([
      {
        repetition: 0,
        disturbed: 'effective threads 0.50',
        interference: { effectiveThreads: 0.5, threads: 1, measuredS: 1 },
      },
      { repetition: 1, disturbed: null },
      { repetition: 2, disturbed: null },
      { repetition: 3, disturbed: null },
    ]);
    expect(store.countRepetitions(id)).toEqual({ all: 4, disturbed: 1 });
    expect(store.samples(id, 0, 'kernel').map(({ disturbed }) => disturbed)).toEqual([
      'effective threads 0.50',
      undefined,
      undefined,
      undefined,
    ]);
    expect(
      store
        .processes(id, 'kernel')
        .get(0)
        ?.map(({ repetition }) => repetition),
    ).toEqual([1, 2, 3]);
    expect(seen.at(-1)).toMatchObject({ done: 4, total: 4 });
    expect(store.logOf(id, 0, 20).map(({ text }) => text)).toContain(
      'further repetition 4: 1 case disturbed before',
    );
  });

  describe('on cores that may be shared', () => {
    /** By repetition: the ratio of the samples, and what the process saw of cores of its own. */
    const ratios = [
      [3.1, 3],
      [2.1, 2.1],
      [2.2, 2.1],
    ];
    const watching = () =>
      createScriptedEngines(({ repetition }) => {
        const [issueRatio = 2.1, ownIssueRatio = 2.1] = ratios[repetition] ?? [];
        return { ...{ watchedThreads: 2, issueRatio, ownIssueRatio }, coresWatched: true };
      });

    it('make up for one whose process knew no cores of its own, as later ones show', async () => {
      useEngines(watching());
      const runner = makeRunner();
      const plan = planOf({ set: { n: 1000 } }, { ...precision, repetitions: 3 });
      const id = await runner.start(plan, 'shared');
      await runner.idle();
      expect(asked()).toEqual([0, 1, 2, 3]);
      const reason =
        'its physical cores were shared (issue ratio 3.10, 2.10 in a process with cores of its own)';
      const disturbed = store
        .repetitions(id)
        .get(0)
        ?.map((each) => each.disturbed);
      expect(disturbed).toEqual([reason, null, null, null]);
      const ofSamples = store.samples(id, 0, 'kernel').map((part) => part.disturbed);
      expect(ofSamples).toEqual([reason, undefined, undefined, undefined]);
      const [stored] = store.run(id).cases;
      expect(stored?.metrics.kernel).toMatchObject({ n: 63, leftOut: 21, processes: 3 });
      expect(stored?.attributes).toMatchObject({ coresWatched: true });
      const log = store.logOf(id, 0, 20).map(({ text }) => text);
      expect(log.filter((text) => text.includes('afterwards'))).toEqual([
        `count sequential n=1000 bins=8 seed=1 distribution=uniform, repetition 1 found disturbed afterwards: ${reason}`,
      ]);
    });

    it('tell each process what earlier ones saw', async () => {
      useEngines(watching());
      const runner = makeRunner();
      await runner.start(planOf({ set: { n: 1000 } }, precision), 'shared');
      await runner.idle();
      const given = engines.processes.flatMap(({ ran }) => ran.map((one) => one.ownIssueRatios));
      expect(given).toEqual([undefined, { 2: 3 }, { 2: 2.1 }, { 2: 2.1 }]);
    });

    it('are not its own where a later case shows that those of its team never were', async () => {
      useEngines(
        createScriptedEngines(({ variant }) => {
          const [watchedThreads, ratio] = variant === 'good' ? [2, 3.1] : [1, 2.1];
          return { watchedThreads, issueRatio: ratio, ownIssueRatio: ratio, coresWatched: true };
        }),
      );
      const runner = makeRunner();
      const group = { workload: 'trouble', variants: ['good', 'other'] };
      const id = await runner.start(planOf(group, { repetitions: 1, order: 'sequential' }), 'team');
      await runner.idle();
      const watched = store
        .run(id)
        .cases.map(({ variant, attributes }) => [variant, attributes.coresWatched]);
      expect(watched).toEqual([
        ['good', undefined],
        ['other', true],
      ]);
    });

    it('are judged by their own session', async () => {
      useEngines(watching());
      const id = await cancelledInSlow();
      const runner = makeRunner({ survey: withoutSlow });
      await runner.resume(id);
      await runner.idle();
      const good = engines.processes.flatMap(({ ran }) => ran).filter((c) => c.variant === 'good');
      // What was measured before may be of another build: it is neither a standard nor judged by one.
      expect(good).toHaveLength(2);
      for (const one of good) expect(one).not.toHaveProperty('ownIssueRatios');
      expect(store.repetitions(id).get(0)).toMatchObject([
        { disturbed: null },
        { disturbed: null },
      ]);
    });
  });

  it('are not there beyond the maximum, and the case says that it stayed disturbed', async () => {
    const runner = makeRunner({ supervisor: interrupted([0, 1, 2, 3]) });
    const plan = planOf({ set: { n: 1000 } }, { ...precision, maxRepetitions: 2 });
    const id = await runner.start(plan, 'stays');
    await runner.idle();
    expect(asked()).toEqual([0, 1]);
    const [stored] = store.run(id).cases;
    expect(stored?.metrics.kernel?.processes).toBe(2);
    expect(stored?.warnings).toEqual(['disturbed: effective threads 0.50 (2 of 2 repetitions)']);
  });

  it('narrow an interval that is wider than its target', async () => {
    // Two repetitions leave 7.6 %, which a third one narrows enough.
    const target = { gpuKernel: 0.065, other: 0.065 };
    const runner = makeRunner();
    const id = await runner.start(planOf({}, { ...precision, target, maxRepetitions: 3 }), 'wide');
    await runner.idle();
    expect(asked()).toEqual([0, 1, 2]);
    expect(store.run(id).cases[0]?.metrics.kernel?.processes).toBe(3);
  });

  it('store the repeatability that the runs of this machine show', async () => {
    const width = async (sd: number) => {
      useEngines(createScriptedEngines());
      const runner = makeRunner({
        variation: () => ({ 'cpu kernel': { sd, degrees: 30, runs: 31 } }),
      });
      const id = await runner.start(planOf({}, { ...precision, repetitions: 3 }), 'learned');
      await runner.idle();
      const { medianNs = 1, repeat95HiNs } = store.run(id).cases[0]?.metrics.kernel ?? {};
      return (repeat95HiNs ?? Number.NaN) / medianNs - 1;
    };
    const [quiet, noisy] = [await width(0.001), await width(0.1)];
    expect(quiet).toBeLessThan(0.1);
    expect(noisy).toBeGreaterThan(0.2);
  });

  it.each([
    ['nothing', [], [0, 1]],
    ['what makes up for disturbed repetitions', [0, 1], [0, 1, 2, 3]],
  ] as const)('add %s to a number of samples that was asked for', async (_, disturbed, all) => {
    const runner = makeRunner({ supervisor: interrupted(disturbed) });
    await runner.start(planOf({}, { target: { gpuKernel: 0.001, other: 0.001 } }), 'fixed');
    await runner.idle();
    expect(asked()).toEqual(all);
  });

  it('measure a size again that is slow against both neighbours', async () => {
    const supervisor = interrupted([]);
    const slow: RunnerSources['supervisor'] = {
      ...supervisor,
      async run(engineCase, options) {
        const result = await supervisor.run(engineCase, options);
        const factor = engineCase.values.n === 2e6 && engineCase.repetition === 0 ? 2 : 1;
        return timesScaled(result, factor);
      },
    };
    const plan = planOf({ sweep: { n: [1e6, 2e6, 4e6] } }, { ...precision, repetitions: 3 });
    const runner = makeRunner({ supervisor: slow });
    const id = await runner.start(plan, 'slow size');
    await runner.idle();
    const repetitions = store.samples(id, 1, 'kernel').map(({ repetition }) => repetition);
    expect(repetitions.length).toBeGreaterThan(3);
    expect(store.samples(id, 0, 'kernel')).toHaveLength(3);
    expect(store.run(id).cases.map(({ warnings }) => warnings)).toEqual([[], [], []]);
  });

  it('take the batches and the answer of the first one, after a resume too', async () => {
    const id = await cancelledInSlow();
    const second = makeRunner({ survey: withoutSlow });
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
