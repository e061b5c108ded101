import { z } from 'zod';
import { defaultRefinement } from '../break-even-target.ts';
import { type CallRateAnswer, type CallsRow, strategies } from '../headline.ts';
import type { CountSeries } from '../over-count.ts';
import { procedure } from '../procedure.ts';
import type { BreakEvenView } from '../verdict.ts';
import { scalarSchema, valuesSchema } from '../workload.ts';
import { waitSchema } from './queue.ts';

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
  scope: z.string().max(60).optional(),
  workload: z.string().max(200).optional(),
  variants: z.array(z.string()).min(1).max(50).optional(),
};

export const breakEvenProcedures = {
  /** From which size on one value of an axis pays over another: eight threads over one. */
  breakEvensBetween: procedure<{ readonly breakEvens: readonly BreakEvenView[] }>()(
    betweenSchema.extend(ofBreakEvens).shape,
  ),
  /** From which size on a variant needs less energy, and what is not compared, a sentence each. */
  breakEvensByEnergy: procedure<{
    readonly breakEvens: readonly BreakEvenView[];
    readonly refused: readonly string[];
  }>()({
    ...ofBreakEvens,
    allowDisturbed: z.boolean().optional(),
  }),
  /** From how many calls with the same input on the GPU costs less, by size. */
  breakEvenCalls: procedure<{ readonly rows: readonly CallsRow[] }>()({
    ref: ofBreakEvens.ref,
    workload: ofBreakEvens.workload,
    variants: ofBreakEvens.variants,
    strategy: z.enum(strategies).default('input-stays'),
  }),
  /** What calls of one size at a rate cost with each of two variants, and what the second saves. */
  callRate: procedure<CallRateAnswer>()({
    ref: ofBreakEvens.ref,
    workload: z.string().max(200),
    variants: z.tuple([z.string().max(200), z.string().max(200)]),
    /** Values of the other axes, where the run has several; a case that lacks an axis fits. */
    values: valuesSchema.default({}),
    /** Of the size axis of the workload; one between measured sizes is interpolated. */
    size: z.number().positive(),
    perSecond: z.number().positive().max(1e12),
    strategy: z.enum(strategies).default('input-stays'),
  }),
  /** How each variant scales with a count: threads, GPUs. */
  scalingOver: procedure<{ readonly series: readonly CountSeries[] }>()({
    ...ofBreakEvens,
    axis: z.string().min(1).max(200),
  }),
  /** Measures at the sizes that narrow a run's break-evens, and adds those cases to the same run. */
  refine: procedure<{ readonly runId: string }>()({
    ...ofBreakEvens,
    between: betweenSchema.optional(),
    /** Width of each interval, a part of its break-even. */
    target: z.number().min(0.001).max(1).default(defaultRefinement.target),
    timeLimitS: z.number().min(0).max(1e6).default(defaultRefinement.timeLimitS),
    /** Sizes that are added at most. */
    maxPoints: z.int().min(1).max(1000).default(defaultRefinement.maxPoints),
    waitS: waitSchema,
  }),
};
