import { type ReadonlySignal, signal } from '@preact/signals';
import type { Configuration } from '../../src-main/contract/configuration.ts';
import type { Failure } from '../../src-main/contract/failure.ts';
import type { Queue, Queued } from '../../src-main/contract/procedures/queue.ts';
import type { Client } from '../client.ts';
import { attempt, type SayToast } from './toasts.ts';

export type QueueState = {
  /** What of this process waits for the machine, the next one first. */
  readonly queued: ReadonlySignal<readonly Queued[]>;
  load(): Promise<void>;
  receive(queue: Queue): void;
  /** Measures this as soon as the machine is free. */
  add(configuration: Configuration): Promise<void>;
  cancel(id: string): Promise<void>;
  /**
   * Says why something did not start. Where the machine is busy it offers to wait for it, by `wait`.
   */
  sayRefused(what: string, failure: Failure, wait: () => Promise<void>): void;
};

type Parts = {
  readonly client: Pick<Client, 'call'>;
  readonly toast: SayToast;
  /** Shows the run that is measured now. */
  readonly watch: () => void;
};

export function createQueue({ client, toast, watch }: Parts): QueueState {
  const queued = signal<readonly Queued[]>([]);
  /** Ends that were told, or were there before this window. */
  const told = new Set<string>();
  let first = true;

  const receive = (queue: Queue): void => {
    queued.value = queue.queued;
    for (const { id, what, runId, failure } of queue.ended) {
      // An end without either is a run that is about to begin: it will be told of again.
      if (told.has(id) || (runId === null && failure === null)) continue;
      told.add(id);
      if (first) continue;
      if (runId !== null) {
        toast(`It is the turn of ${what}.`, {
          tone: 'good',
          action: { label: 'Watch', run: watch },
        });
      } else if (failure !== null && failure.code !== 'cancelled') {
        toast(`${capital(what)} was not started: ${failure.message}`, { tone: 'bad' });
      }
    }
    first = false;
  };
  const load = async (): Promise<void> => {
    const queue = await client.call('queue', {}).catch(() => null);
    if (queue !== null) receive(queue);
  };

  return {
    queued,
    load,
    receive,
    async add(configuration) {
      await attempt(toast, 'The run was not queued', async () => {
        await client.call('queueRun', { configuration });
        toast('The run waits in the queue and starts when the machine is free.', {
          action: { label: 'Show the queue', run: watch },
        });
        await load();
      });
    },
    async cancel(id) {
      await attempt(toast, 'It was not taken out of the queue', async () => {
        await client.call('cancelQueued', { id });
        await load();
      });
    },
    sayRefused(what, failure, wait) {
      toast(`${what}: ${failure.message}`, {
        tone: 'bad',
        ...(failure.code === 'busy'
          ? { action: { label: 'Queue it', run: () => void wait() } }
          : {}),
      });
    },
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
