import { z } from 'zod';
import type { Immutable } from './immutable.ts';
import { measuredPeakSchema } from './machine.ts';
import { comparisonViewSchema } from './verdict.ts';
import { scalarSchema } from './workload.ts';

/** Peaks of devices that were disturbed while they were measured. */
const refusedPeaksSchema = z.object({
  /** Names each device. */
  reason: z.string(),
  peaks: z.array(measuredPeakSchema),
  /** The devices whose peaks were stored. */
  stored: z.array(z.string()),
  /** The disturbed devices of which earlier peaks stay; their `measuredAt` is an attribute of each. */
  kept: z.array(z.object({ device: z.string(), measuredAt: z.string() })),
});
export type RefusedPeaks = Immutable<z.infer<typeof refusedPeaksSchema>>;
export type EarlierPeaks = RefusedPeaks['kept'][number];

/** Measured peaks of this machine with the time at which they were taken. */
export const measuredPeaksSchema = z.object({
  measuredAt: z.string().nullable(),
  peaks: z.array(measuredPeakSchema),
  /** What was measured now and not stored; absent where nothing was refused. */
  refused: refusedPeaksSchema.optional(),
});
export type MeasuredPeaks = Immutable<z.infer<typeof measuredPeaksSchema>>;

/** How near a case comes to what its device can do at all. */
export const percentOfPeakSchema = z.object({
  /** Of the rate that the tighter peak allows. */
  percent: z.number(),
  /** The peak that binds: `memory` or `compute`. */
  bound: z.enum(['memory', 'compute']),
  peak: z.number(),
  unit: z.string(),
  /** The cache (`L2`) whose measured rate is the peak, for a working set that stays in it; absent for memory and arithmetic. */
  cache: z.string().optional(),
  /** Why the share is above 100 by more than the median's interval, in one sentence; absent where it is not. */
  reason: z.string().optional(),
});
export type PercentOfPeak = Immutable<z.infer<typeof percentOfPeakSchema>>;

/** How near a case comes to one measured peak of its device. */
export type PeakShare = {
  /** `memory`, a cache (`L2`) or `compute`. */
  readonly of: string;
  readonly percent: number;
  /** Declared bytes or operations over the median of the kernel. */
  readonly rate: number;
  readonly peak: number;
  readonly unit: 'B/s' | 'FLOP/s';
  /** The tightest one, whose percentage stands for the case in tables. */
  readonly binding: boolean;
};

/** What the search for the best value of one parameter has found so far. */
export const tuningSchema = z.object({
  workload: z.string(),
  variant: z.string(),
  parameter: z.string(),
  scope: z.string(),
  /** Every value that was tried, ascending, with what it took; null and the reason where there is no time. */
  trials: z.array(
    z.object({
      value: scalarSchema,
      medianNs: z.number().nullable(),
      ci95: z.tuple([z.number(), z.number()]).nullable(),
      reason: z.string().nullable(),
      /** Compared with the best value; null on the best itself, and where there is no time. */
      comparison: comparisonViewSchema.nullable(),
    }),
  ),
  best: scalarSchema.nullable(),
  /** Values that the search cannot distinguish from the best; the best one lies within. */
  interval: z.tuple([scalarSchema, scalarSchema]).nullable(),
  /** The best value is an end of the range that was searched; null inside it. */
  edge: z.enum(['lower', 'upper']).nullable().optional(),
  /** What fresh processes said of the best value and the fastest one that it was compared with; absent before they did. */
  confirmation: z
    .object({ best: scalarSchema, value: scalarSchema, comparison: comparisonViewSchema })
    .optional(),
  /** `found`: the interval is narrow; `flat`: the values tried are not distinguishable; `open`: not finished. */
  state: z.enum(['found', 'flat', 'open']),
  sentence: z.string(),
  /** What studies found when they tried values of this parameter; absent where none did. */
  published: z
    .array(
      z.object({
        label: z.string(),
        notes: z.array(z.string()),
        points: z.array(z.object({ value: z.number(), ns: z.number() })),
      }),
    )
    .optional(),
});
export type TuningView = Immutable<z.infer<typeof tuningSchema>>;
export type PublishedSearch = NonNullable<TuningView['published']>[number];

/** A picture of a variant's answer, or of where two differ. */
export type PictureView = {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Named attributes: largest value, pixels inside the set, differing pixels. */
  readonly attributes: Readonly<Record<string, number | string>>;
};
