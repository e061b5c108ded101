import { BreakevenError, type Failure } from '../../contract/failure.ts';
import type { Queue, Queued, QueueEnd } from '../../contract/procedures/queue.ts';

/** How long to wait for a busy machine; absent where it is not waited for. */
export type WaitFor = {
  /** Null: as long as it takes. */
  readonly seconds: number | null;
  /** Of its place in the queue, where it was given one. */
  readonly id?: string;
};

export function waitFor(seconds: number | null | undefined, id?: string): WaitFor | undefined {
  return seconds === undefined ? undefined : { seconds, ...(id === undefined ? {} : { id }) };
}

/** Something of this process that waits for the machine. */
export type Waiting = {
  /** Aborted when it is taken out. */
  readonly signal: AbortSignal;
  behind(sentence: string): void;
  /** It waits no longer: the machine is its own, or the failure says why not. */
  leave(failure: Failure | null): void;
};

export type WaitingList = ReturnType<typeof createWaitingList>;

type Entry = { queued: Queued; readonly stop: AbortController };

/** What has ended stays known for whoever asks next. */
const keptEnds = 20;

export function createWaitingList(onChange: (queue: Queue) => void) {
  const waiting = new Map<string, Entry>();
  let ended: readonly QueueEnd[] = [];
  let last = 0;

  const queue = (): Queue => ({ queued: [...waiting.values()].map(({ queued }) => queued), ended });

  /** An id that nothing else in the queue has. */
  function newId(): string {
    last += 1;
    return `${process.pid}-${last}`;
  }

  return {
    newId,
    join(what: string, id = newId()): Waiting {
      const since = new Date().toISOString();
      const entry: Entry = {
        queued: { id, what, since, behind: null },
        stop: new AbortController(),
      };
      waiting.set(id, entry);
      onChange(queue());
      return {
        signal: entry.stop.signal,
        behind(sentence) {
          entry.queued = { ...entry.queued, behind: sentence };
          if (waiting.has(id)) onChange(queue());
        },
        leave(failure) {
          if (!waiting.delete(id)) return;
          ended = [...ended, { id, what, runId: null, failure }].slice(-keptEnds);
          onChange(queue());
        },
      };
    },
    /** Says which run it became, or why it became none. */
    became(id: string, end: Pick<QueueEnd, 'runId' | 'failure'>): void {
      ended = ended.map((one) => (one.id === id ? { ...one, ...end } : one));
      onChange(queue());
    },
    queue,
    /** False where nothing of that id waits. */
    cancel(id: string): boolean {
      const stop = waiting.get(id)?.stop;
      stop?.abort(cancelled());
      return stop !== undefined;
    },
    cancelAll(): void {
      for (const { stop } of waiting.values()) stop.abort(cancelled());
    },
  };
}

const cancelled = (): BreakevenError =>
  new BreakevenError('cancelled', 'the run was cancelled while it waited for the machine');
