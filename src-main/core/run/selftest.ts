import { BreakevenError } from '../../contract/failure.ts';
import type { CaseResult, Plan, PlannedCase } from '../../contract/run.ts';
import type { SelftestCase, SelftestReport } from '../../contract/selftest.ts';
import type { EngineSupervisor } from '../engines/engine-supervisor.ts';
import { selftestLimits } from './selftest-cases.ts';

export type SelftestProgress = {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly current: PlannedCase;
};

/** A case may cost what the limit says and still be slow in a careless variant. */
const hangLimitMs = 60_000;

/**
 * Runs the cases of a plan once each and compares every answer with the reference. A crash, a hang or a broken device
 * costs the case that ran. Cases that would take too long are left out, not counted.
 *
 * @throws BreakevenError `cancelled` by the signal.
 */
export async function runSelftest(
  plan: Plan,
  supervisor: Pick<EngineSupervisor, 'once' | 'restart'>,
  onProgress: (progress: SelftestProgress) => void,
  signal: AbortSignal,
  caseSeconds: number = selftestLimits.case,
): Promise<SelftestReport> {
  const affordable = plan.cases.filter(
    ({ estimate }) =>
      estimate === undefined || estimate.seconds + (estimate.inputSeconds ?? 0) <= caseSeconds,
  );
  // Variants of one input one after another: it is made once.
  const inOrder = [...Map.groupBy(affordable, ({ inputKey }) => inputKey).values()].flat();
  const cases: SelftestCase[] = [];
  let failed = 0;
  for (const planned of inOrder) {
    if (signal.aborted) throw new BreakevenError('cancelled', 'the self-test was cancelled');
    onProgress({ done: cases.length, total: inOrder.length, failed, current: planned });
    const checked = await checkCase(planned, supervisor, signal);
    cases.push(checked);
    if (checked.outcome !== 'failed') continue;
    failed += 1;
    // A CUDA context that a failed kernel broke stays broken.
    await supervisor.restart();
  }
  const count = (outcome: SelftestCase['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  return { passed: count('passed'), failed, skipped: count('skipped'), cases };
}

async function checkCase(
  planned: PlannedCase,
  supervisor: Pick<EngineSupervisor, 'once'>,
  signal: AbortSignal,
): Promise<SelftestCase> {
  const { workload, variant, values, skip } = planned;
  const named = { workload, variant, values };
  if (skip !== undefined) return { ...named, outcome: 'skipped', reason: skip };
  const { estimate: _estimate, skip: _skip, ...engineCase } = planned;
  const options = { hangLimitMs, signal };
  const { result } = await supervisor.once({ ...engineCase, round: 0 }, false, options);
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
