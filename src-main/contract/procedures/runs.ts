import { z } from 'zod';
import { configurationSchema } from '../configuration.ts';
import { procedure } from '../procedure.ts';
import type { Progress } from '../progress.ts';
import type { Plan } from '../run.ts';
import type { Catalog } from '../workload.ts';
import { waitSchema } from './queue.ts';

export const runProcedures = {
  catalog: procedure<Catalog>()({}),
  plan: procedure<Plan>()({ configuration: configurationSchema }),
  startRun: procedure<{ readonly runId: string }>()({
    configuration: configurationSchema,
    waitS: waitSchema,
  }),
  /** Measures what is missing of a run that was cancelled or cut off. */
  resumeRun: procedure<{ readonly runId: string }>()({
    ref: z.string().min(1).max(200),
    waitS: waitSchema,
  }),
  cancelRun: procedure<{ readonly cancelled: boolean }>()({ runId: z.string() }),
  /** Of the run that this process measures, or last measured; of the run of another process where it is named. */
  progress: procedure<Progress | null>()({ runId: z.string().max(200).optional() }),
};
