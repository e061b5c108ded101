import { type ReadonlySignal, signal } from '@preact/signals';
import type { RunRow } from '../../src-main/contract/run.ts';
import type { Client } from '../client.ts';

export type Elsewhere = {
  /** A run of this database that another process measures; null: none. */
  readonly run: ReadonlySignal<RunRow | null>;
  look(): Promise<void>;
  /** Looks now and then. Returns the end of it. */
  watch(): () => void;
};

/** No event comes from another process: its progress is what it has stored. */
const everyMs = 5000;

/** @param own the run that this process measures, whose events come by themselves; null: none */
export function createElsewhere(client: Pick<Client, 'call'>, own: () => string | null): Elsewhere {
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
      const timer = setInterval(() => void look(), everyMs);
      return () => clearInterval(timer);
    },
  };
}
