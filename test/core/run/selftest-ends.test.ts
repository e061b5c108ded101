import { describe, expect, it } from 'vitest';
import { emptyResult } from '../../../src-main/contract/empty-result.ts';
import type { EngineCase, OnceReply } from '../../../src-main/contract/engine-protocol.ts';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { hangReason } from '../../../src-main/core/engines/engine-process.ts';
import { makePlan } from '../../../src-main/core/plan/planner.ts';
import { runSelftest, type SelftestOptions } from '../../../src-main/core/run/selftest.ts';
import { selftestConfiguration } from '../../../src-main/core/run/selftest-cases.ts';
import { scriptedCatalog } from '../../helpers/scripted-provider.ts';

const cheap = async (cases: readonly unknown[]) =>
  cases.map(() => ({ hostBytes: 0, deviceBytes: 0, seconds: 0, reason: null }));

const verified: OnceReply = {
  output: null,
  result: {
    ...emptyResult('failed', ''),
    ...{ outcome: 'ok', reason: null },
    verification: { rule: 'exact', passed: true, message: 'equal', maxError: 0 },
  },
};

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

describe('the self-test', () => {
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
