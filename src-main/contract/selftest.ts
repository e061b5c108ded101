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
};
