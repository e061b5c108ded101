import { z } from 'zod';
import { configurationSchema } from '../../../contract/configuration.ts';
import { counterPassSchema } from '../../../contract/counters.ts';
import { energySchema } from '../../../contract/energy.ts';
import { headlineSchema } from '../../../contract/headline.ts';
import { percentOfPeakSchema, tuningSchema } from '../../../contract/inspection.ts';
import { machineSchema } from '../../../contract/machine.ts';
import { runRowSchema, storedCaseSchema } from '../../../contract/run.ts';
import { runTimingsSchema } from '../../../contract/timings.ts';
import { breakEvenViewSchema, comparisonViewSchema } from '../../../contract/verdict.ts';
import { gateShape } from './shapes.ts';

const stored = storedCaseSchema.shape;
const { index, workload, variant, values, outcome, reason, metrics } = stored;
const { verification, operations, attributes, warnings } = stored;

/** A run with its cases: what `core/export/run-json.ts` makes. */
export const runDocument = {
  run: runRowSchema.extend({ configuration: configurationSchema }),
  machine: machineSchema,
  cases: z.array(
    z.object({
      ...{ index, workload, variant, values, outcome, reason, metrics },
      answer: z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }).nullable(),
      verification,
      coldStartNs: stored.coldStartNs,
      stopReason: stored.stopReason,
      bytesMoved: stored.bytesMoved,
      operations,
      operationUnit: stored.operationUnit,
      comparison: comparisonViewSchema.nullable(),
      energy: z.array(energySchema),
      counters: z.array(counterPassSchema),
      peak: percentOfPeakSchema.nullable(),
      ...{ attributes, warnings },
      finishedAt: stored.finishedAt,
    }),
  ),
  headline: headlineSchema.nullable(),
  breakEvens: z.array(breakEvenViewSchema),
  tuning: tuningSchema.optional(),
  nodes: z
    .object({
      nodes: z.number().int(),
      between: z.number().nullable(),
      within: z.number().nullable(),
      otherClasses: z.array(z.object({ run: z.string(), machineClass: z.string() })),
    })
    .optional(),
  gate: gateShape.optional(),
  timings: runTimingsSchema.optional(),
};
