import type { ReadonlySignal } from '@preact/signals';
import { toFailure } from '../../src-main/contract/failure.ts';
import type { Progress } from '../../src-main/contract/progress.ts';
import type { Client } from '../client.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { LiveState } from './live.ts';
import type { NewRunState } from './new-run.ts';
import type { QueueState } from './queue.ts';
import type { Route } from './route.ts';
import { attempt, type Toasts } from './toasts.ts';

/** What starts, steers and ends a measurement. */
export type RunActions = {
  /** Starts what New run describes and shows it, or queues it where the form says so; says why it cannot. */
  startRun(): Promise<void>;
  /** Measures what New run describes as soon as the machine is free. */
  queueRun(): Promise<void>;
  /** Measures what a run lacks and shows it. */
  resumeRun(ref: string): Promise<void>;
  /** Measures what a run was configured for again, as a run of its own. */
  runAgain(ref: string): Promise<void>;
  /** Measures at the sizes that narrow the break-evens of a run. */
  refineRun(ref: string): Promise<void>;
  cancelRun(): Promise<void>;
  /** The current case is finished, the next waits. */
  pauseRun(paused: boolean): Promise<void>;
  /** The current case ends as skipped. */
  skipCase(): Promise<void>;
};

export function createRunActions({
  client,
  live,
  newRun,
  elsewhere,
  queue,
  route,
  go,
  toast,
}: {
  readonly client: Client;
  readonly live: LiveState;
  readonly newRun: NewRunState;
  readonly elsewhere: Elsewhere;
  readonly queue: QueueState;
  readonly route: ReadonlySignal<Route>;
  readonly go: (route: Route) => void;
  readonly toast: Toasts['toast'];
}): RunActions {
  /** Does what starts a measurement, then shows it. Where the machine is busy it offers to wait, by `wait`. */
  const measure = async (
    act: () => Promise<unknown>,
    what: string,
    wait: () => Promise<unknown>,
  ) => {
    try {
      await act();
      await live.ask(() => client.call('progress', {}));
      go({ screen: 'live' });
    } catch (error) {
      queue.sayRefused(what, toFailure(error), async () => {
        // Answered when its turn has come: the queue says of it until then.
        void attempt(toast, what, wait);
      });
      void elsewhere.look();
    }
  };
  /** What the form describes now, to be put in the queue whatever it describes later. */
  const queueDraft = () => {
    const configuration = newRun.resolved.peek()?.configuration ?? null;
    return async () => {
      if (configuration === null) return;
      await queue.add(configuration);
      newRun.startFailure.value = null;
    };
  };
  const active = (): Progress | null => {
    const progress = live.progress.value;
    return progress?.status === 'running' ? progress : null;
  };

  return {
    async startRun() {
      // The button of the form says that it queues while something is measured.
      const busy = active() !== null || elsewhere.run.peek() !== null;
      if (busy && route.peek().screen === 'new') return await queueDraft()();
      const runId = await newRun.start();
      if (runId === null) {
        const why = newRun.startFailure.peek();
        void elsewhere.look();
        // The form says it next to its button; elsewhere nothing else would.
        if (why !== null && route.peek().screen !== 'new') {
          queue.sayRefused('The run was not started', why, queueDraft());
        }
        return;
      }
      await live.ask(() => client.call('progress', {}));
      go({ screen: 'live' });
    },
    queueRun: () => queueDraft()(),
    resumeRun: (ref) =>
      measure(
        () => client.call('resumeRun', { ref }),
        'The run was not resumed',
        () => client.call('resumeRun', { ref, waitS: null }),
      ),
    runAgain: (ref) => {
      const configured = async () => (await client.call('run', { ref })).plan;
      return measure(
        async () => {
          const { configuration } = await configured();
          await client.call('startRun', { configuration });
        },
        'The run was not started',
        async () => await queue.add((await configured()).configuration),
      );
    },
    refineRun: (ref) =>
      measure(
        () => client.call('refine', { ref }),
        'The break-even was not narrowed',
        () => client.call('refine', { ref, waitS: null }),
      ),
    async cancelRun() {
      // Of another process where this one measures nothing.
      const runId = active()?.runId ?? elsewhere.run.peek()?.id;
      if (runId === undefined || live.cancelling.value !== null) return;
      live.cancelling.value = runId;
      const asked = await attempt(toast, 'The run was not cancelled', async () => {
        await client.call('cancelRun', { runId });
        if (active() === null) void elsewhere.look();
      });
      if (!asked) live.cancelling.value = null;
    },
    async pauseRun(paused) {
      const running = active();
      if (running === null) return;
      await attempt(toast, `The run was not ${paused ? 'paused' : 'continued'}`, async () => {
        const answer = await client.call('pauseRun', { runId: running.runId, paused });
        live.setPaused(running.runId, answer.paused);
      });
    },
    async skipCase() {
      const running = active();
      if (running === null || running.current === null) return;
      const { index } = running.current;
      await attempt(toast, 'The case was not skipped', async () => {
        const { skipped } = await client.call('skipCase', { runId: running.runId, index });
        if (!skipped) toast('The case had ended before it could be skipped.');
      });
    },
  };
}
