/** One column of a study's table: what was measured here, what the study printed, or what follows from them. */
export type StudyColumn = {
  readonly title: string;
  /** Of the numbers; null for names and counts. */
  readonly unit: string | null;
  readonly source: 'key' | 'measured' | 'published' | 'derived';
};

/** The table of a study with this machine's numbers beside the published ones. */
export type StudyTable = {
  readonly title: string;
  readonly columns: readonly StudyColumn[];
  /** Empty cells are null: the study or this run has no such number. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Statistic and span, what the study leaves open, stand-ins. */
  readonly notes: readonly string[];
};

/** A claim of a study with what this run says of it, as numbers. */
export type ClaimFinding = {
  readonly claim: string;
  readonly finding: string;
  readonly values: Readonly<Record<string, number>>;
};

export type StudyReport = {
  readonly study: string;
  readonly tables: readonly StudyTable[];
  readonly claims: readonly ClaimFinding[];
  readonly notes: readonly string[];
};
