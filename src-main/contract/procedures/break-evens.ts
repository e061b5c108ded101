import { z } from 'zod';
import type { BreakEvenView } from '../verdict.ts';
import { scalarSchema } from '../workload.ts';

/** Two values of an axis: the second is looked for where it pays. */
export const betweenSchema = z.object({
  axis: z.string().min(1).max(200),
  /** As the run has it, or as text. */
  small: scalarSchema,
  large: scalarSchema,
});
export type Between = z.infer<typeof betweenSchema>;

const ofBreakEvens = {
  ref: z.string().min(1).max(200),
  span: z.string().max(60).optional(),
  workload: z.string().max(200).optional(),
  variants: z.array(z.string()).min(1).max(50).optional(),
};

export const breakEvenProcedures = {
  /** From which size on one value of an axis pays over another: eight threads over one. */
  breakEvensBetween: betweenSchema.extend(ofBreakEvens),
} as const;

export type BreakEvenOutputs = {
  breakEvensBetween: { readonly breakEvens: readonly BreakEvenView[] };
};
