import { emptyResult } from '../../contract/empty-result.ts';
import type { CaseResult, Descriptor, Plan, PlannedCase } from '../../contract/run.ts';
import { headlineScope } from '../../contract/timing-scopes.ts';
import type { Catalog } from '../../contract/workload.ts';
import type { EngineSupervisor } from '../engines/engine-supervisor.ts';
import type { Survey } from '../engines/survey.ts';
import { memoryFault } from '../plan/memory-limits.ts';
import { measuringOrder } from '../plan/order.ts';
import { policyOfRound } from '../plan/shared-samples.ts';
import { unknownVariant, unknownWorkload } from '../plan/unknown-descriptor.ts';
import type { Store } from '../store/store.ts';
import {
  type EarlierRounds,
  metricsOf,
  withContained,
  withEarlier,
  withShortfall,
} from './case-repetitions.ts';
import type { ProgressReporter } from './progress.ts';
import { createRounds, type FinishedRounds, type Rounds } from './repetitions.ts';
import type { RunControl } from './run-control.ts';
import { caseLines } from './run-log.ts';

export type Execution = {
  readonly runId: string;
  readonly plan: Plan;
  readonly survey: Survey;
  /** What an earlier part of the same run has stored. */
  readonly finished: FinishedRounds;
  readonly store: Pick<Store, 'saveCase' | 'samples' | 'log'>;
  readonly supervisor: EngineSupervisor;
  readonly progress: ProgressReporter;
  readonly control: RunControl;
  readonly signal: AbortSignal;
  /** A case was stored. */
  readonly onStored: () => void;
};

/** Silence of an engine, in seconds, that is still taken for work when nobody can say how long a case takes. */
const unknownHangS = 600;
const leastHangS = 60;

/**
 * Measures what is missing of a run: round after round, each in a process of its own, so that what differs between
 * processes is seen. Each round of a case is stored as it ends; whatever happens later, it stays.
 *
 * @throws BreakevenError `cancelled` by the signal, `store` when a case cannot be stored.
 */
export async function executeRun(execution: Execution): Promise<void> {
  const { plan, survey, finished, progress, supervisor, signal } = execution;
  const skips = new Map(
    plan.cases.flatMap((planned) => {
      const reason = skipReason(planned, survey);
      return reason === null ? [] : [[planned.index, reason] as const];
    }),
  );
  const runnable = plan.cases.filter(({ index }) => !skips.has(index));
  const rounds = createRounds(runnable, finished);
  progress.plan(rounds.total + skips.size);
  for (const planned of plan.cases) {
    const reason = skips.get(planned.index);
    if (reason === undefined || finished.has(planned.index)) continue;
    keep(execution, planned, emptyResult('skipped', reason), undefined);
  }
  progress.settle(skips.size + rounds.settled());
  const earlier = new Map<number, EarlierRounds>();
  for (let round = 0; round < mostRounds(runnable); round += 1) {
    const order = measuringOrder(runnable, plan.configuration.orderSeed, round);
    const due = order.filter((planned) => rounds.isDue(planned, round));
    if (due.length > 0) await supervisor.restart();
    for (const planned of due) {
      signal.throwIfAborted();
      await execution.control.gate(signal);
      progress.begin(planned, () => casesLeft(runnable, rounds));
      const began = performance.now();
      const result = await measureRound(execution, planned, round);
      const stands = result.outcome === 'skipped' && hasRounds(execution, planned);
      // A user who has seen enough of a case keeps the rounds that it has.
      if (stands) logSkip(execution, planned, result, round);
      else {
        const all = withEarlier(result, earlier.get(planned.index));
        keep(execution, planned, all, round);
        const { warnings, coldStartNs, stopReason } = all;
        if (planned.policy.rounds > 1)
          earlier.set(planned.index, { warnings, coldStartNs, stopReason });
      }
      rounds.finish(planned, round, result.outcome);
      progress.settle(skips.size + rounds.settled());
      // A CUDA context that a failed kernel broke stays broken: what comes next starts in a sound process. One that broke
      // after its case had been verified is known by a fact alone.
      if (result.outcome === 'failed' || result.facts.engineSpoiled === true) {
        await supervisor.restart();
      }
      progress.took(planned, (performance.now() - began) / 1000);
    }
  }
}

/** Known before it starts: by the planner, because memory has gone since, or because the variant has. */
function skipReason(planned: PlannedCase, { catalog, free }: Survey): string | null {
  if (planned.skip !== undefined) return planned.skip;
  const { workload, variant } = findDescriptor(catalog, planned);
  if (variant === undefined) {
    return `the variant ${planned.workload}/${planned.variant} is not in this build${workload === undefined ? ' (nor its workload)' : ''}`;
  }
  if (!variant.available) return variant.reason ?? 'it is not available on this machine';
  return memoryFault(planned, free);
}

function mostRounds(cases: readonly PlannedCase[]): number {
  return cases.reduce((most, { policy }) => Math.max(most, policy.rounds), 0);
}

function casesLeft(cases: readonly PlannedCase[], rounds: Rounds): readonly PlannedCase[] {
  return cases.flatMap((planned) =>
    Array.from({ length: planned.policy.rounds }, (_, round) => round).flatMap((round) =>
      rounds.isDue(planned, round) ? [planned] : [],
    ),
  );
}

async function measureRound(
  { supervisor, progress, control, signal }: Execution,
  planned: PlannedCase,
  round: number,
): Promise<CaseResult> {
  const { estimate, skip: _skip, ...engineCase } = planned;
  const hangS =
    estimate === undefined
      ? unknownHangS
      : Math.max(leastHangS, 10 * (estimate.seconds + (estimate.inputSeconds ?? 0)));
  const caseSignal = control.begin(planned.index, signal);
  try {
    const result = await supervisor.run(
      { ...engineCase, policy: policyOfRound(planned.policy, round), round },
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

function hasRounds({ store, runId }: Execution, { index }: PlannedCase): boolean {
  return store.samples(runId, index).length > 0;
}

function logSkip(
  { store, runId }: Execution,
  planned: PlannedCase,
  result: CaseResult,
  round: number,
): void {
  store.log(runId, ...caseLines(planned, result, round, undefined));
}

/** A time that is no number would spoil the whole run's statistics: it is the case's failure alone. */
function withoutWrongTimes(result: CaseResult): CaseResult {
  const wrong = result.samples.find(({ timesNs }) => !timesNs.every(Number.isFinite));
  if (wrong === undefined) return result;
  const reason = `a sample of the span ${wrong.span} has a time that is no number`;
  return { ...result, outcome: 'failed', reason, samples: [] };
}

/** Stores one round of a case with its order statistics over all rounds so far. */
function keep(
  { runId, store, survey, onStored }: Execution,
  planned: PlannedCase,
  result: CaseResult,
  round: number | undefined,
): void {
  const before =
    round === undefined || round === 0 || result.outcome !== 'ok'
      ? []
      : store.samples(runId, planned.index).filter((part) => part.round !== round);
  const descriptor = descriptorOf(survey.catalog, planned);
  const samples = [...before, ...result.samples];
  const metrics = metricsOf(result, descriptor.variant.device, samples);
  const headline = metrics[headlineScope(Object.keys(metrics)) ?? ''];
  const whole = withShortfall(result, planned.policy, round, headline?.n);
  store.saveCase(runId, {
    planned,
    descriptor,
    result: withContained(whole, planned.policy, round, metrics),
    metrics,
    log: caseLines(planned, result, round, headline?.median_ns),
  });
  onStored();
}

function findDescriptor(catalog: Catalog, planned: PlannedCase) {
  const workload = catalog.workloads.find(({ id }) => id === planned.workload);
  const variant = workload?.variants.find(({ id }) => id === planned.variant);
  return { workload, variant };
}

/** As the engine describes the variant now; of one that is gone only the names are known. */
function descriptorOf(catalog: Catalog, planned: PlannedCase): Descriptor {
  const found = findDescriptor(catalog, planned);
  const { variants: _variants, ...workload } = found.workload ?? unknownWorkload(planned.workload);
  const variant = found.variant ?? unknownVariant(planned.variant, 'not in this build');
  return { workload, variant };
}
