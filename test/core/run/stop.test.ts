import { describe, expect, it } from 'vitest';
import type { Decide } from '../../../src-main/contract/configuration.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import { withVersions } from '../../../src-main/core/plan/versioned-catalog.ts';
import type { RunnerSources } from '../../../src-main/core/run/runner.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { createRandom } from '../../../src-main/stats/random.ts';
import { scriptedCatalog, timesScaled } from '../../helpers/scripted-engine.ts';
import { engines, makeRunner, store } from './runner-over-scripted.ts';

const pair = ['sequential@base', 'sequential@head'];

function planned(
  decide: Decide,
  variants: readonly string[] = pair,
  ns: readonly number[] = [1000],
) {
  const configuration = {
    groups: [{ workload: 'count', variants: [...variants], set: {}, sweep: { n: [...ns] } }],
    policy: {
      ...{ criterion: 'fixed', parameters: { samples: 90 }, timeLimitS: 1 },
      ...{ repetitions: 5, order: 'shuffled' as const },
    },
    orderSeed: 3,
    decide,
  };
  return makePlan(configuration, { catalog: withVersions(scriptedCatalog, configuration) });
}

/** Engines that take so many times as long, by case and process, with some noise of the whole process and of the case. */
function scaled(factorOf: (index: number, repetition: number) => number, sd = 0.005) {
  const supervisor = createEngineSupervisor({ fork: engines.fork, environment: {} });
  const noise = createRandom(5);
  return {
    ...supervisor,
    async run(engineCase, options) {
      const result = await supervisor.run(engineCase, options);
      const factor =
        factorOf(engineCase.index, engineCase.repetition) * Math.exp(sd * noise.normal());
      return timesScaled(result, factor);
    },
  } satisfies RunnerSources['supervisor'];
}

async function measured(plan: ReturnType<typeof planned>, more: Partial<RunnerSources> = {}) {
  const runner = makeRunner(more);
  const id = await runner.start(plan, 'two versions');
  await runner.idle();
  const comparer = createComparer(store, () => defaultMargins);
  const { comparisons } = createReports(store, comparer).of(id);
  return { id, comparisons, run: store.run(id) };
}

/** What each process ran, as base and head by the index of the case. */
const ran = () =>
  engines.processes
    .map(({ ran: cases }) => cases.map(({ index }) => index % 2))
    .filter((one) => one.length > 0);

const sides: [string, string] = ['a', 'b'];

describe('a run of two versions', () => {
  it('measures both in each process, A B B A, until they are decided', async () => {
    const plan = planned({ tell: 0.02, pairs: 20, sides });
    const { run, comparisons } = await measured(plan, {
      supervisor: scaled((index) => (index === 1 ? 1.05 : 1)),
    });
    expect(run.run.status).toBe('complete');
    const view = comparisons['1'];
    expect(view).toMatchObject({ verdict: 'slower', against: 'sequential@base', paired: true });
    expect(view?.ratio).toBeCloseTo(1.05, 1);
    const pairs = view?.repetitions?.[0] ?? 0;
    expect(pairs).toBeGreaterThanOrEqual(5);
    expect(pairs).toBeLessThan(20);
    expect(ran()).toEqual(Array.from({ length: pairs }, (_, i) => (i % 2 === 0 ? [0, 1] : [1, 0])));
    // Both are the one variant that the engine has.
    const variants = engines.processes.flatMap(({ ran: cases }) => cases.map((one) => one.variant));
    expect(new Set(variants)).toEqual(new Set(['sequential']));
    expect(run.cases.map(({ variant }) => variant)).toEqual(pair);
    expect(view?.tells).toBeGreaterThan(0.5);
    expect(view?.tells).toBeLessThan(5);
  });

  it('says that equal versions are equivalent', async () => {
    const { comparisons } = await measured(planned({ tell: 0.02, pairs: 20, sides }), {
      supervisor: scaled(() => 1),
    });
    expect(comparisons['1']).toMatchObject({ verdict: 'equivalent' });
  });

  it('ends undecided after the pairs that are allowed', async () => {
    const noisy = scaled(
      (index, repetition) => 1 + (index === 1 ? 0.2 : 0) * (((repetition * 7) % 3) - 1),
    );
    const { comparisons, run } = await measured(planned({ tell: 0.02, pairs: 7, sides }), {
      supervisor: noisy,
    });
    expect(comparisons['1']).toMatchObject({ verdict: 'inconclusive', repetitions: [7, 7] });
    expect(run.run.status).toBe('complete');
    expect(ran()).toHaveLength(7);
  });

  it('ends when its time is over, before the first pairs are complete', async () => {
    let now = 0;
    const { comparisons } = await measured(planned({ tell: 0.02, pairs: 20, budgetS: 3, sides }), {
      supervisor: scaled(() => 1),
      now: () => (now += 500),
    });
    const pairs = comparisons['1']?.repetitions?.[0] ?? 0;
    expect(pairs).toBeGreaterThan(0);
    expect(pairs).toBeLessThan(5);
    expect(comparisons['1']).toMatchObject({ verdict: 'inconclusive', ci95: null });
    expect(comparisons['1']).not.toHaveProperty('tells');
  });

  it('asks one side only where that is the question, and needs fewer pairs for it', async () => {
    const pairsOf = async (question: Pick<Decide, 'question'>) => {
      const supervisor = scaled((index) => (index === 1 ? 0.975 : 1), 0.02);
      const plan = planned({ tell: 0.05, pairs: 50, sides, ...question });
      const { comparisons } = await measured(plan, { supervisor });
      return comparisons['1'];
    };
    const one = await pairsOf({ question: 'slower' });
    expect(one?.ci95?.[1]).toBeLessThan(1.05);
    // Whether it is faster as well, or the same, is not known by then.
    expect(one?.verdict).toBe('inconclusive');
    const both = await pairsOf({});
    expect(one?.repetitions?.[0]).toBeLessThan(both?.repetitions?.[0] ?? 0);
  });

  it('measures on only the sizes that are undecided', async () => {
    const plan = planned({ tell: 0.02, pairs: 12, sides }, pair, [1000, 2000]);
    const small = new Set(
      plan.cases.filter(({ values }) => values.n === 1000).map(({ index }) => index),
    );
    const { run, comparisons } = await measured(plan, {
      supervisor: scaled((index, repetition) =>
        small.has(index) ? 1 : 1 + 0.3 * ((index * repetition * 7) % 3),
      ),
    });
    const pairsAt = (n: number) =>
      run.cases
        .filter(({ values, variant }) => values.n === n && variant === 'sequential@head')
        .map(({ index }) => comparisons[String(index)]?.repetitions?.[0]);
    expect(pairsAt(2000)).toEqual([12]);
    expect(pairsAt(1000)[0]).toBeLessThan(12);
  });

  it('is not resumed', async () => {
    const runner = makeRunner({ supervisor: scaled(() => 1) });
    const id = await runner.start(planned({ tell: 0.02, pairs: 20, sides }), 'cut off');
    await runner.cancel(id);
    await runner.idle();
    await expect(runner.resume(id)).rejects.toThrow(/compares two versions and cannot be resumed/);
  });
});

it('goes on with the open verdicts of an ordinary run, case and baseline in the same processes', async () => {
  const plan = planned({ tell: 0.02, pairs: 30 }, ['sequential', 'parallel'], [20_000]);
  const { comparisons, run } = await measured(plan, {
    supervisor: scaled((index) => (index === 1 ? 1.97 : 2), 0.02),
  });
  const pairs = comparisons['1']?.repetitions?.[0] ?? 0;
  expect(pairs).toBeGreaterThan(5);
  expect(run.run.status).toBe('complete');
  const processes = ran();
  expect(processes).toHaveLength(pairs);
  for (const one of processes) expect(one.toSorted()).toEqual([0, 1]);
});
