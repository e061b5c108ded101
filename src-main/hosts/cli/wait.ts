import type { ApiEvent } from '../../contract/api.ts';
import type { Wait } from '../../contract/procedures/queue.ts';
import type { HostApp } from '../host-app.ts';
import type { Arguments } from './flags.ts';
import { readBounded } from './numbers.ts';

/** What `--wait` says, as a part of a request. */
export function waitFrom(args: Arguments): { readonly waitS?: Exclude<Wait, undefined> } {
  if (!args.has('wait')) return {};
  const seconds = args.value('wait');
  const bounds = { min: 0, max: 1e7, whole: false };
  return { waitS: seconds === undefined ? null : readBounded('--wait', seconds, bounds) };
}

/** Says behind whom this process waits, as often as that changes. */
export function waitTeller(say: (text: string) => void): (event: ApiEvent) => void {
  let told = '';
  return (event) => {
    if (event.type !== 'queue-changed') return;
    const behind = event.queue.queued[0]?.behind ?? '';
    if (behind !== '' && behind !== told) say(behind);
    told = behind;
  };
}

/** The same of an application's events. Returns the function that ends it. */
export const tellWait = (app: HostApp, say: (text: string) => void): (() => void) =>
  app.onEvent(waitTeller(say));

/** Takes whatever of this process waits out of the queue. */
export async function cancelWaits(app: HostApp): Promise<void> {
  const { queued } = await app.api.queue({});
  await Promise.all(queued.map(({ id }) => app.api.cancelQueued({ id })));
}
