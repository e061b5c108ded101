import { type ReadonlySignal, signal } from '@preact/signals';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';

export type Elsewhere = {
  /** A run of this database that another process measures; null: none. */
  readonly run: ReadonlySignal<RunRow | null>;
  look(): Promise<void>;
  /** Looks again and again. Returns the end of it. */
  watch(): () => void;
};

/** No event comes from another process: its progress is what it has stored. One look is a read of an index. */
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
  const look = async (): Promise<void> => {
    if (own() !== null) {
      run.value = null;
      return;
    }
    const found = await client
      .call('history', { query: 'status:running', limit: 5 })
      .catch(() => null);
    if (found === null) return;
    const next = found.rows.find(({ id }) => id !== own()) ?? null;
    // The same row again is no news: what follows it would be read again for nothing.
    if (JSON.stringify(next) !== JSON.stringify(run.peek())) run.value = next;
  };
  return {
    run,
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
