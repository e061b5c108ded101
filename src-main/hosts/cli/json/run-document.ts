import { z } from 'zod';
import { machineSchema } from '../../../contract/machine.ts';
import {
  configurationSchema,
  metricSchema,
  outcomeSchema,
  runRowSchema,
  verificationSchema,
} from '../../../contract/run.ts';
import { breakEvenViewSchema, comparisonViewSchema } from '../../../contract/verdict.ts';
import { valuesSchema } from '../../../contract/workload.ts';
import { gateShape, percentOfPeakShape, tuningShape } from './shapes.ts';

const attribute = z.union([z.number(), z.string(), z.boolean()]);

/** A run with its cases: what `core/export/run-json.ts` makes, under the names that it had first. */
export const runDocument = {
  run: runRowSchema.extend({ configuration: configurationSchema }),
  machine: machineSchema,
  cases: z.array(
    z.object({
      index: z.number().int(),
      workload: z.string(),
      variant: z.string(),
      values: valuesSchema,
      outcome: outcomeSchema,
      reason: z.string().nullable(),
      metrics: z.record(z.string(), metricSchema),
      answer: z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }).nullable(),
      verification: verificationSchema.nullable(),
      cold_start_ns: z.number().nullable(),
      stop_reason: z.string().nullable(),
      bytes_moved: z.number().nullable(),
      operations: z.number().nullable(),
      operation_unit: z.string().nullable(),
      comparison: comparisonViewSchema.nullable(),
      ceiling: percentOfPeakShape.nullable(),
      facts: z.record(z.string(), attribute),
      warnings: z.array(z.string()),
      finished_at: z.string(),
    }),
  ),
  breakEvens: z.array(breakEvenViewSchema),
  tuning: tuningShape.optional(),
  gate: gateShape.optional(),
};
