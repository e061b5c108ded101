import type { Headline } from './headline.ts';
import type { BreakEvenView, ComparisonView } from './verdict.ts';

/** What a run says when its variants are compared with each other. */
export type RunReport = {
  /** Ratio to the baseline variant and verdict, one entry a case that has one, keyed by case index. */
  readonly comparisons: Readonly<Record<string, ComparisonView>>;
  readonly breakEvens: readonly BreakEvenView[];
  /** The answer of the run; null while it is under way. */
  readonly headline: Headline | null;
};

/** What is stored when a run ends, so that it does not change with what is measured later. */
export type StoredReport = RunReport & {
  /** What it was computed of and by. */
  readonly method: string;
};
