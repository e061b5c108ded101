import { z } from 'zod';
import { emptyResult } from '../../contract/empty-result.ts';
import type {
  EngineCase,
  EngineDescription,
  EstimateCase,
  ExpressionCheck,
  OnceReply,
  PeaksPass,
  Sketch,
} from '../../contract/engine-protocol.ts';
import { BreakevenError, engineFault } from '../../contract/failure.ts';
import { interferenceSchema } from '../../contract/interference.ts';
import type { KernelRequest } from '../../contract/lab.ts';
import { measuredPeakSchema, nativeMachineSchema } from '../../contract/machine.ts';
import { type CaseResult, caseResultSchema, type PlannedCase } from '../../contract/run.ts';
import { sumOfTimings, type Timings, timingsSchema } from '../../contract/timings.ts';
import { catalogSchema, type Values, valuesSchema } from '../../contract/workload.ts';
import {
  createEngineProcess,
  type EngineProcessOptions,
  type SampleEvent,
} from './engine-process.ts';

export type RunOptions = {
  /** Longest silence of the engine, in milliseconds, before it counts as hung. */
  readonly hangLimitMs: number;
  readonly onSample?: (event: SampleEvent) => void;
  readonly signal?: AbortSignal;
  /** What the case needs. */
  readonly estimate?: PlannedCase['estimate'];
};

type KernelLimits = {
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
};

const describeLimitMs = 60_000;
/** A file of many gigabytes is read whole to check its values. */
const inspectLimitMs = 600_000;
/** Peaks of host memory are measured with every number of threads, a GPU with several kernels. */
const peaksLimitMs = 300_000;

export type EngineSupervisor = ReturnType<typeof createEngineSupervisor>;

/**
 * One engine process at a time, replaced when it dies. Questions that measure nothing are asked again of the next
 * one; a case that it died of is not run again.
 */
export function createEngineSupervisor(options: EngineProcessOptions) {
  const { ask, askAgain, restart, replace, pid } = createEngineProcess(options);

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

  /** What is wrong with each formula or fill of a lab; null where nothing is. */
  async function checkExpressions(expressions: readonly ExpressionCheck[]) {
    const question = { type: 'check-expressions', expressions } as const;
    const reply = await askAgain(question, { limitMs: describeLimitMs });
    if (!('faults' in reply)) throw wrongReply('check-expressions');
    return reply.faults;
  }

  /**
   * The axis values that an input file decides.
   *
   * @throws BreakevenError `bad-input` with what is wrong with the file.
   */
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

  /** The input that these values or this file make, drawn; null where there is nothing to see in it. */
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

  /**
   * A kernel of the user's own as machine code; null where this machine has no NVRTC.
   *
   * @throws BreakevenError `engine` where the compiler hangs or ends its process.
   */
  async function compileKernel(kernel: KernelRequest, { seconds, signal }: KernelLimits) {
    const question = { type: 'compile-kernel', kernel } as const;
    const reply = await ask(question, { limitMs: 1000 * seconds, signal });
    if (!('kernel' in reply)) throw wrongReply('compile-kernel');
    return reply.kernel;
  }

  /**
   * Runs one case. The end of the process, a hang and whatever the engine throws make a failed result. A process in
   * which a case failed, or that says that it is spoiled, is ended: each case begins in a sound one.
   *
   * @throws BreakevenError `cancelled` within `cancelGraceMs` of the signal.
   */
  const run = (engineCase: EngineCase, options: RunOptions) => runAs('run', engineCase, options);
  /** The same with one execution for a profiler in place of measuring. */
  const profile = (engineCase: EngineCase, options: RunOptions) =>
    runAs('profile', engineCase, options);

  async function runAs(
    type: 'run' | 'profile',
    engineCase: EngineCase,
    runOptions: RunOptions,
  ): Promise<CaseResult> {
    const { hangLimitMs: limitMs, onSample, signal } = runOptions;
    const asked = performance.now();
    let start = 0;
    const onReady = (): void => {
      start = (performance.now() - asked) / 1000;
    };
    try {
      const options = { limitMs, onSample, onReady, signal };
      const reply = await ask({ type, case: engineCase }, options);
      if (!('result' in reply)) throw wrongReply(type);
      const result = parseResult(reply.result);
      const timings = sumOfTimings([{ start }, result.timings ?? {}]);
      return await soundAfter({ ...result, timings });
    } catch (error) {
      if (error instanceof BreakevenError && error.code === 'cancelled') throw error;
      return await soundAfter(failedResult(error instanceof Error ? error.message : String(error)));
    }
  }

  /**
   * Makes input and expected answer of a case, writes them to its memory and returns the seconds that it took.
   *
   * @throws BreakevenError `not-found` where the memory cannot be opened, `engine` when the process dies or hangs,
   *   `cancelled`, or what is wrong with the case.
   */
  async function share(engineCase: EngineCase, options: RunOptions): Promise<Timings> {
    const { hangLimitMs: limitMs, onSample, signal } = options;
    const reply = await ask({ type: 'share', case: engineCase }, { limitMs, onSample, signal });
    if (!('shared' in reply)) throw wrongReply('share');
    return timingsSchema.parse(reply.shared);
  }

  /**
   * A CUDA context that a failed kernel broke stays broken, and with it every later case of the process. One that broke
   * after its case had been verified is known by an attribute alone.
   */
  async function soundAfter(result: CaseResult): Promise<CaseResult> {
    if (result.outcome === 'failed' || result.attributes.engineSpoiled === true) await restart();
    return result;
  }

  /**
   * Verifies one case without timing it; `output` asks for its bytes. As `run`, whatever goes wrong in the process is a
   * failed result.
   *
   * @throws BreakevenError `cancelled` by the signal, `bad-input` where there is no output to hand out.
   */
  async function once(
    engineCase: EngineCase,
    output: boolean,
    { hangLimitMs: limitMs, onSample, signal }: RunOptions,
  ): Promise<OnceReply> {
    try {
      const question = { type: 'once', case: engineCase, output } as const;
      const reply = await ask(question, { limitMs, onSample, signal });
      if (!('once' in reply)) throw wrongReply('once');
      const result = await soundAfter(parseResult(reply.once.result));
      return { result, output: reply.once.output };
    } catch (error) {
      const passes =
        error instanceof BreakevenError && ['cancelled', 'bad-input'].includes(error.code);
      if (passes) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return { result: await soundAfter(failedResult(reason)), output: null };
    }
  }

  /** The peaks of the host, or of a GPU by index or UUID, each measured once; none where there is none. */
  async function measurePeaks(gpu: string | null, signal?: AbortSignal): Promise<PeaksPass> {
    const reply = await ask({ type: 'measure-peaks', gpu }, { limitMs: peaksLimitMs, signal });
    if (!('peaks' in reply)) throw wrongReply('measure-peaks');
    const { interference } = reply;
    return {
      peaks: z.array(measuredPeakSchema).parse(reply.peaks),
      ...(interference === undefined
        ? {}
        : { interference: interferenceSchema.parse(interference) }),
    };
  }

  return {
    describe,
    estimate,
    checkExpressions,
    inspectInput,
    sketch,
    compileKernel,
    run,
    profile,
    share,
    once,
    measurePeaks,
    restart,
    replace,
    pid,
  };
}

/** The engine is another process, and its addons may be of another version. */
function parseResult(result: unknown): CaseResult {
  const parsed = caseResultSchema.safeParse(result);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? 'it' : issue.path.join('.') || 'it';
  throw engineFault(
    `the engine's result violates the protocol (${where}: ${issue?.message ?? 'unknown'})`,
  );
}

function failedResult(reason: string): CaseResult {
  return emptyResult('failed', reason);
}

function wrongReply(question: string): BreakevenError {
  return engineFault(`the engine did not answer "${question}"`);
}
