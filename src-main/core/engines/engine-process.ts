import type {
  EngineChild,
  EngineEvent,
  EngineReply,
  EngineRequest,
  ForkEngine,
} from '../../contract/engine-protocol.ts';
import { BreakevenError, engineFault, environmentFault } from '../../contract/failure.ts';
import type { OpenedLab } from '../../contract/lab.ts';
import type { MemoryWatch } from '../machine/memory-deaths.ts';

export type SampleEvent = Extract<EngineEvent, { readonly type: 'sample' }>;

export type EngineProcessOptions = {
  readonly fork: ForkEngine;
  readonly environment: Readonly<Record<string, string>>;
  /** Workloads of the user's own, which every new process opens before it is ready. */
  readonly labs?: () => readonly OpenedLab[];
  /** How long a new process may take until it is ready, in milliseconds. */
  readonly startLimitMs?: number;
  /** How long a running sample may go on after a cancel, in milliseconds, before the process is ended. */
  readonly cancelGraceMs?: number;
  /** Follows the memory of a new process; the end of none is put down to memory without it. */
  readonly watchMemory?: (pid: () => number | undefined) => MemoryWatch;
  /** Why no process can be started now, in words; asked before each. */
  readonly shortage?: () => string | null;
};

type Pending = {
  readonly id: number;
  readonly onReply: (reply: EngineReply) => void;
  readonly onSample: (event: SampleEvent) => void;
  /** The process is gone; `how` continues "the engine stopped: ". */
  readonly onExit: (how: string) => void;
};

type Session = {
  readonly child: EngineChild;
  readonly ready: Promise<void>;
  readonly gone: Promise<string>;
  pending: Pending | null;
  /** It has answered harmless questions only. */
  isUnused: boolean;
};

/** Questions that do not change how a later case runs. */
const harmless: ReadonlySet<string> = new Set(['describe', 'estimate']);

/** A request of which each has a reply, without its id. */
export type Question = WithoutId<Exclude<EngineRequest, { readonly type: 'cancel' | 'open-labs' }>>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

type AskOptions = {
  readonly limitMs: number;
  readonly onSample?: ((event: SampleEvent) => void) | undefined;
  /** The process takes the question: it was there, or has started. */
  readonly onReady?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Of the request that opens labs; questions are counted from 1. */
const openingId = 0;

/** How often the memory of an engine is looked at, in milliseconds: rarely enough not to disturb it. */
const lookMs = 1000;

/** Engines that a question which measures nothing is put to, one after the other has died of it. */
const maxAttempts = 3;

/** An engine process that is there when something is asked; it answers one question at a time. */
export function createEngineProcess(options: EngineProcessOptions) {
  const { fork, environment, labs = () => [], startLimitMs = 60_000, cancelGraceMs = 60 } = options;
  let session: Session | null = null;
  let lastId = 0;

  function start(): Session {
    const shortage = options.shortage?.() ?? null;
    if (shortage !== null) throw notStarted(shortage);
    const child = fork(environment);
    const memory = options.watchMemory?.(() => child.pid);
    const looks = setInterval(() => memory?.look(), lookMs).unref();
    const readiness = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<string>();
    const fresh: Session = {
      ...{ child, ready: readiness.promise, gone: gone.promise },
      ...{ pending: null, isUnused: true },
    };
    readiness.promise.catch(() => {});
    const timer = setTimeout(() => {
      readiness.reject(engineFailure(`it was not ready within ${startLimitMs / 1000} s`));
      child.kill();
    }, startLimitMs);
    child.onEvent((event) => {
      if (event.type === 'ready') {
        const opened = labs();
        if (opened.length > 0) {
          send(fresh, { type: 'open-labs', id: openingId, labs: opened });
          return;
        }
        clearTimeout(timer);
        readiness.resolve();
        return;
      }
      if (event.id === openingId) {
        if (event.type !== 'reply') return;
        clearTimeout(timer);
        const { reply } = event;
        if (reply.ok) return readiness.resolve();
        readiness.reject(new BreakevenError(reply.failure.code, reply.failure.message));
        return discard(fresh);
      }
      // An answer to a request that was given up on belongs to nobody.
      if (fresh.pending?.id !== event.id) return;
      if (event.type === 'sample') fresh.pending.onSample(event);
      else fresh.pending.onReply(event.reply);
    });
    child.onExit((signal) => {
      clearTimeout(timer);
      clearInterval(looks);
      const how = memory?.explain(signal) ?? signal;
      if (session === fresh) session = null;
      readiness.reject(deathOf(how));
      fresh.pending?.onExit(how);
      gone.resolve(how);
    });
    return fresh;
  }

  /** Sends one question and waits for its reply, the end of the process, silence past the limit, or the signal. */
  async function ask(question: Question, options: AskOptions) {
    const { limitMs, onSample, onReady, signal } = options;
    if (signal?.aborted) throw cancelledFailure();
    session ??= start();
    const current = session;
    await untilAborted(current.ready, signal);
    // Both may have happened in one turn.
    if (signal?.aborted) throw cancelledFailure();
    if (current.pending !== null) throw new BreakevenError('busy', 'the engine is busy');
    onReady?.();
    current.isUnused &&= harmless.has(question.type);
    lastId += 1;
    const id = lastId;
    const answer = Promise.withResolvers<EngineReply>();
    let graceTimer: NodeJS.Timeout | undefined;
    const hangTimer = setTimeout(() => {
      answer.reject(engineFailure(hangReason(limitMs)));
      discard(current);
    }, limitMs);
    const onAbort = () => {
      clearTimeout(hangTimer);
      send(current, { type: 'cancel' });
      graceTimer = setTimeout(() => {
        answer.reject(cancelledFailure());
        discard(current);
      }, cancelGraceMs);
    };
    current.pending = {
      id,
      onReply: answer.resolve,
      onSample: (event) => {
        if (signal?.aborted) return;
        hangTimer.refresh();
        onSample?.(event);
      },
      onExit: (how) => answer.reject(signal?.aborted ? cancelledFailure() : deathOf(how)),
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      send(current, { ...question, id });
      const reply = await answer.promise;
      if (signal?.aborted) throw cancelledFailure();
      if (!reply.ok) {
        throw new BreakevenError(reply.failure.code, reply.failure.message, reply.failure.detail);
      }
      return reply;
    } finally {
      current.pending = null;
      clearTimeout(hangTimer);
      clearTimeout(graceTimer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /**
   * As `ask`, of what measures nothing and so can be asked again: a process that ends meanwhile is replaced, until so
   * many have ended that there is a reason that stays.
   */
  async function askAgain(question: Question, asked: AskOptions) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask(question, asked);
      } catch (error) {
        const died = error instanceof BreakevenError && deaths.has(error);
        if (!died || attempt === maxAttempts) throw error;
      }
    }
  }

  /** Ends a process at once; the next question starts another without waiting for it. */
  function discard(current: Session): void {
    if (session === current) session = null;
    current.child.kill();
  }

  /**
   * Ends the process, if there is one; the next question starts a new one. With `used` or `unused`, only a process in that
   * state is ended; an unused one has answered descriptions and estimates only.
   */
  async function restart(which?: 'used' | 'unused'): Promise<void> {
    const current = session;
    if (current === null) return;
    if (which !== undefined && current.isUnused !== (which === 'unused')) return;
    discard(current);
    await current.gone;
  }

  /** Ends a used process and starts the next one at once, without waiting for either. */
  function replace(): void {
    if (session === null || session.isUnused) return;
    discard(session);
    // Why none can be started is said to whoever asks next.
    if ((options.shortage?.() ?? null) === null) session = start();
  }

  return { ask, askAgain, restart, replace, pid: () => session?.child.pid };
}

/** Sending to a process that is just ending may throw; its exit is what is reported. */
function send(session: Session, message: EngineRequest): void {
  try {
    session.child.send(message);
  } catch {
    session.child.kill();
  }
}

async function untilAborted(promise: Promise<void>, signal: AbortSignal | undefined) {
  if (signal === undefined) return await promise;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(cancelledFailure());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** What is said of an engine that was silent for too long. */
export function hangReason(limitMs: number): string {
  return `it did not respond for ${limitMs / 1000} s`;
}

function engineFailure(how: string): BreakevenError {
  return engineFault(`the engine stopped: ${how}`);
}

function notStarted(why: string): BreakevenError {
  return environmentFault(`the engine cannot be started: ${why}`);
}

/** Failures that are the end of a process, and not its silence or its answer. */
const deaths = new WeakSet<BreakevenError>();

function deathOf(how: string): BreakevenError {
  const failure = engineFailure(how);
  deaths.add(failure);
  return failure;
}

function cancelledFailure(): BreakevenError {
  return new BreakevenError('cancelled', 'the case was cancelled');
}
