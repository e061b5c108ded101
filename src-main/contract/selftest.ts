import type { Values } from './workload.ts';

/** One case of the self-test: its answer was compared with the reference, or why it was not. */
export type SelftestCase = {
  readonly workload: string;
  readonly variant: string;
  readonly values: Values;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly reason: string | null;
};

export type SelftestReport = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cases: readonly SelftestCase[];
  /** What ended it before its last case; absent where it went to its end. */
  readonly ended?: 'cancelled' | 'time-limit';
  /** Cases that it then did not come to. */
  readonly left?: number;
};
