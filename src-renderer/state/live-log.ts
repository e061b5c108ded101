import { type ReadonlySignal, signal } from '@preact/signals';
import type { RunLogLine } from '../../src-main/contract/procedures/detail.ts';
import type { Client } from '../client.ts';

export type LiveLog = {
  /** What happened in the run, oldest first, with the times that the run stored. */
  readonly lines: ReadonlySignal<readonly RunLogLine[]>;
  /** The run may have more to say; `now` asks at once instead of when the asking rests. */
  follow(runId: string, now?: boolean): void;
};

/** Reading the log takes time from what is measured: not more often than this. */
const pauseMs = 1000;
const pageSize = 500;
const longest = 2000;

/** The stored log of the run that is watched: a window that is opened late has its earlier lines too. */
export function createLiveLog(
  client: Pick<Client, 'call'>,
  wait: (then: () => void, ms: number) => unknown = setTimeout,
): LiveLog {
  const lines = signal<readonly RunLogLine[]>([]);
  let run = '';
  let asking = false;
  let waiting = false;
  let again = false;

  const read = async (): Promise<void> => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    do {
      again = false;
      const mine = run;
      const after = lines.peek().at(-1)?.line ?? 0;
      const page = await client
        .call('runLog', { ref: mine, after, limit: pageSize })
        .catch(() => null);
      if (page === null) break;
      if (mine !== run) again = true;
      else if (page.lines.length > 0) {
        lines.value = [...lines.peek(), ...page.lines].slice(-longest);
        again = again || page.more;
      }
    } while (again);
    asking = false;
  };

  return {
    lines,
    follow(runId, now = false) {
      if (runId !== run) {
        run = runId;
        lines.value = [];
        void read();
        return;
      }
      if (now) {
        void read();
        return;
      }
      if (waiting) return;
      waiting = true;
      wait(() => {
        waiting = false;
        void read();
      }, pauseMs);
    },
  };
}
