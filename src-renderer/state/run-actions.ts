import type { ReadonlySignal } from '@preact/signals';
import { toFailure } from '../../src-main/contract/failure.ts';
import type { Progress } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { LiveState } from './live.ts';
import type { NewRunState } from './new-run.ts';
import type { Route } from './route.ts';
import type { Toasts } from './toasts.ts';

/** What starts, steers and ends a measurement. */
export type RunActions = {
  /** Starts what New run describes and shows it; says in the form why it cannot. */
  startRun(): Promise<void>;
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
  route,
  go,
  toast,
}: {
  readonly client: Client;
  readonly live: LiveState;
  readonly newRun: NewRunState;
  readonly elsewhere: Elsewhere;
  readonly route: ReadonlySignal<Route>;
  readonly go: (route: Route) => void;
  readonly toast: Toasts['toast'];
}): RunActions {
  /** Does what starts a measurement, then shows it. */
  const measure = async (act: () => Promise<unknown>, what: string) => {
    try {
      await act();
      live.receive(await client.call('progress', {}));
      go({ screen: 'live' });
    } catch (error) {
      toast(`${what}: ${toFailure(error).message}`, { tone: 'bad' });
      void elsewhere.look();
    }
  };
  const active = (): Progress | null => {
    const progress = live.progress.value;
    return progress?.status === 'running' ? progress : null;
  };

  return {
    async startRun() {
      const runId = await newRun.start();
      if (runId === null) {
        const why = newRun.startFailure.peek();
        void elsewhere.look();
        // The form says it next to its button; elsewhere nothing else would.
        if (why !== null && route.peek().screen !== 'new') {
          toast(`The run was not started: ${why.message}`, { tone: 'bad' });
        }
        return;
      }
      live.receive(await client.call('progress', {}).catch(() => null));
      go({ screen: 'live' });
    },
    resumeRun: (ref) => measure(() => client.call('resumeRun', { ref }), 'The run was not resumed'),
    runAgain: (ref) =>
      measure(async () => {
        const { plan } = await client.call('run', { ref });
        await client.call('startRun', { configuration: plan.configuration });
      }, 'The run was not started'),
    refineRun: (ref) =>
      measure(() => client.call('refine', { ref }), 'The break-even was not narrowed'),
    async cancelRun() {
      const running = active();
      if (running === null || live.cancelling.value !== null) return;
      live.cancelling.value = running.runId;
      try {
        await client.call('cancelRun', { runId: running.runId });
      } catch (error) {
        live.cancelling.value = null;
        toast(`The run was not cancelled: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
    async pauseRun(paused) {
      const running = active();
      if (running === null) return;
      try {
        const answer = await client.call('pauseRun', { runId: running.runId, paused });
        live.setPaused(running.runId, answer.paused);
      } catch (error) {
        toast(`The run was not ${paused ? 'paused' : 'continued'}: ${toFailure(error).message}`, {
          tone: 'bad',
        });
      }
    },
    async skipCase() {
      const running = active();
      if (running === null || running.current === null) return;
      const { index } = running.current;
      try {
        const { skipped } = await client.call('skipCase', { runId: running.runId, index });
        if (!skipped) toast('The case had ended before it could be skipped.');
      } catch (error) {
        toast(`The case was not skipped: ${toFailure(error).message}`, { tone: 'bad' });
      }
    },
  };
}
