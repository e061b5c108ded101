import { z } from 'zod';
import { failureSchema } from './failure-schema.ts';
import { plannedCaseSchema, runStatusSchema } from './run.ts';

export const progressSchema = z.object({
  runId: z.string(),
  status: runStatusSchema,
  done: z.number().int(),
  total: z.number().int(),
  /** The case under way. */
  current: plannedCaseSchema.nullable(),
  /** Running figures of the case under way, of its headline timing scope. */
  samples: z.number().int(),
  medianNs: z.number().nullable(),
  ci95LoNs: z.number().nullable(),
  ci95HiNs: z.number().nullable(),
  /** How the newest samples of the case under way lie; absent before there are enough. */
  bins: z
    .object({
      from: z.number(),
      to: z.number(),
      counts: z.array(z.number()),
      beyond: z.number(),
    })
    .optional(),
  /**
   * The GPU's SM clock under the case under way, over the newest samples; `medianHz` is null while no sample has told.
   * `throttledSamples`: taken so far below three quarters of the default clock, those that were taken again included.
   * Null for work whose clock is not sampled (the CPU's); absent before the first sample and between cases.
   */
  clock: z
    .object({ medianHz: z.number().nullable(), throttledSamples: z.number().int().min(0) })
    .nullable()
    .optional(),
  /** How far the case under way is in its repetition (from 0); absent between cases. */
  own: z
    .object({
      repetition: z.number().int().min(0),
      repetitions: z.number().int().min(1),
      elapsedS: z.number().min(0),
      /** How many samples it takes; null where that depends on them. */
      samples: z.number().int().min(1).nullable(),
      timeLimitS: z.number().nullable(),
    })
    .optional(),
  /** No other case starts until the run is continued. */
  paused: z.boolean().optional(),
  /**
   * The headline of the run as the repetitions so far have it: provisional while the run goes on. The number of the repetition
   * counts from 0. It is made when a repetition ends, and of complete inputs while the first one is under way, with the
   * count of their `cases`. Absent before there is one.
   */
  headline: z
    .object({
      sentence: z.string(),
      repetition: z.number().int().min(0),
      repetitions: z.number().int().min(1),
      cases: z.object({ done: z.number().int(), of: z.number().int() }).optional(),
    })
    .optional(),
  elapsedS: z.number(),
  /** Remaining time as a range, in seconds; null before it is known. */
  etaS: z.tuple([z.number(), z.number()]).nullable(),
  failure: failureSchema.nullable(),
});
export type Progress = z.infer<typeof progressSchema>;

/** `provisional, 2 of 5 repetitions: ...`; empty before there is one. */
export function headlineText({ headline }: Pick<Progress, 'headline'>): string {
  if (headline === undefined) return '';
  const { repetition, repetitions, sentence, cases } = headline;
  if (cases !== undefined) return `provisional, ${cases.done} of ${cases.of} cases: ${sentence}`;
  const done = repetition + 1;
  const count = done > repetitions ? `${done}` : `${done} of ${repetitions}`;
  return `provisional, ${count} ${done === 1 && repetitions === 1 ? 'repetition' : 'repetitions'}: ${sentence}`;
}
