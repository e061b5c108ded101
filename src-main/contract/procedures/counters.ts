import { z } from 'zod';
import type { CounterPass } from '../counters.ts';
import type { Explanation } from '../explanation.ts';
import { maxCountersLength } from '../limits.ts';
import { procedure } from '../procedure.ts';
import type { CommandLine } from './files.ts';
import { refSchema } from './history.ts';

const caseSchema = z.object({ ref: refSchema, index: z.number().int().min(0) });

export const counterProcedures = {
  /** Reads what Nsight Compute counted of a case (`ncu --csv`, page "raw" or "details") and keeps it with the case. */
  importCounters: procedure<CounterPass>()({
    ...caseSchema.shape,
    name: z.string().max(300),
    text: z.string().max(maxCountersLength),
    /** How many executions a file without the range `execution` has. */
    executions: z.number().int().min(1).max(1e6).optional(),
  }),
  /** The line that counts one execution of a case. */
  counterCommand: procedure<CommandLine>()({
    ...caseSchema.shape,
    set: z.enum(['basic', 'memory', 'all']).default('basic'),
  }),
  /** Why one of each two cases is faster; null where one of them has no counters or no kernel time. */
  explain: procedure<readonly (Explanation | null)[]>()({
    pairs: z.array(z.tuple([caseSchema, caseSchema])).max(10_000),
  }),
};
