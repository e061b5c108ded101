import type { Configuration } from '../../contract/configuration.ts';
import { toFailure } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { queueProcedures } from '../../contract/procedures/queue.ts';
import type { runProcedures } from '../../contract/procedures/runs.ts';
import type { Progress } from '../../contract/progress.ts';
import type { Plan } from '../../contract/run.ts';
import { titleOf } from '../plan/title.ts';
import type { Runner } from '../run/runner.ts';
import { type WaitFor, type WaitingList, waitFor } from '../run/waiting-list.ts';
import type { ApiContext } from './context.ts';

type RunsPart = {
  readonly api: Handlers<typeof runProcedures & typeof queueProcedures>;
  readonly plan: (configuration: Configuration) => Promise<Plan>;
  readonly startEarly: () => void;
};

type RunsContext = ApiContext & {
  readonly waiting: WaitingList;
  /** Opens the labs that a configuration names. */
  readonly openNamed: (configuration: Configuration) => Promise<void>;
  /** Null before the store is opened: nothing has been measured then. */
  readonly runner: () => Runner | null;
  /** Nobody measures on the cores that a run of this process would have. */
  readonly areCoresFree: () => boolean;
};

/** Plans runs, starts and ends them, and says how far they are. */
export function runsApi({
  home,
  measuring,
  open,
  isMeasuring,
  waiting,
  openNamed,
  runner,
  areCoresFree,
}: RunsContext): RunsPart {
  /** With what is known of how long it takes; while a run is under way no engine is asked, so stored times alone say it. */
  async function plan(configuration: Configuration, quiet = isMeasuring()): Promise<Plan> {
    // Opening a lab compiles; nothing is compiled while a run is measured.
    if (!quiet) await openNamed(configuration);
    const whole = await measuring.plan(configuration, { quiet });
    const planned = await partOf(whole);
    // A plan is worth something without them: a store that cannot be opened is told where it is needed.
    const opened = await open().catch(() => null);
    if (opened === null) return planned;
    const { timed } = await import('./expected-times.ts');
    return timed(planned, opened.store, await measuring.describe());
  }

  /** The part of a plan that its configuration asks for; all of it where it asks for none. */
  async function partOf(whole: Plan): Promise<Plan> {
    const { shard, of = 1 } = whole.configuration.sharded ?? {};
    if (shard === undefined) return whole;
    const [{ shardOf }, { catalog }] = await Promise.all([
      import('../plan/shard.ts'),
      measuring.describe(),
    ]);
    return shardOf(whole, { shard, of }, catalog.workloads);
  }

  /** Refuses what cannot be run, and returns what begins it. */
  async function prepareStart(
    configuration: Configuration,
    wait: WaitFor | undefined,
  ): Promise<() => Promise<string>> {
    const { runner: ready, store, comparer } = await open();
    if (wait === undefined) ready.refuseWhileActive();
    // During a run that measures nothing is asked that would disturb it: the rest is asked when it is over.
    const quiet = isMeasuring();
    if (wait === undefined && !quiet) startEarly();
    return await orEndEarly(async () => {
      const planned = await plan(configuration, quiet);
      const made = quiet ? () => plan(configuration, false) : planned;
      const { startAdvance } = await import('../adaptive/advance.ts');
      const advance = startAdvance(planned, store, comparer);
      const title = titleOf(configuration);
      return () => orEndEarly(() => ready.start(made, title, advance, wait));
    });
  }

  /** Nothing starts during a run of another process, which this one is refused for or waits for. */
  function startEarly(): void {
    if (areCoresFree()) measuring.startEarly();
  }

  async function orEndEarly<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await measuring.endEarly();
      throw error;
    }
  }

  async function runsElsewhere(runId: string): Promise<boolean> {
    const { store } = await open();
    return store.running().includes(runId);
  }

  /** Asks another process of this store to end its run; false where none measures it. */
  async function cancelElsewhere(runId: string): Promise<boolean> {
    const { requestCancel } = await import('../run/run-requests.ts');
    if (!(await runsElsewhere(runId))) return false;
    requestCancel(home(), runId);
    return true;
  }

  /** What the process that measures the run last answered to this question; null where none has. */
  async function progressElsewhere(runId: string): Promise<Progress | null> {
    const { requestProgress } = await import('../run/run-requests.ts');
    return (await runsElsewhere(runId)) ? requestProgress(home(), runId) : null;
  }

  return {
    plan,
    startEarly,
    api: {
      catalog: async () => (await measuring.describe()).catalog,
      plan: ({ configuration }) => plan(configuration),
      async startRun({ configuration, waitS }) {
        return { runId: await (await prepareStart(configuration, waitFor(waitS)))() };
      },
      resumeRun: async ({ ref, waitS }) => ({
        runId: await (await open()).runner.resume(ref, waitFor(waitS)),
      }),
      async queueRun({ configuration, waitS = null }) {
        const id = waiting.newId();
        const begin = await prepareStart(configuration, waitFor(waitS, id));
        void begin().then(
          (runId) => waiting.became(id, { runId, failure: null }),
          (error: unknown) => waiting.became(id, { runId: null, failure: toFailure(error) }),
        );
        return { id };
      },
      queue: async () => waiting.queue(),
      cancelQueued: async ({ id }) => ({ cancelled: waiting.cancel(id) }),
      cancelRun: async ({ runId }) => ({
        cancelled: (await runner()?.cancel(runId)) === true || (await cancelElsewhere(runId)),
      }),
      async progress({ runId }) {
        const ownProgress = runner()?.progress() ?? null;
        if (runId === undefined || ownProgress?.runId === runId) return ownProgress;
        return await progressElsewhere(runId);
      },
    },
  };
}
