import type { CaseEstimate, EngineCase, OnceReply, Sketch } from '../contract/engine-protocol.ts';
import type { NativeMachine, Probe } from '../contract/machine.ts';
import type { CaseResult } from '../contract/run.ts';
import type { Catalog, Values } from '../contract/workload.ts';

export type Phase = 'input' | 'reference' | 'verify' | 'warm-up' | 'sample';

/** New samples of the case under way; also sent with no times when a phase begins. */
export type ProviderEvent = {
  readonly span: string;
  readonly phase: Phase;
  readonly timesNs: Float64Array;
  /** As the engine's `sample` events have them. */
  readonly clocksHz?: Float64Array;
  readonly throttledSamples?: number;
};

/** The expected answer of an input, with the workload's axes completed. */
export type ExpectedAnswer = {
  readonly sha256: string;
  readonly facts: Readonly<Record<string, number | string>>;
  readonly values: Values;
};

/**
 * Something that can run variants: a native addon, or code of this process that describes itself in the same shape.
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
  /** The input of a workload drawn; null where there is nothing to see in it. */
  readonly sketch?: (
    workload: string,
    values: Values,
    path: string | null,
  ) => Promise<Sketch | null>;
  readonly run: (
    engineCase: EngineCase,
    onEvent: (event: ProviderEvent) => void,
  ) => Promise<CaseResult>;
  /** What any variant of a workload has to answer; `values` are of the workload's own axes. */
  readonly answer?: (workload: string, values: Values) => Promise<ExpectedAnswer>;
  /** Verifies a case without timing it. A provider that lacks it is asked for a short run instead. */
  readonly once?: (
    engineCase: EngineCase,
    output: boolean,
    onEvent: (event: ProviderEvent) => void,
  ) => Promise<OnceReply>;
  /** Ceilings of what this provider computes on; an empty list where there is nothing. */
  readonly probe?: (gpu?: string) => Promise<readonly Probe[]>;
  /** Makes the running case return between two samples. Harmless when none runs. */
  readonly cancel: () => void;
};

export type NamedProvider = { readonly name: string; readonly provider: Provider };
export type AbsentProvider = { readonly addon: string; readonly reason: string };
