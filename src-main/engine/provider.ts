import type {
  CaseEstimate,
  EngineCase,
  ExpressionCheck,
  ExpressionFault,
  OnceReply,
  Sketch,
} from '../contract/engine-protocol.ts';
import type { Interference } from '../contract/interference.ts';
import type {
  CompiledKernel,
  KernelRequest,
  LabArtifacts,
  LabDescription,
} from '../contract/lab.ts';
import type { MeasuredPeak, NativeMachine } from '../contract/machine.ts';
import type { CaseResult } from '../contract/run.ts';
import type { Phase, Timings } from '../contract/timings.ts';
import type { Catalog, Values } from '../contract/workload.ts';

/** New samples of the running case; also sent without times when a phase begins. */
export type ProviderEvent = {
  readonly scope: string;
  readonly phase: Phase;
  readonly timesNs: Float64Array;
  /** As the engine's `sample` events have them. */
  readonly clocksHz?: Float64Array;
  readonly throttledSamples?: number;
};

/**
 * Something that can run variants: a native addon, or a test's own code that describes itself in the same shape.
 * `catalog` holds its own variants alone; `run` is called for one case at a time.
 */
export type Provider = {
  readonly catalog: () => Catalog;
  readonly machine: () => NativeMachine;
  readonly estimate?: (workload: string, variant: string, values: Values) => CaseEstimate;
  /**
   * The axis values that an input file decides, read as `values` say. Rejects with one sentence when the file is not as
   * it should be.
   */
  readonly inspectInput?: (workload: string, path: string, values: Values) => Promise<Values>;
  /** A picture of a workload's input; null where there is none. */
  readonly sketch?: (
    workload: string,
    values: Values,
    path: string | null,
  ) => Promise<Sketch | null>;
  readonly run: (
    engineCase: EngineCase,
    onEvent: (event: ProviderEvent) => void,
  ) => Promise<CaseResult>;
  /** Writes input and expected answer of a case to its memory; resolves with the seconds that it took. */
  readonly share?: (
    engineCase: EngineCase,
    onEvent: (event: ProviderEvent) => void,
  ) => Promise<Timings>;
  /** Runs one verified execution that profilers find by its range; nothing is timed. */
  readonly profile?: (
    engineCase: EngineCase,
    onEvent: (event: ProviderEvent) => void,
  ) => Promise<CaseResult>;
  /** Verifies a case without timing it. A provider that lacks it is asked for a short run instead. */
  readonly once?: (
    engineCase: EngineCase,
    output: boolean,
    onEvent: (event: ProviderEvent) => void,
  ) => Promise<OnceReply>;
  /**
   * Measured peaks of the device that this provider computes on, none where there is none, and what happened on the
   * machine meanwhile.
   */
  readonly measurePeaks?: (gpu?: string) => Promise<{
    readonly peaks: readonly MeasuredPeak[];
    readonly interference: Interference;
  }>;
  /**
   * Adds a workload of the user's own, with the variants of it that this provider runs.
   *
   * @returns a promise where it is done later.
   * @throws an error with a failure code and one sentence.
   */
  readonly openLab?: (description: LabDescription, artifacts: LabArtifacts) => unknown;
  readonly checkExpressions?: (
    expressions: readonly ExpressionCheck[],
  ) => readonly (ExpressionFault | null)[];
  /** Whether this machine has a compiler of kernels at run time, and which. */
  readonly nvrtc?: () => { readonly available: boolean; readonly version: string | null };
  /** @throws an error with a failure code and one sentence where there is none. */
  readonly nvrtcCompile?: (kernel: KernelRequest) => Promise<Omit<CompiledKernel, 'version'>>;
  /** Makes the running case return between two samples. No effect when none runs. */
  readonly cancel: () => void;
};

export type NamedProvider = { readonly name: string; readonly provider: Provider };
export type AbsentProvider = { readonly addon: string; readonly reason: string };
