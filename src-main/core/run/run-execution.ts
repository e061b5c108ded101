import type { Decide } from '../../contract/configuration.ts';
import { emptyResult } from '../../contract/empty-result.ts';
import type { CaseResult, PlannedCase, Repetition } from '../../contract/run.ts';
import type { RunReport } from '../../contract/run-report.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import { scopeProcesses, withProcesses } from '../../stats/process-summary.ts';
import { buildAttributes } from '../lab/stored-build.ts';
import { nodeName } from '../machine/machine.ts';
import { measuringOrder, turningOrder } from '../plan/order.ts';
import { furtherOfShard } from '../plan/shard.ts';
import { isThorough, withEarlier } from './case-repetitions.ts';
import type { Execution } from './execution.ts';
import { furtherCases } from './further-repetitions.ts';
import { disturbedBy, watchedAttribute } from './interference.ts';
import { withLateDisturbances } from './late-disturbances.ts';
import { measureCase } from './measure-case.ts';
import {
  asMeasured,
  closingOf,
  linesOf,
  type MeasuredCase,
  measuredCase,
  reopened,
} from './measured-cases.ts';
import { OwnIssueRatios } from './own-issue-ratios.ts';
import { descriptorOf, isGpu, skipReason } from './planned-variants.ts';
import { maxRepetitions, type OpenRepetitions, openRepetitions } from './repetitions.ts';
import { caseLines, furtherLine, lateLine, undecidedLine, warningLine } from './run-log.ts';
import { repetitionsThatSettle } from './settling.ts';
import { openQuestions, questionsOf } from './stop.ts';
import { twinOf } from './versions.ts';

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
  const began = execution.now();
  const repetitions = openRepetitions(runnable, finished);
  const work: Work = {
    ...{ execution, runnable, repetitions, skipped: skips.size, closed: new Set() },
    ...{ ownIssueRatios: new OwnIssueRatios(), here: new Map(), sofar: null },
    ...{ began, sayAtMs: began + soonMs },
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

/** After so many milliseconds of the first repetition a run says what its complete inputs show, then whenever the time has doubled. */
const soonMs = 2000;

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
  /** What the run said after its last repetition. */
  sofar: RunReport | null;
  readonly began: number;
  /** When the first repetition says the next time what it shows so far. */
  sayAtMs: number;
};

/** Measures all cases that are due in one process, or in several where one does not survive. */
async function measureRepetition(
  work: Work,
  repetition: number,
  given?: readonly PlannedCase[],
): Promise<void> {
  const { execution, runnable, repetitions, skipped, measured, closed, ownIssueRatios } = work;
  const { plan, supervisor, progress, signal } = execution;
  const shortestFirst = repetition === 0 && maxRepetitions(runnable) > 1;
  const order =
    given ??
    measuringOrder(runnable, plan.configuration.orderSeed, repetition, {
      deviceOf: (planned) => (isGpu(execution.survey.catalog, planned) ? 'gpu' : 'cpu'),
      shortestFirst,
    });
  const due = order.filter((planned) => repetitions.isDue(planned, repetition));
  if (due.length > 0) await supervisor.restart('used');
  let beside = await execution.neighbours();
  for (const [i, planned] of due.entries()) {
    signal.throwIfAborted();
    await execution.control.gate(signal);
    progress.begin(planned, () => repetitions.left(), repetition);
    const began = execution.now();
    const before = measured.get(planned.index);
    const known = before ?? twinOf(planned, runnable, measured);
    const measuredResult = await measureCase(execution, planned, repetition, {
      ...{ before, batch: known?.batch, ownIssueRatios },
    });
    const seconds = (execution.now() - began) / 1000;
    const besideAfter = await execution.neighbours();
    const result = withNeighbours(measuredResult, [...new Set([...beside, ...besideAfter])]);
    beside = besideAfter;
    // A user who has seen enough of a case keeps the repetitions that it has.
    if (result.outcome === 'skipped' && before !== undefined && before.headline.size > 0) {
      closed.add(planned.index);
      logSkip(execution, planned, result, repetition);
    } else {
      const here = work.here.get(planned.index) ?? new Set();
      work.here.set(planned.index, here.add(repetition));
      ownIssueRatios.see(result.interference);
      const { sharded } = plan.configuration;
      const where = sharded === undefined ? {} : { node: nodeName() };
      keep(work, planned, withEarlier(result, before?.result), { repetition, seconds, ...where });
    }
    repetitions.finish(planned, repetition, result.outcome);
    progress.settle(skipped + repetitions.settled());
    progress.took(planned, seconds, isThorough(planned, repetition));
    const next = due[i + 1];
    if (!shortestFirst || next === undefined || next.inputKey === planned.inputKey) continue;
    const elapsedMs = execution.now() - work.began;
    if (work.began + elapsedMs < work.sayAtMs) continue;
    tellHeadline(work, repetition, { done: i + 1, of: due.length });
    work.sayAtMs = work.began + 2 * elapsedMs;
  }
  reconsider(work);
  if (due.length > 0) execution.onRepetition?.(execution.runId);
  // The next process starts meanwhile.
  if (repetitions.left().length > 0) supervisor.replace?.();
  tellHeadline(work, repetition);
}

function withNeighbours(result: CaseResult, neighbours: readonly string[]): CaseResult {
  if (neighbours.length === 0) return result;
  return { ...result, interference: { ...result.interference, neighbours: [...neighbours] } };
}

/** What the run says so far; `cases` while a repetition is not complete. */
function tellHeadline(work: Work, repetition: number, cases?: { done: number; of: number }): void {
  const { execution, runnable } = work;
  const { report, runId, progress } = execution;
  work.sofar = report?.(runId) ?? null;
  const sentence = work.sofar?.headline?.sentence ?? '';
  if (sentence === '') return;
  const repetitions = maxRepetitions(runnable);
  progress.headline({ sentence, repetition, repetitions, ...(cases ? { cases } : {}) });
}

/** Further repetitions: of what was disturbed or is out of line, and of what they settle. */
async function measureFurther(work: Work): Promise<void> {
  const { execution, runnable, repetitions, skipped, measured, closed } = work;
  const { catalog } = execution.survey;
  for (;;) {
    const lines = linesOf(runnable, measured, catalog);
    const settling = settlingOf(work);
    const chosen = furtherCases(
      runnable.flatMap((planned) => {
        const found = measured.get(planned.index);
        if (found === undefined) return [];
        const settledBy = settling.get(planned.index) ?? null;
        return [
          asMeasured(planned, found, lines, { closed: closed.has(planned.index), settledBy }),
        ];
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

function nextRepetition({ execution, measured, runnable }: Work): number {
  const stored = [...measured.values()].flatMap(({ headline }) => [...headline.keys()]);
  const { sharded } = execution.plan.configuration;
  if (sharded !== undefined) return furtherOfShard(sharded, runnable, stored);
  return 1 + Math.max(...stored, maxRepetitions(runnable) - 1);
}

/** How many repetitions settle what the verdicts and break-evens so far leave open, by case index. */
function settlingOf({ execution, runnable, measured, sofar }: Work): ReadonlyMap<number, number> {
  const { survey } = execution;
  const cases = runnable.flatMap((planned) => {
    const found = measured.get(planned.index);
    if (found?.result.outcome !== 'ok') return [];
    const { metrics, repetitions } = found;
    const count = repetitions.length;
    return [{ planned, isGpu: isGpu(survey.catalog, planned), count, metrics }];
  });
  return repetitionsThatSettle(cases, sofar ?? { comparisons: {}, breakEvens: [] });
}

/** Stores what the processes of this session show of each other's repetitions, on the disk together. */
function reconsider({ execution, runnable, measured, ownIssueRatios, here }: Work): void {
  const { runId, store, survey, variation } = execution;
  const changedCases: (() => void)[] = [];
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
    changedCases.push(() =>
      store.saveCase(runId, { planned, descriptor, result: kept, repetitions, log }),
    );
    const known = { ...found, result, repetitions };
    measured.set(planned.index, measuredCase(known, descriptor.variant.device, variation));
  }
  storeTogether(execution, changedCases);
}

function storeTogether({ store, onStored }: Execution, writes: readonly (() => void)[]): void {
  if (writes.length === 0) return;
  store.together(() => {
    for (const write of writes) write();
  });
  onStored();
}

/** Says of each case what is to be said when nothing more of it is measured. */
function close(work: Work): void {
  reconsider(work);
  const { execution, runnable, measured } = work;
  const { store, runId, survey } = execution;
  const closed: (() => void)[] = [];
  // What a part lacks, the parts have together: it is said of the run that they are merged into.
  if (execution.plan.configuration.sharded !== undefined) return;
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
    const changed = { ...result, warnings };
    closed.push(() => store.saveCase(runId, { planned, descriptor, result: changed, log }));
  }
  storeTogether(execution, closed);
}

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
  taken: Pick<Repetition, 'repetition' | 'seconds' | 'node'> | undefined,
): void {
  const { runId, store, survey, variation, buildsOf = () => [], onStored } = execution;
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
    variation,
  );
  const scope = headlineScope(Object.keys(all.metrics)) ?? '';
  const ns = all.metrics[scope]?.medianNs;
  const median = ns === undefined ? undefined : { scope, ns };
  const log = caseLines(planned, result, { repetition, median, disturbed });
  const measuredNow = { ...result, samples: [...samples] };
  store.saveCase(runId, { planned, descriptor, result: measuredNow, repetitions, builds, log });
  measured.set(planned.index, all);
  onStored();
}
