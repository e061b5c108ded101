import type { Device, PriorTable } from './priors.ts';

/** What one process says of a case; see `processSchema` of the contract. */
export interface JudgedProcess {
  readonly repetition: number;
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
  /** What disturbed its repetitions, where hardly any was undisturbed. */
  readonly disturbed?: string | null;
  /** What its machine varies by; that of the comparison by default. */
  readonly priors?: PriorTable;
}
