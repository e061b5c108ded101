import type { Device, LearnedRuns } from './run-variation.ts';

/** What one process says of a case; see `processSchema` of the contract. */
export interface JudgedProcess {
  readonly repetition: number;
  /** Where it ran, of a plan that several nodes measured. */
  readonly node?: string | undefined;
  readonly medianNs: number;
  /** Standard error of the log median, of the samples of this process alone. */
  readonly logError: number;
  readonly n: number;
  readonly effectiveN: number;
  /** Its samples are significantly autocorrelated. */
  readonly autocorrelated?: boolean;
  /** Median clock cycles, where the clock is known. */
  readonly cycles?: number | null;
}

/** One case and timing scope, as it is judged. */
export interface JudgedSide {
  readonly label: string;
  readonly device: Device;
  readonly scope: string;
  readonly processes: readonly JudgedProcess[];
  /** Smallest step of its times in nanoseconds; 0 unless known. */
  readonly resolutionNs?: number;
  /** Executions in one of its samples, where the other side is the same program. */
  readonly executions?: number;
  /** Samples on cores that another machine used meanwhile were taken again; absent on a GPU. */
  readonly watched?: boolean;
  /** Why its times may be those of interference; null or absent where they are not. */
  readonly disturbed?: string | null;
  /** What runs are expected to differ by before a store shows it, as part of what processes do; the shipped part by default. */
  readonly start?: number;
  /** What runs of its machine differ by, as its store shows it. */
  readonly runs?: LearnedRuns | undefined;
}
