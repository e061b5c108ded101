import { emptyResult } from '../../contract/empty-result.ts';
import type { CaseResult, PlannedCase } from '../../contract/run.ts';
import { policyOfRepetition } from '../plan/shared-samples.ts';
import { runVariant } from '../plan/versioned-catalog.ts';
import { isThorough, withoutWrongTimes } from './case-repetitions.ts';
import type { Execution } from './execution.ts';
import type { MeasuredCase } from './measured-cases.ts';
import type { OwnIssueRatios } from './own-issue-ratios.ts';

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
  const { survey, supervisor, progress, control, signal } = execution;
  const {
    estimate,
    skip: _skip,
    firstRepetition: _first,
    part: _part,
    expected: _time,
    ...engineCase
  } = planned;
  const hangS = planned.policy.hangLimitS ?? expectedHangS(estimate);
  const caseSignal = control.begin(planned.index, signal);
  try {
    const result = await supervisor.run(
      {
        ...engineCase,
        variant: runVariant(survey.catalog, planned),
        policy: policyOfRepetition(planned.policy, repetition),
        repetition,
        thorough: isThorough(planned, repetition),
        processSd: processSpread(before),
        ...ownIssueRatios.known(),
        ...(batch === undefined ? {} : { batch }),
        ...(before?.result.answer == null ? {} : { answered: true }),
      },
      { hangLimitMs: hangS * 1000, signal: caseSignal, onSample: progress.sample, estimate },
    );
    control.end();
    return withoutWrongTimes(result);
  } catch (error) {
    const skipped = control.end();
    if (!skipped || signal.aborted) throw error;
    return emptyResult('skipped', skippedByUser);
  }
}

/** By timing scope: the standard deviation of the log median between the processes of a case so far. */
function processSpread(before: MeasuredCase | undefined): Record<string, number> {
  return Object.fromEntries(
    Object.entries(before?.metrics ?? {}).flatMap(([scope, { processSd }]) =>
      processSd == null ? [] : [[scope, processSd]],
    ),
  );
}

const skippedByUser = 'skipped by the user';
