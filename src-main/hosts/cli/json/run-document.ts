import { z } from 'zod';
import { machineSchema } from '../../../contract/machine.ts';
import { configurationSchema, runRowSchema, storedCaseSchema } from '../../../contract/run.ts';
import { breakEvenViewSchema, comparisonViewSchema } from '../../../contract/verdict.ts';
import { gateShape, percentOfPeakShape, tuningShape } from './shapes.ts';

const stored = storedCaseSchema.shape;

/** A run with its cases: what `core/export/run-json.ts` makes, under the names that it had first. */
export const runDocument = {
  run: runRowSchema.extend({ configuration: configurationSchema }),
  machine: machineSchema,
  cases: z.array(
    storedCaseSchema
      .omit({
        ...{ coldStartNs: true, stopReason: true, bytesMoved: true, operationUnit: true },
        ...{ finishedAt: true, answer: true },
      })
      .extend({
        answer: z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }).nullable(),
        cold_start_ns: stored.coldStartNs,
        stop_reason: stored.stopReason,
        bytes_moved: stored.bytesMoved,
        operation_unit: stored.operationUnit,
        finished_at: stored.finishedAt,
        comparison: comparisonViewSchema.nullable(),
        ceiling: percentOfPeakShape.nullable(),
      }),
  ),
  breakEvens: z.array(breakEvenViewSchema),
  tuning: tuningShape.optional(),
  gate: gateShape.optional(),
};
