import { z } from 'zod';
import type { Immutable } from './immutable.ts';
import { valuesSchema } from './workload.ts';

export const selftestReportSchema = z.object({
  passed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** The answer of each was compared with the reference, or why it was not. */
  cases: z.array(
    z.object({
      workload: z.string(),
      variant: z.string(),
      values: valuesSchema,
      outcome: z.enum(['passed', 'failed', 'skipped']),
      reason: z.string().nullable(),
    }),
  ),
  /** What ended it before its last case; absent where it went to its end. */
  ended: z.enum(['cancelled', 'time-limit']).optional(),
  /** Cases that it then did not come to. */
  left: z.number().int().optional(),
});
export type SelftestReport = Immutable<z.infer<typeof selftestReportSchema>>;
export type SelftestCase = SelftestReport['cases'][number];
