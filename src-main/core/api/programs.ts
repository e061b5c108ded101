import type { Configuration, Decide } from '../../contract/configuration.ts';
import { titleOf } from '../plan/title.ts';
import type { FirstRuns, Programs } from '../run/measure-programs.ts';
import type { RunLock } from '../run/run-lock.ts';
import type { Runner } from '../run/runner.ts';
import type { SelfTimed } from '../run/self-timed.ts';
import type { Opened } from './context.ts';

type ProgramsRequest = {
  readonly base: SelfTimed;
  readonly head: SelfTimed;
  /** `nvbench`, `google`, or the line that they print with `{s}` where the time stands. */
  readonly times: string;
  readonly signal?: AbortSignal;
};

export type ProgramActions = ReturnType<typeof programActions>;

type Surroundings = {
  readonly lock: (what: string, signal?: AbortSignal) => Promise<RunLock>;
  readonly open: () => Promise<Opened>;
};

export function programActions({ lock, open }: Surroundings) {
  const runners: Runner[] = [];
  return {
    /**
     * Runs both programs once, to know what they time and how long they take.
     *
     * @throws BreakevenError `bad-input`, `engine` where one fails or says no time.
     */
    async prepare({ base, head, times, signal }: ProgramsRequest) {
      const [{ timesReader }, measuring] = await Promise.all([
        import('../run/self-timed.ts'),
        import('../run/measure-programs.ts'),
      ]);
      const programs: Programs = { base, head, reader: timesReader(times) };
      const held = await lock('the first run of two programs', signal);
      let first: FirstRuns;
      try {
        first = await measuring.firstRuns(programs, signal);
      } finally {
        await held.release();
      }
      return {
        /** Seconds of a pair. */
        pairSeconds: first.base.seconds + first.head.seconds,
        /** Cases that only one of them has. */
        apart: measuring.casesApart(first),
        async start(
          about: Pick<Configuration, 'title' | 'tags' | 'note'> & { readonly decide: Decide },
        ) {
          const { plan, catalog } = measuring.planPrograms(first, about);
          const { runnerOver } = await open();
          const runner = runnerOver(measuring.programSupervisor(programs), catalog);
          runners.push(runner);
          return { runId: await runner.start(plan, titleOf(plan.configuration)) };
        },
      };
    },
    async close(): Promise<void> {
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}
