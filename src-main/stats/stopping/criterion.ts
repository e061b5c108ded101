/** Decides from the samples of one timing scope when there are enough of them. */
export type Criterion = {
  /**
   * Takes the newest sample into account; `timesNs` are all samples so far. Returns why sampling ends, or null to go
   * on.
   */
  readonly after: (timesNs: readonly number[]) => string | null;
  /** How many samples it takes; null where that depends on them. */
  readonly target: number | null;
  /** Whether the maximum number of samples is taken. */
  readonly isSpent: () => boolean;
};

/** What a criterion has to know of the timing scope whose samples it judges. */
export type SamplingContext = {
  /** Whether the policy is about this scope (`kernel`). */
  readonly headline: boolean;
  /** Step of the clock in the time of one sample. */
  readonly resolutionNs: number;
  /** Executions in one sample; its time is divided by them. 1 by default. */
  readonly batch?: number;
  /** Standard deviation between processes of the log of this scope's median; 0 where unknown. */
  readonly processSd?: number;
};

/** The value of a parameter by id: what the policy sets, else its default. */
export type Parameters = (id: string) => number;

/**
 * A criterion is one file of this folder and one of `native/core/stopping/`, which describes it for the catalog. The
 * sequences of `test/stopping-criteria.json` hold both to the same behaviour.
 */
export type CriterionKind = {
  readonly id: string;
  readonly make: (parameters: Parameters, context: SamplingContext) => Criterion;
};
