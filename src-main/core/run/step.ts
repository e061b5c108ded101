import type { PlannedCase } from '../../contract/run.ts';

/** What a run is to measure next. */
export type Step = {
  /** Cases that its plan does not have yet. */
  readonly added: readonly PlannedCase[];
  /** Cases that are measured again, by the same processes as the added ones. */
  readonly again?: readonly PlannedCase[];
  /** At most so many seconds may follow this step. */
  readonly laterS?: number;
};

/** Looks at what a run has measured so far and says what else it is to measure; a sentence of why, or null, ends it. */
export type Advance = (runId: string) => Step | string | null;
