import { z } from 'zod';
import { type Headline, qualitySchema } from './headline.ts';
import { runRowSchema } from './run.ts';
import type { BreakEvenView, ComparisonView } from './verdict.ts';

const intervalSchema = z.tuple([z.number(), z.number()]).nullable();

/** The answer of a run and its three numbers, all of one pair; null where it has none of a kind. */
export const runResultsSchema = z.object({
  /** The sentence of the headline, the same text everywhere. */
  sentence: z.string().nullable(),
  /** Whether its numbers are good enough, as the headline says. */
  quality: qualitySchema.omit({ cases: true }).nullable(),
  /** The size from which the second of the headline pair is faster. */
  breakEven: z.object({ at: z.number(), ci95: intervalSchema, about: z.string() }).nullable(),
  /** Of the winner of the pair over the other at the largest size; above 1 is faster. */
  speedup: z.object({ ratio: z.number(), ci95: intervalSchema, about: z.string() }).nullable(),
  /** The median of the winner at that size. */
  median: z.object({ ns: z.number(), caseIndex: z.number().int(), about: z.string() }).nullable(),
});
export type RunResults = z.infer<typeof runResultsSchema>;

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

/** A run as history lists it. */
export const historyRowSchema = runRowSchema.extend({
  /** The class of its machine, as `machineClass` names it. */
  machineClass: z.string(),
  /** Absent until they have been computed. */
  results: runResultsSchema.optional(),
  /** The history of a case changed at this run. */
  changed: z.boolean().optional(),
  /** Median of the case that was chosen, in nanoseconds; null where the run does not have it. */
  caseNs: z.number().nullable().optional(),
  /**
   * The number that stands for the run over the earlier runs of the same configuration and machine and this one, oldest
   * first.
   */
  sparkline: z.array(z.number()).optional(),
});
export type HistoryRow = z.infer<typeof historyRowSchema>;
