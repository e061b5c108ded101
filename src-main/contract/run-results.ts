import { z } from 'zod';
import { qualitySchema } from './headline.ts';
import { runRowSchema } from './run.ts';

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
  speedup: z
    .object({
      ...{ ratio: z.number(), ci95: intervalSchema, about: z.string() },
      /** The two have no verdict there, or the answer is disturbed. */
      unclear: z.literal(true).optional(),
    })
    .nullable(),
  /** The median of the winner at that size. */
  median: z.object({ ns: z.number(), caseIndex: z.number().int(), about: z.string() }).nullable(),
});
export type RunResults = z.infer<typeof runResultsSchema>;

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
