import { z } from 'zod';
import type { Immutable } from './immutable.ts';
import { runRowSchema } from './run.ts';

/** What became of the parts of plans: a run for each plan and class of machine that measured some of it. */
export const mergedSchema = z.strictObject({
  added: z.number().int(),
  runs: z.array(
    z.strictObject({
      /** Null where nothing was stored: a dry run of parts that were never merged. */
      run: runRowSchema.nullable(),
      title: z.string(),
      machineClass: z.string(),
      of: z.number().int(),
      /** Parts that are whole. */
      shards: z.array(z.number().int()),
      missing: z.array(z.number().int()),
      nodes: z.array(z.string()),
      /** Facts of the machines that are not the same in all parts. */
      differences: z.array(z.string()),
      /** Repetitions of cases that were not there before. */
      added: z.number().int(),
    }),
  ),
  /** Files that were left out, and parts that are there twice. */
  notes: z.array(z.string()),
});
export type Merged = Immutable<z.infer<typeof mergedSchema>>;
export type MergedRun = Merged['runs'][number];
