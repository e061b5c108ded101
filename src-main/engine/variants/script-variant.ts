import type { Values, Variant } from '../../contract/workload.ts';
import type { ExpectedAnswer } from '../provider.ts';

/** One or more runs of a computation, in nanoseconds by the clocks of whoever computed. */
export type RunTimes = { readonly ns: number; readonly cpuNs: number };

/** A case of a script variant that is ready to run. */
export type Computation = {
  /** Computes this many times between two looks at the clock; `whole` makes the array for each result as part of it. */
  readonly run: (whole: boolean, repeats: number) => Promise<RunTimes>;
  /** Little-endian bytes of the last result, in the workload's element type. */
  readonly output: () => Promise<Uint8Array>;
  /** Ends it, also in the middle of a run. */
  readonly close: () => void;
  /** What computes: its name and version. */
  readonly runtime: string;
  /** The smallest step that the clock of these times was seen to take. */
  readonly clockResolutionNs: number;
};

/** What a case is started from: its values with every default, and what is known of the answer. */
export type Task = { readonly values: Values; readonly expected: ExpectedAnswer };

/**
 * A variant that is neither native nor compiled: a file `variants/<workload>/<id>.ts` that exports one as `variant`
 * is found without being listed anywhere.
 */
export type ScriptVariant = {
  readonly workload: string;
  readonly describe: () => Variant;
  /** Why this variant does not do such a case, in one sentence; null when it does. `values` are complete. */
  readonly refuse?: (values: Values) => string | null;
  /** `none`: the problem is its values alone, so there is nothing that could be made anew between two samples. */
  readonly input: 'none' | 'shared';
  /** How many times slower than the workload's sequential baseline, roughly. */
  readonly slowdown: number;
  /** Bytes of host memory that it needs, where that may be more than the sequential baseline's; of complete values. */
  readonly hostBytes?: (values: Values) => number;
  readonly cost: (task: Task) => Cost;
  readonly open: (task: Task) => Promise<Computation>;
};

export type Cost = {
  readonly bytesMoved: number;
  readonly operations: number;
  readonly operationUnit: string;
};
