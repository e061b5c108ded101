import { type ReadonlySignal, signal } from '@preact/signals';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';
import { createLive, type LiveState } from './live.ts';

export type Elsewhere = {
  /** A run of this database that another process measures; null: none. */
  readonly run: ReadonlySignal<RunRow | null>;
  /** What that process says of it, where it answers; of an earlier run before that. */
  readonly live: LiveState;
  look(): Promise<void>;
  /** Looks again and again. Returns the end of it. */
  watch(): () => void;
};

/** No event comes from another process: it is asked, and what it has stored is read. One look is a read of an index. */
const everyMs = 5000;
/** While such a run is under way and the window is in sight. */
const whileRunningMs = 1000;

/**
 * @param own the run that this process measures, whose events come by themselves; null: none
 * @param inSight whether somebody may see the window
 */
export function createElsewhere(
  client: Pick<Client, 'call'>,
  own: () => string | null,
  inSight: () => boolean = () => true,
): Elsewhere {
  const run = signal<RunRow | null>(null);
  const live = createLive();
  const look = async (): Promise<void> => {
    if (own() !== null) {
      run.value = null;
      return;
    }
    const found = await client
      .call('history', { query: 'status:running', limit: 5 })
      .catch(() => null);
    if (found === null) return;
    const next = found.rows.find(({ elsewhere }) => elsewhere === true) ?? null;
    // The same row again is no news: what follows it would be read again for nothing.
    if (JSON.stringify(next) !== JSON.stringify(run.peek())) run.value = next;
    // Nobody reads it in a window out of sight, and an answer is work for the process that measures.
    if (next === null || !inSight()) return;
    const { id: runId } = next;
    const progress = await client.call('progress', { runId }).catch(() => null);
    if (progress?.runId === runId) live.receive(progress);
  };
  return {
    run,
    live,
    look,
    watch() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let ended = false;
      const wait = (): void => {
        const ms = run.peek() !== null && inSight() ? whileRunningMs : everyMs;
        timer = setTimeout(async () => {
          await look();
          // The next look waits for this one: a store that is busy is not asked more.
          if (!ended) wait();
        }, ms);
      };
      wait();
      return () => {
        ended = true;
        clearTimeout(timer);
      };
    },
  };
}
