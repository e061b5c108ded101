import { setImmediate } from 'node:timers/promises';
import type { Configuration } from '../../contract/configuration.ts';
import { BreakevenError, type Failure, toFailure } from '../../contract/failure.ts';
import type { Progress } from '../../contract/progress.ts';
import type { Plan, Revision, RunStatus } from '../../contract/run.ts';
import type { RunVariation } from '../../stats/run-variation.ts';
import type { SharingEngine, SharingOptions } from '../engines/shared-inputs.ts';
import type { Survey } from '../engines/survey.ts';
import { withVersions } from '../plan/versioned-catalog.ts';
import type { Store } from '../store/store.ts';
import { whenAborted } from '../util/when-aborted.ts';
import type { Execution } from './execution.ts';
import {
  refuseImported,
  refuseOtherMachine,
  refuseResume,
  refuseRunning,
  refuseUnfinished,
} from './goes-on.ts';
import { storedCases } from './measured-cases.ts';
import { createProgress, type ProgressReporter } from './progress.ts';
import { type FinishedCases, openRepetitions } from './repetitions.ts';
import { createRunControl, type RunControl } from './run-control.ts';
import { executeRun } from './run-execution.ts';
import type { RunLock, TakeLock } from './run-lock.ts';
import { endLine, startLines } from './run-log.ts';
import type { RequestHandlers } from './run-requests.ts';
import type { Advance } from './step.ts';
import { createUnkeptEnds } from './unkept-ends.ts';
import type { WaitFor } from './waiting-list.ts';

/** What a run needs of the store. */
export type RunStore = Pick<
  Store,
  | 'checked'
  | 'createRun'
  | 'saveCase'
  | 'finishRun'
  | 'setStatus'
  | 'replacePlan'
  | 'run'
  | 'allProcesses'
  | 'repetitions'
  | 'completeMetrics'
  | 'log'
  | 'together'
>;

type MakePlan = () => Promise<Plan>;

export type RunnerSources = {
  readonly store: () => RunStore;
  /** Engines that measure; nothing else uses them while a run is under way. */
  readonly supervisor: Execution['supervisor'];
  /** The same, whose inputs are made once a run; else each process makes its own. */
  readonly sharing?: (options: SharingOptions) => SharingEngine;
  readonly survey: () => Promise<Survey>;
  /**
   * What the machine of a run is expected to vary by, from what it has measured before; the shipped values by default.
   */
  readonly variation?: (runId: string) => RunVariation;
  /**
   * Makes ready what a plan needs before its cases are measured: labs are compiled. Nothing is measured meanwhile.
   *
   * @throws BreakevenError `bad-input` where the run cannot go on with what there is now.
   */
  readonly prepare?: (plan: Plan, signal: AbortSignal) => Promise<Plan>;
  /** The commits that the labs of a plan are of. */
  readonly revisionOf?: (plan: Plan) => Promise<Revision | undefined>;
  /** Verdicts, break-evens and the headline of a run under way, as far as it is. */
  readonly report?: Execution['report'];
  /** A repetition of a run is over, or the run is. */
  readonly onRepetition?: Execution['onRepetition'];
  /** What a case was compiled from. */
  readonly buildsOf?: Execution['buildsOf'];
  /** Takes the machine-wide lock for a run of the given name, waiting for it where a wait is given. */
  readonly lock: TakeLock;
  readonly onProgress: (progress: Progress) => void;
  /** A run began, got a case, or ended. */
  readonly onChange: (runId: string) => void;
  /** Listens to what other processes ask of a run; returns the end of it. */
  readonly watchRequests?: (runId: string, handlers: RequestHandlers) => () => void;
  /** A monotonic clock in milliseconds, by which cases are timed as a whole; that of the process by default. */
  readonly now?: () => number;
};

export type Runner = ReturnType<typeof createRunner>;

type Active = {
  readonly stop: AbortController;
  readonly ended: PromiseWithResolvers<void>;
  readonly control: RunControl;
  runId: string | null;
};

type Prepared = {
  readonly runId: string;
  readonly plan: Plan;
  readonly survey: Survey;
  readonly finished: FinishedCases;
  readonly advance?: Advance | undefined;
  /** Its own cases are measured and need nothing; only what `advance` adds is measured. */
  readonly isExtended?: boolean;
};

/** How long a cancel waits for the end of the run before it is acknowledged, in milliseconds. */
const acknowledgeMs = 40;

/** Cases whose statistics are computed at a time. */
const metricCases = 10;

/** Stored cases are announced together, at most this often, in milliseconds. */
const changeMs = 1000;

/** Runs plans, one at a time. */
export function createRunner(sources: RunnerSources) {
  const { store, supervisor, survey, lock, onProgress, onChange } = sources;
  const { prepare = async (plan: Plan) => plan, buildsOf = () => [] } = sources;
  const { now = () => performance.now() } = sources;
  let active: Active | null = null;
  /** Runs that wait for the machine. */
  const waiting = new Set<Active>();
  let reporter: ProgressReporter | null = null;
  const unkept = createUnkeptEnds(
    (runId, failure) => store().finishRun(runId, 'failed', failure),
    onChange,
  );

  /** @throws BreakevenError `busy`. */
  function refuseWhileActive(): void {
    if (active === null) return;
    throw new BreakevenError('busy', 'a run is under way already; cancel it or wait for its end');
  }

  /** Takes the lock, prepares, and leaves the measuring to go on in the background. */
  async function launch(
    what: string,
    begin: (signal: AbortSignal) => Promise<Prepared>,
    wait: WaitFor | undefined,
    cases: Plan['cases'] | undefined,
  ): Promise<string> {
    if (wait === undefined) refuseWhileActive();
    const mine: Active = {
      stop: new AbortController(),
      ended: Promise.withResolvers<void>(),
      control: createRunControl(),
      runId: null,
    };
    // Two that do not wait cannot begin in one turn.
    if (wait === undefined) active = mine;
    else waiting.add(mine);
    let held: RunLock | undefined;
    let unwatch: (() => void) | undefined;
    const end = async (): Promise<void> => {
      unwatch?.();
      waiting.delete(mine);
      // Without the lock the engine is that of the run that has it.
      if (held !== undefined) await supervisor.restart();
      held?.release();
      if (active === mine) active = null;
      mine.ended.resolve();
    };
    try {
      held = await lock(what, mine.stop.signal, wait, cases);
      // The run before may have released the machine and not yet ended.
      while (active !== null && active !== mine) await active.ended.promise;
      active = mine;
      waiting.delete(mine);
      // Nothing is measured while the database is checked in the background.
      await Promise.race([store().checked(), whenAborted(mine.stop.signal)]);
      mine.stop.signal.throwIfAborted();
      const prepared = await begin(mine.stop.signal);
      mine.runId = prepared.runId;
      const progress = createProgress(prepared.runId, onProgress, now);
      unwatch = sources.watchRequests?.(prepared.runId, {
        onCancel: () => stop(mine),
        progress: () => progress.current(),
      });
      onChange(prepared.runId);
      reporter = progress;
      void measure(prepared, progress, mine, held, end);
      return prepared.runId;
    } catch (error) {
      await end();
      throw error;
    }
  }

  /** Never rejects: how it went is in the store and in the last progress. */
  async function measure(
    { runId, plan, survey: found, finished, advance, isExtended = false }: Prepared,
    progress: ProgressReporter,
    { stop: { signal }, control }: Active,
    { neighbours }: RunLock,
    end: () => Promise<void>,
  ): Promise<void> {
    let status: Exclude<RunStatus, 'running'> = 'complete';
    let failure: Failure | undefined;
    let variation: RunVariation | undefined;
    const sharing = sources.sharing?.({
      say: (text) => store().log(runId, { level: 'info', text }),
    });
    try {
      let toldAt = performance.now();
      const onStored = (): void => {
        if (performance.now() - toldAt < changeMs) return;
        toldAt = performance.now();
        onChange(runId);
      };
      variation = sources.variation?.(runId);
      const measuring = {
        store: store(),
        supervisor: sharing ?? supervisor,
        buildsOf,
        variation,
        report: sources.report,
        onRepetition: sources.onRepetition,
      };
      const parts = { ...measuring, progress, control, signal, neighbours, onStored, now };
      store().log(runId, ...startLines(plan, found, finished.size > 0));
      if (isExtended) {
        // The cases of a run that is added to are there before its first step.
        const repetitions = openRepetitions(plan.cases, finished);
        progress.plan(repetitions.total());
        progress.settle(repetitions.settled());
      } else await executeRun({ runId, plan, survey: found, finished, ...parts });
      await goOn({ runId, plan, survey: found, advance }, parts);
    } catch (error) {
      const found = toFailure(error);
      status = found.code === 'cancelled' ? 'cancelled' : 'failed';
      if (status === 'failed') failure = found;
    }
    await sharing?.close();
    try {
      await completeMetrics(runId, variation);
      store().finishRun(runId, status, failure?.message);
      store().log(runId, endLine(status, failure?.message));
      sources.onRepetition?.(runId);
    } catch (error) {
      failure ??= toFailure(error);
      status = 'failed';
      unkept.add(runId, failure.message);
    }
    await end();
    progress.end(status, failure);
    onChange(runId);
  }

  /** Measures what `advance` adds to the plan, until it adds nothing. */
  async function goOn(
    { runId, plan, survey: found, advance }: Omit<Prepared, 'finished'>,
    parts: Omit<Execution, 'runId' | 'plan' | 'survey' | 'finished'>,
  ): Promise<void> {
    let current = plan;
    for (;;) {
      await completeMetrics(runId, parts.variation);
      const step = advance?.(runId) ?? null;
      if (typeof step === 'string') store().log(runId, { level: 'info', text: step });
      if (step === null || typeof step === 'string') return;
      const { added, again, laterS = 0 } = step;
      parts.signal.throwIfAborted();
      parts.progress.later(laterS);
      const extended = { ...current, cases: [...current.cases, ...added] };
      current = await prepare(extended, parts.signal);
      store().replacePlan(runId, current);
      const finished = storedCases(store(), runId, found, parts.variation);
      const together = again === undefined ? undefined : [...again, ...added];
      await executeRun({ runId, plan: current, survey: found, finished, together, ...parts });
    }
  }

  /** Some cases at a time: nothing else waits for the statistics of millions of samples. */
  async function completeMetrics(
    runId: string,
    variation: RunVariation | undefined,
  ): Promise<void> {
    while (store().completeMetrics(runId, variation, metricCases)) await setImmediate();
  }

  async function surveyFor(configuration: Configuration): Promise<Survey> {
    const found = await survey();
    return { ...found, catalog: withVersions(found.catalog, configuration) };
  }

  /**
   * Stores the run and begins to measure; returns its id as soon as it has one. A plan that is a function is made when the
   * machine is free. With a wait, a machine that is busy is waited for, behind those that came before.
   */
  async function start(
    given: Plan | MakePlan,
    title: string,
    advance?: Advance,
    wait?: WaitFor,
  ): Promise<string> {
    const begin = async (signal: AbortSignal): Promise<Prepared> => {
      const ready = await prepare(typeof given === 'function' ? await given() : given, signal);
      const { configuration } = ready;
      const found = await surveyFor(configuration);
      const revision = await sources.revisionOf?.(ready);
      const asked = { configuration, plan: ready, machine: found.machine, title, revision };
      const row = store().createRun(asked);
      return { runId: row.id, plan: ready, survey: found, finished: new Map(), advance };
    };
    const cases = typeof given === 'function' ? undefined : given.cases;
    return await launch(`the run "${title}"`, begin, wait, cases);
  }

  /** Measures what is missing of a run that was cut off. */
  async function resume(ref: string, wait?: WaitFor): Promise<string> {
    const { run, plan } = store().run(ref);
    refuseResume(run, plan);
    return await prolong(run.id, undefined, wait);
  }

  /** Measures what a run's plan and `advance` still have, on the machine that began it. */
  async function prolong(ref: string, advance?: Advance, wait?: WaitFor): Promise<string> {
    const { run, machine, plan } = store().run(ref);
    refuseImported(run, machine);
    const isExtended = advance !== undefined;
    if (isExtended) refuseUnfinished(run);
    const begin = async (signal: AbortSignal): Promise<Prepared> => {
      // Another process may have added to it while this one waited.
      const latest = store().run(run.id);
      if (isExtended) refuseUnfinished(latest.run);
      const ready = await prepare(latest.plan, signal);
      const found = await surveyFor(ready.configuration);
      refuseOtherMachine(run.id, machine, found.machine, isExtended ? 'go on' : 'be resumed');
      const finished = storedCases(store(), run.id, found, sources.variation?.(run.id));
      store().setStatus(run.id, 'running');
      return { runId: run.id, plan: ready, survey: found, finished, advance, isExtended };
    };
    return await launch(`the run "${run.title}"`, begin, wait, plan.cases);
  }

  /** Adds cases to a complete run while `advance` names some; what another run lacks is for `resume` alone. */
  async function extend(ref: string, advance: Advance, wait?: WaitFor): Promise<string> {
    const { run } = store().run(ref);
    refuseRunning(run);
    return await prolong(run.id, advance, wait);
  }

  function stop(mine: Active): void {
    mine.stop.abort(new BreakevenError('cancelled', 'the run was cancelled'));
  }

  return {
    start,
    resume,
    extend,
    isActive: () => active !== null,
    /** The row as its run ended, where the store could not keep that yet. */
    asEnded: unkept.asEnded,
    refuseWhileActive,
    /** Whether it was under way. The case that was running is dropped; finished ones are stored. */
    async cancel(runId: string): Promise<boolean> {
      const mine = active;
      if (mine === null || mine.runId !== runId) return false;
      stop(mine);
      const patience = new Promise((resolve) => setTimeout(resolve, acknowledgeMs).unref());
      await Promise.race([mine.ended.promise, patience]);
      return true;
    },
    /** Whether that run is under way and paused now. Between cases only: what is being measured is measured. */
    pause(runId: string, on: boolean): boolean {
      if (active === null || active.runId !== runId) return false;
      if (active.control.isPaused() === on) return on;
      active.control.pause(on);
      reporter?.paused(on);
      store().log(runId, { level: 'info', text: on ? 'paused' : 'continued' });
      return on;
    },
    /** Ends the case under way as skipped; false when that run is not measuring that case. */
    skip: (runId: string, index: number): boolean =>
      active !== null && active.runId === runId && active.control.skip(index),
    /** Of the run under way, or of the last one. */
    progress: (): Progress | null => reporter?.current() ?? null,
    /** Resolves when nothing runs any more. */
    idle: async (): Promise<void> => await active?.ended.promise,
    /** Cancels whatever is under way, waiting for the lock included, and waits for its end. */
    async close(): Promise<void> {
      const all = [...waiting, ...(active === null ? [] : [active])];
      for (const mine of all) stop(mine);
      await Promise.all(all.map(({ ended }) => ended.promise));
      unkept.store();
    },
  };
}
