import type { CaseResult, Plan, PlannedCase } from '../../contract/run.ts';
import type { SelftestCase, SelftestReport } from '../../contract/selftest.ts';
import { hangReason } from '../engines/engine-process.ts';
import type { EngineSupervisor } from '../engines/engine-supervisor.ts';
import { selftestLimits } from './selftest-cases.ts';

export type SelftestProgress = {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly current: PlannedCase;
};

export type SelftestOptions = {
  /** Leaves out cases of which sequential code takes longer, in seconds. */
  readonly caseSeconds?: number | undefined;
  /** Longest silence of a case, in seconds: it may cost what the limit says and still be slow in a careless variant. */
  readonly hangLimitS?: number | undefined;
  /** No case begins after so many seconds. */
  readonly timeLimitS?: number | undefined;
};

export const defaultHangLimitS = 60;

/**
 * Runs the cases of a plan once each and compares every answer with the reference. A crash or a broken device costs the
 * case that ran, a hang the other cases of its variant as well: each would hang again. Cases that would take too long are
 * left out, not counted. The signal and the time limit end it early, with what was found until then.
 */
export async function runSelftest(
  plan: Plan,
  supervisor: Pick<EngineSupervisor, 'once'>,
  onProgress: (progress: SelftestProgress) => void,
  signal: AbortSignal,
  {
    caseSeconds = selftestLimits.case,
    hangLimitS = defaultHangLimitS,
    timeLimitS = Number.POSITIVE_INFINITY,
  }: SelftestOptions = {},
): Promise<SelftestReport> {
  const affordable = plan.cases.filter(
    ({ estimate }) =>
      estimate === undefined || estimate.seconds + (estimate.inputSeconds ?? 0) <= caseSeconds,
  );
  // Variants of one input one after another: it is made once.
  const inOrder = [...Map.groupBy(affordable, ({ inputKey }) => inputKey).values()].flat();
  const cases: SelftestCase[] = [];
  const hanging = new Set<string>();
  const begun = performance.now();
  let failed = 0;
  let ended: SelftestReport['ended'];
  for (const planned of inOrder) {
    if (performance.now() - begun >= timeLimitS * 1000) ended = 'time-limit';
    if (signal.aborted) ended = 'cancelled';
    if (ended !== undefined) break;
    onProgress({ done: cases.length, total: inOrder.length, failed, current: planned });
    const name = `${planned.workload} ${planned.variant}`;
    const checked = hanging.has(name)
      ? leftOut(planned)
      : await checkCase(planned, supervisor, signal, hangLimitS * 1000).catch(
          unlessAborted(signal),
        );
    // What was cut off is no answer.
    if (checked === null || signal.aborted) continue;
    cases.push(checked);
    if (checked.outcome !== 'failed') continue;
    failed += 1;
    if (checked.reason?.includes(hangReason(hangLimitS * 1000))) hanging.add(name);
  }
  const count = (outcome: SelftestCase['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  const counted = { passed: count('passed'), failed, skipped: count('skipped'), cases };
  return ended === undefined ? counted : { ...counted, ended, left: inOrder.length - cases.length };
}

function unlessAborted(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted) return null;
    throw error;
  };
}

function leftOut({ workload, variant, values }: PlannedCase): SelftestCase {
  const reason = 'left out: another case of the variant did not respond';
  return { workload, variant, values, outcome: 'skipped', reason };
}

async function checkCase(
  planned: PlannedCase,
  supervisor: Pick<EngineSupervisor, 'once'>,
  signal: AbortSignal,
  hangLimitMs: number,
): Promise<SelftestCase> {
  const { workload, variant, values, skip } = planned;
  const named = { workload, variant, values };
  if (skip !== undefined) return { ...named, outcome: 'skipped', reason: skip };
  const { estimate: _estimate, skip: _skip, ...engineCase } = planned;
  const options = { hangLimitMs, signal };
  const { result } = await supervisor.once({ ...engineCase, repetition: 0 }, false, options);
  return { ...named, ...outcomeOf(result) };
}

function outcomeOf({
  outcome,
  reason,
  verification,
}: CaseResult): Pick<SelftestCase, 'outcome' | 'reason'> {
  if (outcome !== 'ok') return { outcome, reason: reason ?? 'no reason given' };
  // An answer that nobody looked at has not passed.
  if (verification === null) return { outcome: 'failed', reason: 'the answer was not verified' };
  return verification.passed
    ? { outcome: 'passed', reason: null }
    : { outcome: 'failed', reason: verification.message };
}
