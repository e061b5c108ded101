import type { Failure } from './failure.ts';
import type { Interference } from './interference.ts';
import type { CompiledKernel, KernelRequest, LabType, OpenedLab } from './lab.ts';
import type { MeasuredPeak, NativeMachine } from './machine.ts';
import type { CaseResult, PlannedCase } from './run.ts';
import type { Phase, Timings } from './timings.ts';
import type { Catalog, Values } from './workload.ts';

/**
 * Messages between the main process and an engine child, over structured clone (`serialization: 'advanced'`).
 * One request is under way at a time, but for `cancel`, which may come at any time. Each request gets exactly one
 * `reply` with its id; `sample` events may come before it.
 */
export type EngineRequest =
  | { readonly type: 'describe'; readonly id: number }
  | { readonly type: 'estimate'; readonly id: number; readonly cases: readonly EstimateCase[] }
  | {
      readonly type: 'inspect';
      readonly id: number;
      readonly workload: string;
      readonly input: string;
      /** Axes that say how the file is to be read, such as a layout; defaults stand for the others. */
      readonly values: Values;
    }
  | { readonly type: 'run'; readonly id: number; readonly case: EngineCase }
  /** One execution for a profiler, in the NVTX range `execution` of the domain `breakeven`; verified and not timed. */
  | { readonly type: 'profile'; readonly id: number; readonly case: EngineCase }
  /** Makes input and expected answer of a case and writes them to its memory. */
  | { readonly type: 'share'; readonly id: number; readonly case: EngineCase }
  /** Runs and verifies a case without timing it; `output` asks for the bytes of its answer. */
  | {
      readonly type: 'once';
      readonly id: number;
      readonly case: EngineCase;
      readonly output: boolean;
    }
  /** Draws the input that these values, or this file, make. */
  | {
      readonly type: 'sketch';
      readonly id: number;
      readonly workload: string;
      readonly values: Values;
      readonly input: string | null;
    }
  /** Reads formulas and fills of a lab; nothing is evaluated. */
  | {
      readonly type: 'check-expressions';
      readonly id: number;
      readonly expressions: readonly ExpressionCheck[];
    }
  /** Compiles a kernel of the user's own; nothing of it is run. */
  | { readonly type: 'compile-kernel'; readonly id: number; readonly kernel: KernelRequest }
  /** Adds workloads of the user's own; one that is open is replaced. */
  | { readonly type: 'open-labs'; readonly id: number; readonly labs: readonly OpenedLab[] }
  /** Measures the peaks of the host or, where a GPU is named, of that device. */
  | { readonly type: 'measure-peaks'; readonly id: number; readonly gpu: string | null }
  | { readonly type: 'cancel' };

/** A planned case with what the engine alone needs. */
export type EngineCase = Omit<PlannedCase, 'estimate' | 'skip'> & {
  readonly repetition: number;
  /** Where its input and expected answer are; without it the engine makes them itself. */
  readonly memory?: SharedMemory;
  /**
   * By timing scope: executions in one sample, as the first repetition chose them. The engine chooses what is absent.
   */
  readonly batch?: Readonly<Record<string, number>>;
  /** By timing scope: standard deviation of the log median between processes, as far as it is known. */
  readonly processSd?: Readonly<Record<string, number>>;
  /** By number of threads: the issue ratio of cores of one's own, as far as earlier processes have seen it. */
  readonly ownIssueRatios?: Readonly<Record<string, number>>;
  /** The answer is known from an earlier repetition: it is verified, and not hashed again. */
  readonly answered?: boolean;
  /**
   * Many runs are verified, inputs seen and not seen are compared, and without `energyS` the energy of a card is measured: in one
   * repetition of each case.
   * It is so where this is absent.
   */
  readonly thorough?: boolean;
};

/** Memory that the main process has open: how another process of the user opens it, and its `device:inode`. */
export type SharedMemory = { readonly path: string; readonly identity: string };

export type EstimateCase = {
  readonly workload: string;
  readonly variant: string;
  readonly values: Values;
};

/** What one case needs, computed before anything is allocated. */
export type CaseEstimate = {
  readonly hostBytes: number;
  readonly deviceBytes: number;
  /** Of the copy of input and expected answer that all processes of a run share. */
  readonly sharedBytes?: number;
  /** Of one run of the computation by sequential code, roughly. */
  readonly seconds: number;
  /** Of making the input, where that is a computation of its own. */
  readonly inputSeconds?: number;
  /** Why the variant refuses these values, in one sentence; null when it does not. */
  readonly reason: string | null;
};

/** A formula, or the fill of an array of the type `fills`, over these names and the axis `seed`. */
export type ExpressionCheck = {
  readonly text: string;
  readonly names: readonly string[];
  readonly fills?: LabType;
};

/** A sentence in two parts; the hint between them says which of the `known` words `unknown` may mean. */
export type ExpressionFault = {
  readonly before: string;
  readonly unknown: string;
  readonly known: readonly string[];
  readonly after: string;
};

export type EngineDescription = {
  readonly catalog: Catalog;
  readonly machine: NativeMachine;
  /** Addons that were looked for and not loaded, with the reason. */
  readonly absent: readonly { readonly addon: string; readonly reason: string }[];
};

/** An input as a picture: how many of its entries lie in each cell, row by row. */
export type Sketch = {
  readonly width: number;
  readonly height: number;
  readonly cells: Float64Array;
};

/** A case that was verified without being timed. */
export type OnceReply = {
  readonly result: CaseResult;
  /** Little-endian bytes of the answer in the workload's element type; null when not asked for. */
  readonly output: Uint8Array | null;
};

/** Peaks, each measured once, and what else happened on the machine meanwhile. */
export type PeaksPass = {
  readonly peaks: readonly MeasuredPeak[];
  readonly interference?: Interference;
};

export type EngineReply =
  | { readonly ok: true; readonly description: EngineDescription }
  /** One entry a case, in order; null where the addon cannot tell. */
  | { readonly ok: true; readonly estimates: readonly (CaseEstimate | null)[] }
  /** The axis values that an input file decides (n, say). */
  | { readonly ok: true; readonly decided: Values }
  | { readonly ok: true; readonly result: CaseResult }
  | { readonly ok: true; readonly shared: Timings }
  | { readonly ok: true; readonly once: OnceReply }
  /** Null where there is nothing to see in inputs of this workload. */
  | { readonly ok: true; readonly sketch: Sketch | null }
  | ({ readonly ok: true } & PeaksPass)
  | { readonly ok: true; readonly opened: number }
  /** One entry an expression, in order; null where nothing is wrong. */
  | { readonly ok: true; readonly faults: readonly (ExpressionFault | null)[] }
  /** Null where this machine has no NVRTC. */
  | { readonly ok: true; readonly kernel: CompiledKernel | null }
  | { readonly ok: false; readonly failure: Failure };

export type EngineEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'reply'; readonly id: number; readonly reply: EngineReply }
  | {
      readonly type: 'sample';
      readonly id: number;
      readonly scope: string;
      /** Times of new samples since the last event, in nanoseconds. */
      readonly timesNs: Float64Array;
      /**
       * SM clock in Hz of each of them, NaN where it cannot be trusted, and of samples that were set aside to be taken
       * again; absent for CPU work.
       */
      readonly clocksHz?: Float64Array;
      /** Samples of the case so far below the minimum clock, kept or taken again; absent for CPU work. */
      readonly throttledSamples?: number;
      readonly phase: Phase;
    };

/** What supervising code needs of a child, whoever started it (utilityProcess or child_process). */
export type EngineChild = {
  readonly pid: number | undefined;
  send(message: EngineRequest): void;
  onEvent(listener: (event: EngineEvent) => void): void;
  /** Called once when the process is gone, with a sentence saying how. */
  onExit(listener: (how: string) => void): void;
  kill(): void;
};

/** Starts an engine with the given environment over the parent's own (OpenMP settings, NODE_OPTIONS). */
export type ForkEngine = (environment: Readonly<Record<string, string>>) => EngineChild;
