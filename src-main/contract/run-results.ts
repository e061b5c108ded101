import { z } from 'zod';
import { runRowSchema } from './run.ts';

const intervalSchema = z.tuple([z.number(), z.number()]).nullable();

/** The results of a run in three numbers; null where it has none of a kind. */
export const runResultsSchema = z.object({
  /** The size from which the better one of its headline pair is faster, in end-to-end time where that was measured. */
  breakEven: z.object({ at: z.number(), ci95: intervalSchema, about: z.string() }).nullable(),
  /** The largest ratio of the baseline's time to that of a variant, and where it was. */
  speedup: z.object({ ratio: z.number(), ci95: intervalSchema, about: z.string() }).nullable(),
  /** The median of the case that stands for the run. */
  median: z.object({ ns: z.number(), caseIndex: z.number().int(), about: z.string() }).nullable(),
});
export type RunResults = z.infer<typeof runResultsSchema>;

/** Which number stands for a run: the first of these that it has. */
export const resultKinds = ['breakEven', 'speedup', 'median'] as const;
export type ResultKind = (typeof resultKinds)[number];

export function headlineKind(results: RunResults): ResultKind | null {
  return resultKinds.find((kind) => results[kind] !== null) ?? null;
}

/** A run as history lists it. */
export const historyRowSchema = runRowSchema.extend({
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
