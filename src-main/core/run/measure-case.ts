import { emptyResult } from '../../contract/empty-result.ts';
import type { CaseResult, PlannedCase } from '../../contract/run.ts';
import { deviceKind } from '../../stats/metric.ts';
import { processSpread } from '../../stats/process-spread.ts';
import { policyOfRepetition } from '../plan/shared-samples.ts';
import { runVariant } from '../plan/versioned-catalog.ts';
import { isThorough, withoutWrongTimes } from './case-repetitions.ts';
import type { Execution } from './execution.ts';
import type { MeasuredCase } from './measured-cases.ts';
import type { OwnIssueRatios } from './own-issue-ratios.ts';
import { findDescriptor } from './planned-variants.ts';

/** Silence of an engine, in seconds, that is still taken for work when nobody can say how long a case takes. */
const unknownHangS = 600;
const minHangS = 60;

/** Silence that is still taken for work where the user names no limit. */
function expectedHangS(estimate: PlannedCase['estimate']): number {
  if (estimate === undefined) return unknownHangS;
  return Math.max(minHangS, 10 * (estimate.seconds + (estimate.inputSeconds ?? 0)));
}

/** What is known of a case before one of its repetitions. */
type Known = {
  readonly before: MeasuredCase | undefined;
  /** Executions in a sample, as an earlier repetition of the case or of its twin chose them. */
  readonly batch: MeasuredCase['batch'] | undefined;
  readonly ownIssueRatios: OwnIssueRatios;
};

/** One repetition of a case by the engine; what the user skips is a skipped result. */
export async function measureCase(
  execution: Execution,
  planned: PlannedCase,
  repetition: number,
  { before, batch, ownIssueRatios }: Known,
): Promise<CaseResult> {
  const { survey, supervisor, progress, control, priors, signal } = execution;
  const {
    estimate,
    skip: _skip,
    firstRepetition: _first,
    expected: _time,
    ...engineCase
  } = planned;
  const hangS = planned.policy.hangLimitS ?? expectedHangS(estimate);
  const device = findDescriptor(survey.catalog, planned).variant?.device;
  const kind = deviceKind(device, before?.result.attributes);
  const caseSignal = control.begin(planned.index, signal);
  try {
    const result = await supervisor.run(
      {
        ...engineCase,
        variant: runVariant(survey.catalog, planned),
        policy: policyOfRepetition(planned.policy, repetition),
        repetition,
        thorough: isThorough(planned, repetition),
        processSd: processSpread(kind, before?.metrics, priors),
        ...ownIssueRatios.known(),
        ...(batch === undefined ? {} : { batch }),
        ...(before?.result.answer == null ? {} : { answered: true }),
      },
      { hangLimitMs: hangS * 1000, signal: caseSignal, onSample: progress.sample },
    );
    control.end();
    return withoutWrongTimes(result);
  } catch (error) {
    const skipped = control.end();
    if (!skipped || signal.aborted) throw error;
    return emptyResult('skipped', skippedByUser);
  }
}

const skippedByUser = 'skipped by the user';
