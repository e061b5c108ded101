import { emptyResult } from '../../contract/empty-result.ts';
import type { CaseResult, Decide, Plan, PlannedCase, Repetition } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import { deviceKind } from '../../stats/metric.ts';
import type { PriorTable } from '../../stats/priors.ts';
import { processSpread } from '../../stats/process-spread.ts';
import { scopeProcesses, withProcesses } from '../../stats/process-summary.ts';
import type { EngineSupervisor } from '../engines/engine-supervisor.ts';
import type { Survey } from '../engines/survey.ts';
import { buildAttributes, type StoredBuild } from '../lab/stored-build.ts';
import { measuringOrder, turningOrder } from '../plan/order.ts';
import { policyOfRepetition } from '../plan/shared-samples.ts';
import { runVariant } from '../plan/versioned-catalog.ts';
import type { Store } from '../store/store.ts';
import { withEarlier, withoutWrongTimes } from './case-repetitions.ts';
import { furtherCases } from './further-repetitions.ts';
import { disturbedBy, watchedAttribute } from './interference.ts';
import { withLateDisturbances } from './late-disturbances.ts';
import {
  asMeasured,
  closingOf,
  linesOf,
  type MeasuredCase,
  measuredCase,
  reopened,
} from './measured-cases.ts';
import { OwnIssueRatios } from './own-issue-ratios.ts';
import { descriptorOf, findDescriptor, isGpu, skipReason } from './planned-variants.ts';
import type { ProgressReporter } from './progress.ts';
import {
  casesLeft,
  type FinishedCases,
  maxRepetitions,
  type OpenRepetitions,
  openRepetitions,
} from './repetitions.ts';
import type { RunControl } from './run-control.ts';
import { caseLines, furtherLine, lateLine, undecidedLine, warningLine } from './run-log.ts';
import { openQuestions, questionsOf } from './stop.ts';
import { twinOf } from './versions.ts';

export type Execution = {
  readonly runId: string;
  readonly plan: Plan;
  readonly survey: Survey;
  /** What an earlier part of the same run has stored. */
  readonly finished: FinishedCases;
  readonly store: Pick<Store, 'saveCase' | 'log'>;
  readonly supervisor: Pick<EngineSupervisor, 'run' | 'restart'>;
  /** What a case was compiled from; empty for what this program brings. */
  readonly buildsOf?: (planned: PlannedCase) => readonly StoredBuild[];
  readonly progress: ProgressReporter;
  readonly control: RunControl;
  readonly signal: AbortSignal;
  /** Measures only these, all of them in each of as many further processes as their policies have repetitions. */
  readonly together?: readonly PlannedCase[] | undefined;
  /**
   * What this machine is expected to vary by: intervals and the need of further repetitions rest on it, as verdicts do.
   */
  readonly priors?: PriorTable | undefined;
  /** A case was stored. */
  readonly onStored: () => void;
  /** A monotonic clock in milliseconds: what cases took decides how many are measured again. */
  readonly now: () => number;
};

/** Silence of an engine, in seconds, that is still taken for work when nobody can say how long a case takes. */
const unknownHangS = 600;
const minHangS = 60;

/**
 * Measures what is missing of a run: repetition after repetition, each in a process of its own, so that what differs
 * between processes is seen, then further ones of the cases that need them. Each repetition of a case is stored as it
 * ends; whatever happens later, it stays.
 *
 * @throws BreakevenError `cancelled` by the signal, `store` when a case cannot be stored.
 */
export async function executeRun(execution: Execution): Promise<void> {
  const { plan, survey, finished, progress, signal } = execution;
  const skips = new Map(
    plan.cases.flatMap((planned) => {
      const reason = skipReason(planned, survey);
      return reason === null ? [] : [[planned.index, reason] as const];
    }),
  );
  const runnable = plan.cases.filter(({ index }) => !skips.has(index));
  const repetitions = openRepetitions(runnable, finished);
  const work: Work = {
    ...{ execution, runnable, repetitions, skipped: skips.size, closed: new Set() },
    ...{ ownIssueRatios: new OwnIssueRatios(), here: new Map() },
    measured: reopened(runnable, finished, survey.catalog),
  };
  progress.plan(repetitions.total() + skips.size);
  for (const planned of plan.cases) {
    const reason = skips.get(planned.index);
    if (reason === undefined || finished.has(planned.index)) continue;
    keep(work, planned, emptyResult('skipped', reason), undefined);
  }
  const { together } = execution;
  if (together !== undefined) return await measureTogether(work, together);
  progress.settle(skips.size + repetitions.settled());
  const { decide } = plan.configuration;
  const began = execution.now();
  const isOver = (): boolean => execution.now() - began >= 1000 * (decide?.budgetS ?? Infinity);
  // Two versions are measured A B B A from the first pair on, and for nothing but their verdicts.
  const areVersions = decide?.sides !== undefined;
  try {
    for (let repetition = 0; repetition < maxRepetitions(runnable); repetition += 1) {
      if (isOver()) break;
      const order = areVersions ? turningOrder(runnable, repetition) : undefined;
      await measureRepetition(work, repetition, order);
    }
    if (!areVersions) await measureFurther(work);
    if (decide !== undefined) await measureUndecided(work, decide, isOver);
  } catch (error) {
    if (signal.aborted) close(work);
    throw error;
  }
  close(work);
}

/** New sizes and known ones next to them by the same processes: what drifts between sessions affects both equally. */
async function measureTogether(work: Work, together: readonly PlannedCase[]): Promise<void> {
  const { execution, runnable, repetitions, skipped } = work;
  const ids = new Set(together.map(({ index }) => index));
  const cases = runnable.filter(({ index }) => ids.has(index));
  const first = Math.max(0, ...cases.map(({ firstRepetition }) => firstRepetition ?? 0));
  const count = cases.reduce((max, { policy }) => Math.max(max, policy.repetitions), 0);
  for (const planned of cases.filter(({ firstRepetition }) => firstRepetition !== first)) {
    for (let i = 0; i < planned.policy.repetitions; i += 1) repetitions.add(planned, first + i);
  }
  execution.progress.plan(repetitions.total() + skipped);
  execution.progress.settle(skipped + repetitions.settled());
  try {
    for (let i = 0; i < count; i += 1) {
      await measureRepetition(work, first + i, turningOrder(cases, first + i));
    }
  } finally {
    close(work);
  }
}

/** What is under way of a run. */
type Work = {
  readonly execution: Execution;
  readonly runnable: readonly PlannedCase[];
  readonly repetitions: OpenRepetitions;
  readonly skipped: number;
  readonly measured: Map<number, MeasuredCase>;
  /** Cases of which the user has seen enough. */
  readonly closed: Set<number>;
  /** Of the processes of this session. */
  readonly ownIssueRatios: OwnIssueRatios;
  /** Repetitions that this session has measured, by case. */
  readonly here: Map<number, Set<number>>;
};

/** Measures all cases that are due in one process, or in several where one does not survive. */
async function measureRepetition(
  work: Work,
  repetition: number,
  given?: readonly PlannedCase[],
): Promise<void> {
  const { execution, runnable, repetitions, skipped, measured, closed } = work;
  const { plan, supervisor, progress, signal } = execution;
  const order =
    given ??
    measuringOrder(runnable, plan.configuration.orderSeed, repetition, (planned) =>
      isGpu(execution.survey.catalog, planned) ? 'gpu' : 'cpu',
    );
  const due = order.filter((planned) => repetitions.isDue(planned, repetition));
  if (due.length > 0) await supervisor.restart();
  for (const planned of due) {
    signal.throwIfAborted();
    await execution.control.gate(signal);
    progress.begin(planned, () => casesLeft(runnable, repetitions), repetition);
    const began = execution.now();
    const before = measured.get(planned.index);
    const result = await measureCase(work, planned, repetition, before);
    const seconds = (execution.now() - began) / 1000;
    // A user who has seen enough of a case keeps the repetitions that it has.
    if (result.outcome === 'skipped' && before !== undefined && before.headline.size > 0) {
      closed.add(planned.index);
      logSkip(execution, planned, result, repetition);
    } else {
      const here = work.here.get(planned.index) ?? new Set();
      work.here.set(planned.index, here.add(repetition));
      work.ownIssueRatios.see(result.interference);
      keep(work, planned, withEarlier(result, before?.result), { repetition, seconds });
    }
    repetitions.finish(planned, repetition, result.outcome);
    progress.settle(skipped + repetitions.settled());
    progress.took(planned, seconds);
  }
  reconsider(work);
}

/** Further repetitions: of what was disturbed or is out of line, and of what is not known well enough. */
async function measureFurther(work: Work): Promise<void> {
  const { execution, runnable, repetitions, skipped, measured, closed } = work;
  const { catalog } = execution.survey;
  for (;;) {
    const lines = linesOf(runnable, measured, catalog);
    const chosen = furtherCases(
      runnable.flatMap((planned) => {
        const found = measured.get(planned.index);
        if (found === undefined) return [];
        const more = {
          isGpu: isGpu(execution.survey.catalog, planned),
          closed: closed.has(planned.index),
        };
        return [asMeasured(planned, found, lines, more)];
      }),
    );
    if (chosen.size === 0) return;
    const repetition = nextRepetition(work);
    for (const planned of chosen.keys()) repetitions.add(planned, repetition);
    execution.progress.plan(repetitions.total() + skipped);
    execution.store.log(execution.runId, furtherLine(repetition, [...chosen.values()]));
    await measureRepetition(work, repetition);
  }
}

/** One more pair after the other of what is undecided, A B B A, until nothing is or the time is over. */
async function measureUndecided(work: Work, decide: Decide, isOver: () => boolean): Promise<void> {
  const { execution, runnable, repetitions, skipped, measured, closed } = work;
  const { catalog } = execution.survey;
  const families = questionsOf(runnable, catalog);
  while (!isOver()) {
    const open = openQuestions(families, measured, catalog, decide).filter(
      ({ contender, baseline }) => !closed.has(contender.index) && !closed.has(baseline.index),
    );
    if (open.length === 0) return;
    const cases = [...new Set(open.flatMap(({ contender, baseline }) => [contender, baseline]))];
    const repetition = nextRepetition(work);
    for (const planned of cases) repetitions.add(planned, repetition);
    execution.progress.plan(repetitions.total() + skipped);
    execution.store.log(execution.runId, undecidedLine(repetition, open.length));
    await measureRepetition(work, repetition, turningOrder(cases, repetition));
  }
}

function nextRepetition({ measured, runnable }: Work): number {
  const stored = [...measured.values()].flatMap(({ headline }) => [...headline.keys()]);
  return 1 + Math.max(...stored, maxRepetitions(runnable) - 1);
}

/** Stores what the processes of this session show of each other's repetitions. */
function reconsider({ execution, runnable, measured, ownIssueRatios, here }: Work): void {
  const { runId, store, survey, priors, onStored } = execution;
  for (const planned of runnable) {
    const found = measured.get(planned.index);
    if (found === undefined || found.result.outcome !== 'ok') continue;
    const of = here.get(planned.index);
    const repetitions = withLateDisturbances(found.repetitions, ownIssueRatios, of);
    const watched = watchedAttribute(repetitions, ownIssueRatios);
    const { coresWatched, ...attributes } = found.result.attributes;
    const changed = repetitions !== found.repetitions;
    if (!changed && (of === undefined || watched.coresWatched === coresWatched)) continue;
    const descriptor = descriptorOf(survey.catalog, planned);
    const result = { ...found.result, attributes: { ...attributes, ...watched } };
    const log = repetitions
      .filter((repetition) => !found.repetitions.includes(repetition))
      .map((repetition) => lateLine(planned, repetition));
    // Warnings stay as they are stored, with those of an earlier end of the run.
    const kept = { ...result, warnings: [...found.stored] };
    store.saveCase(runId, { planned, descriptor, result: kept, repetitions, log });
    const known = { ...found, result, repetitions };
    measured.set(planned.index, measuredCase(known, descriptor.variant.device, priors));
    onStored();
  }
}

/** Says of each case what is to be said when nothing more of it is measured. */
function close(work: Work): void {
  reconsider(work);
  const { execution, runnable, measured } = work;
  const { store, runId, survey, onStored } = execution;
  const lines = linesOf(runnable, measured, survey.catalog);
  for (const planned of runnable) {
    const found = measured.get(planned.index);
    if (found === undefined) continue;
    const { result, stored } = found;
    const said = closingOf(planned, found, lines);
    const warnings = [...result.warnings, ...said];
    if (warnings.join('\n') === stored.join('\n')) continue;
    const descriptor = descriptorOf(survey.catalog, planned);
    const log = said.map((text) => warningLine(planned, text));
    store.saveCase(runId, { planned, descriptor, result: { ...result, warnings }, log });
    onStored();
  }
}

/** Silence that is still taken for work where the user names no limit. */
function expectedHangS(estimate: PlannedCase['estimate']): number {
  if (estimate === undefined) return unknownHangS;
  return Math.max(minHangS, 10 * (estimate.seconds + (estimate.inputSeconds ?? 0)));
}

async function measureCase(
  { execution, ownIssueRatios, runnable, measured }: Work,
  planned: PlannedCase,
  repetition: number,
  before: MeasuredCase | undefined,
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
        processSd: processSpread(kind, before?.metrics, priors),
        ...ownIssueRatios.known(),
        ...batchOf(before ?? twinOf(planned, runnable, measured)),
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

const batchOf = (known: MeasuredCase | undefined) =>
  known === undefined ? {} : { batch: known.batch };

const skippedByUser = 'skipped by the user';

function logSkip(
  { store, runId }: Execution,
  planned: PlannedCase,
  result: CaseResult,
  repetition: number,
): void {
  store.log(runId, ...caseLines(planned, result, { repetition }));
}

/** Stores one repetition of a case. */
function keep(
  { execution, measured, ownIssueRatios }: Work,
  planned: PlannedCase,
  measuredResult: CaseResult,
  taken: Pick<Repetition, 'repetition' | 'seconds'> | undefined,
): void {
  const { runId, store, survey, priors, buildsOf = () => [], onStored } = execution;
  const builds = taken === undefined ? [] : buildsOf(planned);
  const { timings, ...said } = measuredResult;
  const { outcome, interference = null } = said;
  const disturbed = disturbedBy(said.interference) ?? ownIssueRatios.sharedIn(interference);
  const repetition = taken?.repetition;
  const found = measured.get(planned.index);
  const earlier = found?.repetitions.filter((each) => each.repetition !== repetition) ?? [];
  const repetitions =
    taken === undefined || outcome !== 'ok'
      ? []
      : [{ ...taken, ...(timings === undefined ? {} : { timings }), interference, disturbed }];
  const attributes = {
    ...said.attributes,
    ...watchedAttribute([...earlier, ...repetitions], ownIssueRatios),
    ...buildAttributes(builds),
  };
  const result: CaseResult = { ...said, attributes };
  const before = outcome === 'ok' ? (found?.processes ?? []) : [];
  const samples = withProcesses(result.samples);
  const descriptor = descriptorOf(survey.catalog, planned);
  const all = measuredCase(
    {
      result: { ...result, samples: [] },
      processes: [
        ...before.filter((process) => process.repetition !== repetition),
        ...scopeProcesses(samples),
      ],
      repetitions: [...earlier, ...repetitions],
      stored: result.warnings,
    },
    descriptor.variant.device,
    priors,
  );
  const medianNs = all.metrics[headlineScope(Object.keys(all.metrics)) ?? '']?.medianNs;
  const log = caseLines(planned, result, { repetition, medianNs, disturbed });
  const measuredNow = { ...result, samples: [...samples] };
  store.saveCase(runId, { planned, descriptor, result: measuredNow, repetitions, builds, log });
  measured.set(planned.index, all);
  onStored();
}
