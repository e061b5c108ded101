import { z } from 'zod';
import { emptyResult } from '../../contract/empty-result.ts';
import type {
  CaseEstimate,
  EngineCase,
  EngineChild,
  EngineDescription,
  EngineEvent,
  EngineReply,
  EngineRequest,
  EstimateCase,
  ForkEngine,
  OnceReply,
  ProbePass,
  Sketch,
} from '../../contract/engine-protocol.ts';
import { BreakevenError } from '../../contract/failure.ts';
import type { OpenedLab } from '../../contract/lab.ts';
import { measuredPeakSchema, nativeMachineSchema } from '../../contract/machine.ts';
import { type CaseResult, caseResultSchema, interferenceSchema } from '../../contract/run.ts';
import { catalogSchema, type Values, valuesSchema } from '../../contract/workload.ts';
import type { MemoryWatch } from '../machine/memory-deaths.ts';

export type SampleEvent = Extract<EngineEvent, { readonly type: 'sample' }>;

export type RunOptions = {
  /** Longest silence of the engine, in milliseconds, before it counts as hung. */
  readonly hangLimitMs: number;
  readonly onSample?: (event: SampleEvent) => void;
  readonly signal?: AbortSignal;
};

/**
 * One engine process at a time, replaced when it dies. Questions that measure nothing are asked again of the next
 * one; a case that it died of is not run again.
 */
export type EngineSupervisor = {
  describe(): Promise<EngineDescription>;
  estimate(cases: readonly EstimateCase[]): Promise<readonly (CaseEstimate | null)[]>;
  /**
   * The axis values that an input file decides.
   *
   * @throws BreakevenError `bad-input` with what is wrong with the file.
   */
  inspectInput(workload: string, input: string, values?: Values): Promise<Values>;
  /** The input that these values or this file make, drawn; null where there is nothing to see in it. */
  sketch(workload: string, values: Values, input: string | null): Promise<Sketch | null>;
  /**
   * Runs one case. The end of the process, a hang and whatever the engine throws make a failed result.
   *
   * @throws BreakevenError `cancelled` within `cancelGraceMs` of the signal.
   */
  run(engineCase: EngineCase, options: RunOptions): Promise<CaseResult>;
  /**
   * Verifies one case without timing it; `output` asks for its bytes. As `run`, whatever goes wrong in the process is a
   * failed result.
   *
   * @throws BreakevenError `cancelled` by the signal, `bad-input` where there is no output to hand out.
   */
  once(engineCase: EngineCase, output: boolean, options: RunOptions): Promise<OnceReply>;
  /** The peaks of the host, or of a GPU by index or UUID, each measured once; none where there is none. */
  probe(gpu: string | null, signal?: AbortSignal): Promise<ProbePass>;
  /** Ends the process, if there is one; the next request starts a new one. */
  restart(): Promise<void>;
  readonly pid: () => number | undefined;
};

export type SupervisorOptions = {
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
};

/** A request that is not `cancel`, without its id. */
type Question =
  | { readonly type: 'describe' }
  | { readonly type: 'estimate'; readonly cases: readonly EstimateCase[] }
  | {
      readonly type: 'inspect';
      readonly workload: string;
      readonly input: string;
      readonly values: Values;
    }
  | { readonly type: 'run'; readonly case: EngineCase }
  | { readonly type: 'once'; readonly case: EngineCase; readonly output: boolean }
  | {
      readonly type: 'sketch';
      readonly workload: string;
      readonly values: Values;
      readonly input: string | null;
    }
  | { readonly type: 'probe'; readonly gpu: string | null };

type AskOptions = {
  readonly limitMs: number;
  readonly onSample?: ((event: SampleEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Of the request that opens labs; questions are counted from 1. */
const openingId = 0;

const describeLimitMs = 60_000;
/** A file of many gigabytes is read whole to check its values. */
const inspectLimitMs = 600_000;
/** Peaks of host memory are measured with every number of threads, a GPU with several kernels. */
const probeLimitMs = 300_000;

/** How often the memory of an engine is looked at, in milliseconds: rarely enough not to disturb it. */
const lookMs = 1000;

/** Engines that a question which measures nothing is put to, one after the other has died of it. */
const maxAttempts = 3;

export function createEngineSupervisor(options: SupervisorOptions): EngineSupervisor {
  const { fork, environment, labs = () => [], startLimitMs = 60_000, cancelGraceMs = 60 } = options;
  let session: Session | null = null;
  let lastId = 0;

  function start(): Session {
    const child = fork(environment);
    const memory = options.watchMemory?.(() => child.pid);
    const looks = setInterval(() => memory?.look(), lookMs).unref();
    const readiness = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<string>();
    const fresh: Session = { child, ready: readiness.promise, gone: gone.promise, pending: null };
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
  async function ask(question: Question, { limitMs, onSample, signal }: AskOptions) {
    if (signal?.aborted) throw cancelledFailure();
    session ??= start();
    const current = session;
    await untilAborted(current.ready, signal);
    // Both may have happened in one turn.
    if (signal?.aborted) throw cancelledFailure();
    if (current.pending !== null) throw new BreakevenError('busy', 'the engine is busy');
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

  async function describe(): Promise<EngineDescription> {
    const reply = await askAgain({ type: 'describe' }, { limitMs: describeLimitMs });
    if (!('description' in reply)) throw wrongReply('describe');
    const { catalog, machine, absent } = reply.description;
    return {
      catalog: catalogSchema.parse(catalog),
      machine: nativeMachineSchema.parse(machine),
      absent,
    };
  }

  async function estimate(cases: readonly EstimateCase[]) {
    const reply = await askAgain({ type: 'estimate', cases }, { limitMs: describeLimitMs });
    if (!('estimates' in reply)) throw wrongReply('estimate');
    return reply.estimates;
  }

  async function inspectInput(
    workload: string,
    input: string,
    values: Values = {},
  ): Promise<Values> {
    const question = { type: 'inspect', workload, input, values } as const;
    const reply = await askAgain(question, { limitMs: inspectLimitMs });
    if (!('decided' in reply)) throw wrongReply('inspect');
    return valuesSchema.parse(reply.decided);
  }

  async function sketch(
    workload: string,
    values: Values,
    input: string | null,
  ): Promise<Sketch | null> {
    const question = { type: 'sketch', workload, values, input } as const;
    const reply = await ask(question, { limitMs: inspectLimitMs });
    if (!('sketch' in reply)) throw wrongReply('sketch');
    return reply.sketch;
  }

  async function run(engineCase: EngineCase, runOptions: RunOptions): Promise<CaseResult> {
    const { hangLimitMs: limitMs, onSample, signal } = runOptions;
    try {
      const reply = await ask({ type: 'run', case: engineCase }, { limitMs, onSample, signal });
      if (!('result' in reply)) throw wrongReply('run');
      return parseResult(reply.result);
    } catch (error) {
      if (error instanceof BreakevenError && error.code === 'cancelled') throw error;
      return failedResult(error instanceof Error ? error.message : String(error));
    }
  }

  async function once(
    engineCase: EngineCase,
    output: boolean,
    { hangLimitMs: limitMs, onSample, signal }: RunOptions,
  ): Promise<OnceReply> {
    try {
      const question = { type: 'once', case: engineCase, output } as const;
      const reply = await ask(question, { limitMs, onSample, signal });
      if (!('once' in reply)) throw wrongReply('once');
      return { result: parseResult(reply.once.result), output: reply.once.output };
    } catch (error) {
      const passes =
        error instanceof BreakevenError && ['cancelled', 'bad-input'].includes(error.code);
      if (passes) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return { result: failedResult(reason), output: null };
    }
  }

  async function probe(gpu: string | null, signal?: AbortSignal): Promise<ProbePass> {
    const reply = await ask({ type: 'probe', gpu }, { limitMs: probeLimitMs, signal });
    if (!('probes' in reply)) throw wrongReply('probe');
    const { interference } = reply;
    return {
      probes: z.array(measuredPeakSchema).parse(reply.probes),
      ...(interference === undefined
        ? {}
        : { interference: interferenceSchema.parse(interference) }),
    };
  }

  async function restart(): Promise<void> {
    const current = session;
    if (current === null) return;
    discard(current);
    await current.gone;
  }

  return {
    describe,
    estimate,
    inspectInput,
    sketch,
    run,
    once,
    probe,
    restart,
    pid: () => session?.child.pid,
  };
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

/** The engine is another process, and its addons may be of another version. */
function parseResult(result: unknown): CaseResult {
  const parsed = caseResultSchema.safeParse(result);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? 'it' : issue.path.join('.') || 'it';
  throw new BreakevenError(
    'engine',
    `the engine's result violates the protocol (${where}: ${issue?.message ?? 'unknown'})`,
  );
}

/** What is said of an engine that was silent for too long. */
export function hangReason(limitMs: number): string {
  return `it did not respond for ${limitMs / 1000} s`;
}

function failedResult(reason: string): CaseResult {
  return emptyResult('failed', reason);
}

function engineFailure(how: string): BreakevenError {
  return new BreakevenError('engine', `the engine stopped: ${how}`);
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

function wrongReply(question: string): BreakevenError {
  return new BreakevenError('engine', `the engine did not answer "${question}"`);
}
