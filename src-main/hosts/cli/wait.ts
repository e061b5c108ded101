import type { ApiEvent } from '../../contract/api.ts';
import type { HostApp } from '../host-app.ts';
import type { Flag } from './flags.ts';
import type { CliIo } from './io.ts';
import { readBounded } from './numbers.ts';

/** Of the verbs that need the machine alone. */
export const waitFlag: Flag = {
  name: 'wait',
  value: 's',
  optional: true,
  help: 'wait while the machine is busy, behind runs that came before: as long as it takes, or for at most this many seconds (exit code 6 after that)',
};

/** What `--wait` says in words that may not be parsed yet, in milliseconds; undefined where it is not there. */
export function waitIn(words: readonly string[]): number | undefined {
  const end = words.indexOf('--');
  const flags = end < 0 ? words : words.slice(0, end);
  const at = flags.findLastIndex((word) => word === '--wait' || word.startsWith('--wait='));
  if (at < 0) return undefined;
  const [, value = flags[at + 1] ?? ''] = (flags[at] ?? '').split('=');
  if (flags[at] === '--wait' && !/^\d+(\.\d+)?$/.test(value)) return Number.POSITIVE_INFINITY;
  return 1000 * readBounded('--wait', value, { min: 0, max: 1e7, whole: false });
}

/** Says behind whom this process waits, as often as that changes. */
export function waitTeller(say: (text: string) => void): (event: ApiEvent) => void {
  let lastSaid = '';
  return (event) => {
    if (event.type !== 'queue-changed') return;
    const behind = event.queue.queued[0]?.behind ?? '';
    if (behind !== '' && behind !== lastSaid) say(behind);
    lastSaid = behind;
  };
}

/** Takes whatever of this process waits out of the queue. */
export async function cancelWaits(app: HostApp): Promise<void> {
  const { queued } = await app.api.queue({});
  await Promise.all(queued.map(({ id }) => app.api.cancelQueued({ id })));
}

/** A signal that an interrupt aborts; a wait for the machine ends with it. `off` lets go of the interrupt. */
export function abortOnInterrupt(
  io: CliIo,
  app: HostApp,
): { readonly signal: AbortSignal; readonly off: () => void } {
  const stop = new AbortController();
  const off = io.onInterrupt(() => {
    stop.abort();
    void cancelWaits(app);
  });
  return { signal: stop.signal, off };
}
