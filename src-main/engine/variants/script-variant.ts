import type { Values, Variant } from '../../contract/workload.ts';
import type { ExpectedAnswer } from '../provider.ts';

/** One or more runs of a computation, in nanoseconds by the clocks of the process that computed. */
export type RunTimes = { readonly ns: number; readonly cpuNs: number };

/** A case of a script variant that is ready to run. */
export type Computation = {
  /** Computes this many times between two readings of the clock; `whole` includes making the array of each result. */
  readonly run: (whole: boolean, repeats: number) => Promise<RunTimes>;
  /** Little-endian bytes of the last result, in the workload's element type. */
  readonly output: () => Promise<Uint8Array>;
  /** Ends it, also in the middle of a run. */
  readonly close: () => void;
  /** What computes: its name and version. */
  readonly runtime: string;
  /** The minimum step observed of the clock of these times. */
  readonly clockResolutionNs: number;
};

/** A case: its values with every default, and the expected answer. */
export type Task = { readonly values: Values; readonly expected: ExpectedAnswer };

/**
 * A variant that is neither native nor compiled: a file `variants/<workload>/<id>.ts` that exports one as `variant`
 * is found; there is no list.
 */
export type ScriptVariant = {
  readonly workload: string;
  readonly describe: () => Variant;
  /** Why this variant does not support a case, in one sentence; null when it does. `values` are complete. */
  readonly refuse?: (values: Values) => string | null;
  /** `none`: the values define the problem, so there is no input to generate again between two samples. */
  readonly input: 'none' | 'shared';
  /** Approximate slowdown against the workload's sequential baseline. */
  readonly slowdown: number;
  /** Host memory in bytes, where it may exceed the sequential baseline's. `values` are complete. */
  readonly hostBytes?: (values: Values) => number;
  readonly cost: (task: Task) => Cost;
  readonly open: (task: Task) => Promise<Computation>;
};

export type Cost = {
  readonly bytesMoved: number;
  readonly operations: number;
  readonly operationUnit: string;
};
