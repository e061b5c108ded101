import { z } from 'zod';
import { speedupSchema } from './headline.ts';
import { comparisonViewSchema } from './verdict.ts';
import { valuesSchema } from './workload.ts';

const interval = z.tuple([z.number(), z.number()]);

/** One count of an axis: threads, GPUs, blocks. */
export const countRowSchema = z.object({
  caseIndex: z.number().int(),
  count: z.number(),
  /** Size of the problem; it grows with the count under weak scaling. Null where the workload has no size. */
  size: z.number().nullable(),
  medianNs: z.number(),
  ci95Ns: interval.nullable(),
  /**
   * Strong scaling: time with the smallest count over this time. Weak scaling: that times the growth of the problem.
   * Above 1 is faster. Null for the smallest count itself.
   */
  speedup: speedupSchema.nullable(),
  /** Speedup over the growth of the count: 1 is ideal. */
  efficiency: speedupSchema.nullable(),
  /** Compared with the row above; null in the first. */
  above: comparisonViewSchema.nullable(),
  /** Percent of the measured peak of memory or cache that the declared bytes reach; null where no peak is measured. */
  percentOfMemory: z.number().nullable(),
});
export type CountRow = z.infer<typeof countRowSchema>;

/** The serial part of the work by Amdahl's law, where four counts from 1 on were measured at one size. */
export const amdahlSchema = z.object({
  serial: z.number(),
  ci95: interval,
  /** The largest relative distance of a measured time from the law, and the count at which it is. */
  worst: z.object({ count: z.number(), distance: z.number() }),
  /** Whether that distance is small enough for the serial part to mean something. */
  fits: z.boolean(),
});

/** One variant over the counts of an axis, in one timing scope. */
export const countSeriesSchema = z.object({
  workload: z.string(),
  variant: z.string(),
  axis: z.string(),
  scope: z.string(),
  kind: z.enum(['strong', 'weak']),
  sizeAxis: z.string(),
  /** Values of the other axes that the run sweeps. */
  values: valuesSchema,
  rows: z.array(countRowSchema),
  amdahl: amdahlSchema.nullable(),
  /** From which count on more do not pay, and what says so. */
  sentence: z.string(),
});
export type CountSeries = z.infer<typeof countSeriesSchema>;
