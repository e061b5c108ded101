import { describe, expect, it, vi } from 'vitest';
import type { ForkEngine } from '../../../src-main/contract/engine-protocol.ts';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { measuringOrder } from '../../../src-main/core/plan/order.ts';
import type { RunStore } from '../../../src-main/core/run/runner.ts';
import { scriptedCatalog, scriptedMedianNs } from '../../helpers/scripted-engine.ts';
import {
  engines,
  makeRunner,
  planOf,
  seen,
  store,
  survey,
  waitFor,
} from './runner-over-scripted.ts';

describe('a number of samples', () => {
  it.each([
    [5, 2, [3, 2]],
    [7, 3, [3, 2, 2]],
    [1, 2, [1]],
    [4, 1, [4]],
  ])('of %i a case is shared by its %i repetitions', async (samples, repetitions, shares) => {
    const plan = planOf({}, { parameters: { samples }, repetitions });
    const runner = makeRunner();
    const id = await runner.start(plan, 'shared');
    await runner.idle();
    const sizes = store.samples(id, 0, 'kernel').map(({ timesNs }) => timesNs.length);
    expect(sizes).toEqual(shares);
    expect(store.run(id).cases[0]?.metrics.kernel?.n).toBe(samples);
    expect(store.run(id).cases[0]?.warnings).toEqual([]);
  });

  it('that a time limit came before is said with the case', async () => {
    const runner = makeRunner();
    const plan = planOf({}, { parameters: { samples: 20 }, repetitions: 3, timeLimitS: 0.001 });
    const id = await runner.start(plan, 'limited');
    await runner.idle();
    const [found] = store.run(id).cases;
    expect(found?.metrics.kernel?.n).toBe(8);
    expect(found?.warnings).toEqual(['8 of 20 samples: the time limit of 0.001 s came first']);
  });
});

describe('a run', () => {
  it('measures each repetition in a process of its own, in its own order', async () => {
    const plan = planOf({ variants: ['sequential', 'parallel'], sweep: { n: [10, 20, 30, 40] } });
    const runner = makeRunner();
    const id = await runner.start(plan, 'two repetitions');
    await runner.idle();
    const ran = engines.processes.map(({ ran: cases }) => cases).filter(({ length }) => length > 0);
    expect(ran).toHaveLength(2);
    for (const [repetition, cases] of ran.entries()) {
      const order = measuringOrder(plan.cases, 3, repetition).map(({ index }) => index);
      expect(cases.map(({ index }) => index)).toEqual(order);
      expect(cases.every((one) => one.repetition === repetition)).toBe(true);
    }
    expect(engines.processes.every(({ alive }) => !alive)).toBe(true);
    const { run, cases } = store.run(id);
    expect(run).toMatchObject({ status: 'complete', ok: 8, failed: 0, skipped: 0, cases: 8 });
    expect(cases.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('stores the samples of all rounds and order statistics over them', async () => {
    const runner = makeRunner();
    const id = await runner.start(planOf({ set: { n: 1000 } }), 'samples');
    await runner.idle();
    const [stored] = store.run(id).cases;
    expect(store.samples(id, 0, 'kernel').map(({ repetition }) => repetition)).toEqual([0, 1]);
    expect(stored?.metrics.kernel?.n).toBe(18);
    expect(stored?.metrics.kernel?.medianNs).toBeCloseTo(scriptedMedianNs('sequential', 1000), 6);
    expect(stored?.metrics.total?.medianNs).toBeCloseTo(
      2 * scriptedMedianNs('sequential', 1000),
      6,
    );
    expect(stored?.answer?.attributes).toEqual({ total: 1000 });
  });

  it('goes on after a crash, a hang-up and a wrong answer, which are kept as failed', async () => {
    const plan = planOf({
      workload: 'trouble',
      variants: ['good', 'crash', 'throws', 'wrong', 'other'],
    });
    const runner = makeRunner();
    const id = await runner.start(plan, 'trouble');
    await runner.idle();
    const { run, cases } = store.run(id);
    expect(run).toMatchObject({ status: 'complete', ok: 2, failed: 3 });
    const byVariant = new Map(cases.map((one) => [one.variant, one]));
    expect(byVariant.get('crash')?.reason).toBe('the engine stopped: signal SIGSEGV');
    expect(byVariant.get('wrong')).toMatchObject({ outcome: 'failed', metrics: {} });
    expect(byVariant.get('wrong')?.verification?.passed).toBe(false);
    expect(byVariant.get('good')?.metrics.kernel?.n).toBe(18);
    // A case that failed is not tried again in the second repetition.
    const tries = engines.processes.flatMap(({ ran }) => ran).filter((c) => c.variant === 'crash');
    expect(tries).toHaveLength(1);
    expect(seen.at(-1)).toMatchObject({ status: 'complete', done: 10, total: 10 });
  });

  it('goes on when the engine of the first case is killed, before it is ready or while it runs', async () => {
    for (const instantMs of ['starting', 'running'] as const) {
      let killed = 0;
      const fork: ForkEngine = (environment) => {
        const child = engines.fork(environment);
        if (killed > 0) return child;
        killed += 1;
        if (instantMs === 'starting') child.kill();
        const send: typeof child.send = (message) =>
          message.type === 'run' ? child.kill() : child.send(message);
        return { ...child, send };
      };
      const supervisor = createEngineSupervisor({ fork, environment: {} });
      const plan = planOf({ sweep: { n: [1000, 2000, 3000] } }, { order: 'sequential' });
      const runner = makeRunner({ supervisor });
      const id = await runner.start(plan, instantMs);
      await runner.idle();
      const { run, cases } = store.run(id);
      expect(run).toMatchObject({ status: 'complete', ok: 2, failed: 1 });
      expect(cases[0]).toMatchObject({
        outcome: 'failed',
        reason: 'the engine stopped: signal SIGKILL',
      });
    }
  });

  it('goes on in a sound process after a variant that broke the CUDA context of its own', async () => {
    const plan = planOf(
      { workload: 'trouble', variants: ['poisons', 'good', 'spoils', 'other'] },
      { repetitions: 1, order: 'sequential' },
    );
    const runner = makeRunner();
    const id = await runner.start(plan, 'broken contexts');
    await runner.idle();
    expect(store.run(id).cases.map(({ variant, outcome }) => `${variant} ${outcome}`)).toEqual([
      'poisons failed',
      'good ok',
      'spoils ok',
      'other ok',
    ]);
    expect(engines.processes.map(({ ran }) => ran.map(({ variant }) => variant))).toEqual([
      ['poisons'],
      ['good', 'spoils'],
      ['other'],
    ]);
  });

  it('stores what cannot run as skipped, with the reason', async () => {
    const runner = makeRunner();
    const id = await runner.start(planOf({ variants: 'all' }, { repetitions: 1 }), 'skips');
    await runner.idle();
    const skipped = store.run(id).cases.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ variant, reason }) => [variant, reason])).toEqual([
      ['absent', 'no CUDA device was found'],
    ]);
    const tried = engines.processes.flatMap(({ ran }) => ran.map(({ variant }) => variant));
    expect(tried).not.toContain('absent');
  });

  it('skips what no longer fits when it starts, and variants that are gone', async () => {
    const plan = planOf({ sweep: { n: [10, 1000] } }, { repetitions: 1 });
    const gone = planOf({ variants: ['parallel'] }, { repetitions: 1 }).cases.map((planned) => ({
      ...planned,
      index: 2,
      variant: 'vanished',
    }));
    const cases = [...plan.cases, ...gone].map((planned) => ({
      ...planned,
      estimate: { hostBytes: 8 * Number(planned.values.n), deviceBytes: 0, seconds: 0 },
    }));
    const small = async () => ({ ...(await survey()), free: { hostBytes: 4000, gpus: [] } });
    const runner = makeRunner({ survey: small });
    const id = await runner.start({ ...plan, cases }, 'tight');
    await runner.idle();
    expect(store.run(id).cases.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['ok', null],
      ['skipped', 'too large for the memory: it needs 7.81 KiB and 3.91 KiB are free'],
      ['skipped', 'the variant count/vanished is not in this build'],
    ]);
  });

  it('reports progress with a running median and what is left', async () => {
    const runner = makeRunner();
    const id = await runner.start(planOf({ sweep: { n: [10, 20, 30] } }), 'progress');
    await runner.idle();
    expect(seen.every(({ runId, total }) => runId === id && total === 6)).toBe(true);
    expect(seen.map(({ done }) => done)).toEqual([...seen.map(({ done }) => done)].sort());
    expect(seen.some(({ etaS }) => etaS !== null && etaS[0] <= etaS[1])).toBe(true);
    expect(seen.filter(({ current }) => current !== null)).not.toHaveLength(0);
    expect(seen.at(-1)).toMatchObject({ status: 'complete', done: 6, current: null, etaS: null });
    expect(runner.progress()).toMatchObject({ runId: id, status: 'complete' });
  });

  it('is cancelled, and finished cases stay', async () => {
    const plan = planOf(
      { workload: 'trouble', variants: ['good', 'slow'] },
      { order: 'sequential', repetitions: 1 },
    );
    const runner = makeRunner();
    const id = await runner.start(plan, 'cancelled');
    await waitFor(() =>
      seen.some(({ current, samples }) => current?.variant === 'slow' && samples > 3),
    );
    expect(seen.find(({ samples }) => samples > 3)?.medianNs).toBe(1e7);
    expect(await runner.cancel(id)).toBe(true);
    await runner.idle();
    const { run, cases } = store.run(id);
    expect(run.status).toBe('cancelled');
    expect(cases.map(({ variant, outcome }) => [variant, outcome])).toEqual([['good', 'ok']]);
    expect(await runner.cancel(id)).toBe(false);
  });

  it('is resumed where it was cut off', async () => {
    const plan = planOf(
      { workload: 'trouble', variants: ['good', 'other', 'slow'] },
      { order: 'sequential' },
    );
    const first = makeRunner();
    const id = await first.start(plan, 'resumed');
    await waitFor(() => seen.some(({ current }) => current?.variant === 'slow'));
    await first.cancel(id);
    await first.idle();
    const few = [
      '9 of 18 samples: the others were skipped or not reached',
      '1 of 2 repetitions: the others were skipped or not reached',
    ];
    expect(store.run(id).cases.map(({ warnings }) => warnings)).toEqual([few, few]);
    const before = engines.processes.length;
    // The slow variant is quick this time: another engine that lacks it.
    const catalog = {
      ...scriptedCatalog,
      workloads: scriptedCatalog.workloads.map((workload) => ({
        ...workload,
        variants: workload.variants.filter((variant) => variant.id !== 'slow'),
      })),
    };
    const second = makeRunner({ survey: async () => ({ ...(await survey()), catalog }) });
    expect(await second.resume('latest')).toBe(id);
    await second.idle();
    const { run, cases } = store.run(id);
    expect(run).toMatchObject({ status: 'complete', ok: 2, skipped: 1 });
    expect(cases.map(({ metrics }) => metrics.kernel?.n)).toEqual([18, 18, undefined]);
    expect(cases.map(({ warnings }) => warnings)).toEqual([[], [], []]);
    const again = engines.processes.slice(before).flatMap(({ ran }) => ran);
    expect(again.map(({ variant, repetition }) => `${variant} ${repetition}`)).toEqual([
      'good 1',
      'other 1',
    ]);
    await expect(second.resume(id)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('is not resumed on another machine', async () => {
    const first = makeRunner();
    const id = await first.start(planOf({ workload: 'trouble', variants: ['slow'] }), 'here');
    await first.cancel(id);
    await first.idle();
    const elsewhere = async () => {
      const found = await survey();
      return { ...found, machine: { ...found.machine, fingerprint: 'other' } };
    };
    await expect(makeRunner({ survey: elsewhere }).resume(id)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('can only be resumed there'),
    });
    expect(store.row(id).status).toBe('cancelled');
  });

  it('is alone: a second one is refused, and what the lock says is passed on', async () => {
    const runner = makeRunner();
    const id = await runner.start(planOf({ workload: 'trouble', variants: ['slow'] }), 'first');
    await expect(runner.start(planOf({}), 'second')).rejects.toMatchObject({ code: 'busy' });
    await runner.cancel(id);
    await runner.idle();
    const locked = makeRunner({
      lock: async () => {
        throw new BreakevenError('busy', 'the run "x" is being measured by ada');
      },
    });
    await expect(locked.start(planOf({}), 'third')).rejects.toMatchObject({
      message: 'the run "x" is being measured by ada',
    });
    expect(store.history({}).total).toBe(1);
    expect(locked.isActive()).toBe(false);
  });

  it('ends as failed when the store cannot keep a case, and says why', async () => {
    const failing = {
      ...store,
      saveCase: () => {
        throw new BreakevenError('store', 'the disk is full');
      },
    };
    let released = false;
    const runner = makeRunner({
      store: () => failing,
      lock: async () => ({
        neighbours: async () => [],
        release: async () => {
          released = true;
        },
      }),
    });
    const id = await runner.start(planOf({}), 'full');
    await waitFor(() => seen.at(-1)?.status === 'failed');
    expect(seen.at(-1)?.failure).toEqual({ code: 'store', message: 'the disk is full' });
    expect(store.row(id).status).toBe('failed');
    expect(released).toBe(true);
  });

  it('remembers how a run ended that the store cannot keep, and stores it as soon as it can', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let isFull = true;
      const full = () => {
        throw new BreakevenError('store', 'the disk is full');
      };
      const failing: RunStore = {
        ...store,
        saveCase: (...given) => (isFull ? full() : store.saveCase(...given)),
        finishRun: (...given) => (isFull ? full() : store.finishRun(...given)),
      };
      const changed: string[] = [];
      const runner = makeRunner({ store: () => failing, onChange: (runId) => changed.push(runId) });
      const id = await runner.start(planOf({}), 'full');
      await runner.idle();
      expect(store.row(id)).toMatchObject({ status: 'running' });
      expect(store.row(id)).not.toHaveProperty('elsewhere');
      expect(runner.asEnded(store.row(id))).toMatchObject({
        ...{ status: 'failed', failure: 'the disk is full' },
      });
      vi.advanceTimersByTime(5000);
      expect(store.row(id).status).toBe('running');
      isFull = false;
      changed.length = 0;
      vi.advanceTimersByTime(5000);
      expect(changed).toEqual([id]);
      expect(store.row(id)).toMatchObject({ status: 'failed', failure: 'the disk is full' });
      // Nothing is remembered any more.
      store.setStatus(id, 'running');
      expect(runner.asEnded(store.row(id)).status).toBe('running');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('announces a long run in small messages', async () => {
    const sizes = Array.from({ length: 200 }, (_, i) => i + 1);
    const plan = planOf({ sweep: { n: sizes } }, { repetitions: 1, parameters: { samples: 2001 } });
    const runner = makeRunner();
    await runner.start(plan, 'many');
    await runner.idle();
    expect(seen.at(-1)).toMatchObject({ status: 'complete', done: 200 });
    expect(Math.max(...seen.map((progress) => JSON.stringify(progress).length))).toBeLessThan(2000);
  });
});
