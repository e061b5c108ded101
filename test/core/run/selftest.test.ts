import { describe, expect, it } from 'vitest';
import { emptyResult } from '../../../src-main/contract/empty-result.ts';
import type { EngineCase, OnceReply } from '../../../src-main/contract/engine-protocol.ts';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import type { Axis, Values } from '../../../src-main/contract/workload.ts';
import { hangReason } from '../../../src-main/core/engines/engine-process.ts';
import { createEngineSupervisor } from '../../../src-main/core/engines/engine-supervisor.ts';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import { runSelftest, type SelftestOptions } from '../../../src-main/core/run/selftest.ts';
import {
  awkwardValues,
  pairsOf,
  selftestConfiguration,
} from '../../../src-main/core/run/selftest-cases.ts';
import { integerAxis } from '../../helpers/catalog-parts.ts';
import { createScriptedEngines, scriptedCatalog } from '../../helpers/scripted-engine.ts';

const cheap = async (cases: readonly unknown[]) =>
  cases.map(() => ({ hostBytes: 0, deviceBytes: 0, seconds: 0, reason: null }));

const verified: OnceReply = {
  output: null,
  result: {
    ...emptyResult('failed', ''),
    outcome: 'ok',
    reason: null,
    verification: { rule: 'exact', passed: true, message: 'equal', maxError: 0 },
  },
};

it('derives awkward sizes, ends of ranges and every choice from the axes', async () => {
  const configuration = await selftestConfiguration(
    scriptedCatalog,
    { workloads: ['count'] },
    cheap,
  );
  const { cases } = makePlan(configuration, { catalog: scriptedCatalog });
  const values = (axis: string, variant: string) =>
    new Set(cases.filter((one) => one.variant === variant).map((one) => one.values[axis]));
  expect([...values('n', 'sequential')]).toEqual(
    expect.arrayContaining([0, 1, 2, 3, 31, 32, 33, 1023, 1024, 1025, 1_048_575, 1_048_577]),
  );
  expect([...values('bins', 'sequential')]).toEqual(expect.arrayContaining([1, 2, 8, 33, 65_536]));
  expect(values('distribution', 'parallel')).toEqual(new Set(['uniform', 'degenerate']));
  expect([...values('threads', 'parallel')]).toEqual(expect.arrayContaining([0, 1, 3, 64]));
  expect([...values('share', 'accelerated')]).toEqual(expect.arrayContaining([0, 0.37, 0.5, 1]));
  expect(cases.some(({ values: at }) => at.n === 0 && at.distribution === 'degenerate')).toBe(true);
});

it('takes pairs of values of a workload, and of a variant', async () => {
  const workloads = scriptedCatalog.workloads.map((workload) => {
    const [threads] = workload.variants.find(({ id }) => id === 'parallel')?.parameters ?? [];
    const variants = workload.variants.map((variant) =>
      variant.id === 'accelerated' && threads !== undefined
        ? { ...variant, parameters: [...variant.parameters, threads] }
        : variant,
    );
    return { ...workload, variants };
  });
  const catalog = { ...scriptedCatalog, workloads };
  const configuration = await selftestConfiguration(catalog, { workloads: ['count'] }, cheap);
  const { cases } = makePlan(configuration, { catalog });
  const meets = (variant: string, values: Values) =>
    cases.some(
      (one) =>
        one.variant === variant &&
        Object.entries(values).every(([id, value]) => one.values[id] === value),
    );
  for (const distribution of ['uniform', 'degenerate']) {
    for (const bins of [1, 65_536]) {
      expect(meets('sequential', { distribution, bins }), `${distribution} ${bins}`).toBe(true);
    }
  }
  for (const share of [0, 1]) {
    for (const threads of [0, 64]) {
      expect(meets('accelerated', { share, threads }), `${share} ${threads}`).toBe(true);
    }
  }
});

it('takes an awkward value to a size that can have it, and leaves it where none can', async () => {
  // As a matrix refuses fewer nonzeros than rows: no more elements than bins, and never three bins.
  const picky = async (cases: readonly { values: Record<string, unknown> }[]) =>
    cases.map(({ values: { n, bins } }) => ({
      hostBytes: 0,
      deviceBytes: 0,
      seconds: 0,
      reason: bins === 3 || Number(n) > Number(bins) ? 'too many elements' : null,
    }));
  const { groups } = await selftestConfiguration(scriptedCatalog, { workloads: ['count'] }, picky);
  const sizesOf = (bins: number) => {
    const found = groups.filter(({ set }) => set.bins === bins && set.distribution === undefined);
    return new Set(found.map(({ set }) => set.n));
  };
  expect(sizesOf(33)).toEqual(new Set([33]));
  expect(sizesOf(64)).toEqual(new Set([33]));
  expect(sizesOf(1000)).toEqual(new Set([1000]));
  expect(sizesOf(65_536)).toEqual(new Set([1003]));
  expect(sizesOf(3)).toEqual(new Set([1003]));
});

it('keeps within what a machine can do in a minute', async () => {
  const axis = (max: number, role: 'input' | 'variant'): Axis => ({
    ...integerAxis('threads', 0, max, 2),
    role,
  });
  expect(awkwardValues(axis(4096, 'variant'))).not.toContain(4096);
  expect(awkwardValues(axis(1024, 'variant'))).toContain(1024);
  expect(awkwardValues(axis(4096, 'input'))).toContain(4096);
  const dear = async (cases: readonly { values: Record<string, unknown> }[]) =>
    cases.map(({ values }) => ({
      hostBytes: 0,
      deviceBytes: 0,
      seconds: 0,
      inputSeconds: Number(values.bins) > 2 ? 1 : 0.001,
      reason: null,
    }));
  const { groups } = await selftestConfiguration(scriptedCatalog, { workloads: ['count'] }, dear);
  const base = groups.find(({ set }) => set.n === 1003 && Object.keys(set).length === 3);
  expect(base?.set.bins).toBeLessThanOrEqual(2);
});

it('counts what passed, failed and was skipped', async () => {
  const configuration = await selftestConfiguration(
    scriptedCatalog,
    { variants: ['sequential', 'parallel', 'absent'] },
    cheap,
  );
  const plan = makePlan(configuration, { catalog: scriptedCatalog });
  const report = await runSelftest(
    plan,
    {
      once: async ({ variant, values }: EngineCase) => {
        if (variant !== 'parallel' || values.n !== 33) return verified;
        const result = emptyResult('failed', 'wrong answer in the second run: bin 3 is 7');
        return { result, output: null };
      },
    },
    () => {},
    new AbortController().signal,
  );
  const failures = report.cases.filter(({ outcome }) => outcome === 'failed');
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.every(({ variant, values }) => variant === 'parallel' && values.n === 33)).toBe(
    true,
  );
  expect(report.skipped).toBeGreaterThan(0);
  expect(report.cases.find(({ variant }) => variant === 'absent')?.reason).toContain(
    'no CUDA device',
  );
  expect(report.passed + report.failed + report.skipped).toBe(report.cases.length);
});

it('does not let an answer pass that nobody looked at', async () => {
  const configuration = await selftestConfiguration(
    scriptedCatalog,
    { workloads: ['trouble'], variants: ['good'] },
    cheap,
  );
  const plan = makePlan(configuration, { catalog: scriptedCatalog });
  const blind = { ...verified, result: { ...verified.result, verification: null } };
  const supervisor = { once: async () => blind };
  const report = await runSelftest(plan, supervisor, () => {}, new AbortController().signal);
  expect(report.passed).toBe(0);
  expect(report.failed).toBe(report.cases.length);
});

it('takes no case for another that broke the CUDA context', async () => {
  const variants = ['poisons', 'good', 'spoils', 'other'];
  const request = { workloads: ['trouble'], variants };
  const configuration = await selftestConfiguration(scriptedCatalog, request, cheap);
  const plan = makePlan(configuration, { catalog: scriptedCatalog });
  const { fork } = createScriptedEngines();
  const supervisor = createEngineSupervisor({ fork, environment: {} });
  const report = await runSelftest(plan, supervisor, () => {}, new AbortController().signal);
  await supervisor.restart();
  const failed = report.cases.filter(({ outcome }) => outcome === 'failed');
  expect(new Set(failed.map(({ variant }) => variant))).toEqual(new Set(['poisons']));
  expect(report.passed).toBe(3 * failed.length);
});

it('lets every two values of two axes meet in few combinations', () => {
  const axes = [
    { id: 'a', values: ['x', 'y', 'z'] },
    { id: 'b', values: [1, 2, 3, 4] },
    { id: 'c', values: [false, true] },
    { id: 'd', values: [0, 7] },
  ];
  const combinations = pairsOf(axes);
  for (const [i, one] of axes.entries()) {
    for (const other of axes.slice(i + 1)) {
      for (const a of one.values) {
        for (const b of other.values) {
          const met = combinations.filter((each) => each[one.id] === a && each[other.id] === b);
          expect(met.length, `${one.id}=${a} ${other.id}=${b}`).toBeGreaterThan(0);
        }
      }
    }
  }
  // All combinations are 48, and twelve are needed for the pairs of the first two alone.
  expect(combinations.length).toBeLessThanOrEqual(16);
  expect(combinations.every((each) => Object.keys(each).length === axes.length)).toBe(true);
  expect(pairsOf(axes.slice(0, 1))).toEqual([]);
});

/** Runs the cases of two variants, each answered by `once`. */
async function tested(
  once: (one: EngineCase, limitMs: number) => OnceReply,
  { signal, ...options }: SelftestOptions & { readonly signal?: AbortSignal } = {},
) {
  const request = { workloads: ['count'], variants: ['sequential', 'parallel'] };
  const configuration = await selftestConfiguration(scriptedCatalog, request, cheap);
  const plan = makePlan(configuration, { catalog: scriptedCatalog });
  const supervisor = {
    once: async (one: EngineCase, _want: boolean, { hangLimitMs }: { hangLimitMs: number }) =>
      once(one, hangLimitMs),
  };
  const never = new AbortController().signal;
  const report = await runSelftest(plan, supervisor, () => {}, signal ?? never, options);
  return { report, total: plan.cases.length };
}

describe('a self-test of two variants', () => {
  it('leaves out the other cases of a variant that hangs, and no other', async () => {
    const asked: string[] = [];
    const { report, total } = await tested(
      ({ variant }, limitMs) => {
        asked.push(variant);
        if (variant !== 'parallel') return verified;
        return { result: emptyResult('failed', `engine: ${hangReason(limitMs)}`), output: null };
      },
      { hangLimitS: 2 },
    );
    expect(asked.filter((variant) => variant === 'parallel')).toHaveLength(1);
    const of = (name: string) => report.cases.filter(({ variant }) => variant === name);
    expect(of('sequential').every(({ outcome }) => outcome === 'passed')).toBe(true);
    expect(of('parallel').map(({ outcome }) => outcome)).toEqual([
      'failed',
      ...of('parallel')
        .slice(1)
        .map(() => 'skipped'),
    ]);
    expect(of('parallel')[0]?.reason).toContain('did not respond for 2 s');
    expect(of('parallel')[1]?.reason).toContain('another case of the variant did not respond');
    expect([report.cases.length, report.ended]).toEqual([total, undefined]);
  });

  it('goes on with a variant that fails otherwise', async () => {
    const { report } = await tested(({ variant }) =>
      variant === 'parallel' ? { result: emptyResult('failed', 'wrong'), output: null } : verified,
    );
    expect(report.cases.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
  });

  it('keeps what it found when it is cancelled, without the case that was cut off', async () => {
    const stop = new AbortController();
    let asked = 0;
    const { report, total } = await tested(
      () => {
        asked += 1;
        if (asked < 4) return verified;
        stop.abort();
        throw new BreakevenError('cancelled', 'the case was cancelled');
      },
      { signal: stop.signal },
    );
    expect(report).toMatchObject({ passed: 3, failed: 0, ended: 'cancelled', left: total - 3 });
    expect(asked).toBe(4);
  });

  it('begins no case after its time limit', async () => {
    const { report, total } = await tested(() => verified, { timeLimitS: 0 });
    expect(report).toEqual({
      ...{ passed: 0, failed: 0, skipped: 0, cases: [] },
      ...{ ended: 'time-limit', left: total },
    });
  });
});
