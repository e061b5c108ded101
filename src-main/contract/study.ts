import type { FigureSpec } from './figure.ts';

/** One column of a study's table: what was measured here, what the study printed, or what follows from them. */
export type StudyColumn = {
  readonly title: string;
  /** Of the numbers; null for names and counts. */
  readonly unit: string | null;
  readonly source: 'key' | 'measured' | 'published' | 'derived';
};

/** The table of a study with this machine's numbers next to the published ones. */
export type StudyTable = {
  readonly title: string;
  readonly columns: readonly StudyColumn[];
  /** Empty cells are null: the study or this run has no such number. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Statistic and timing scope, what the study leaves open, stand-ins. */
  readonly notes: readonly string[];
};

export const claimVerdicts = ['holds', 'does not hold', 'cannot be told'] as const;

/** A verdict as people read it; in files and answers it keeps its earlier id. */
export const claimVerdictText = (verdict: (typeof claimVerdicts)[number]): string =>
  verdict === 'cannot be told' ? 'inconclusive' : verdict;
export type ClaimVerdict = (typeof claimVerdicts)[number];

/** A claim of a study with what this run says of it, as numbers. */
export type ClaimFinding = {
  readonly claim: string;
  /** What was found, one sentence; why nothing was where the run has no case for it. */
  readonly finding: string;
  /** The number that decides: a ratio, an exponent, the best value; null where there is none. */
  readonly estimate: number | null;
  readonly ci95: readonly [number, number] | null;
  /** What would bear the claim out, and how its words were read as numbers. */
  readonly expected: string;
  readonly verdict: ClaimVerdict;
  /** Why this verdict, one sentence. */
  readonly reason: string;
  readonly values: Readonly<Record<string, number>>;
};

export type StudyReport = {
  /** Id of the study. */
  readonly study: string;
  /** Institution and year. */
  readonly name: string;
  readonly runId: string;
  /** Where this run was measured. */
  readonly machine: string;
  readonly tables: readonly StudyTable[];
  /** Of the tables, in their statistic and unit, with the published numbers next to this machine's. */
  readonly figures: readonly FigureSpec[];
  readonly claims: readonly ClaimFinding[];
  readonly notes: readonly string[];
};
