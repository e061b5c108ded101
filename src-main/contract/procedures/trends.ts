import { z } from 'zod';
import type { Immutable } from '../immutable.ts';
import { procedure } from '../procedure.ts';
import type { RunRow } from '../run.ts';
import { type Device, deviceSchema, type Values, valuesSchema } from '../workload.ts';
import { refSchema } from './history.ts';

/** How a history is read: the same for tables and figures of it. */
export const trendOptionsSchema = z.object({
  /** Runs of this machine instead of that of the run: the beginning of a fingerprint, or the name of a host. */
  machine: z.string().min(1).max(200).optional(),
  /** Only runs of the same version, commit, compiler, flags and CUDA runtime. */
  sameBuild: z.boolean().default(false),
  /** How many of the newest runs are looked at. */
  last: z.int().min(6).max(1000).default(250),
  /** Segments that differ by less than this part are one. */
  threshold: z.number().min(0.001).max(1).default(0.05),
  /** Where a figure of it places the runs: at their dates or by their commits; in their order by default. */
  by: z.enum(['date', 'commit']).optional(),
});
export type TrendOptions = z.output<typeof trendOptionsSchema>;
export const defaultTrendOptions: TrendOptions = trendOptionsSchema.parse({});

export const trendProcedures = {
  /**
   * The cases of a run over all stored runs that measured the same on the same machine: their segments, and the
   * change points between them. Without `ref` it is the newest run that has such cases.
   */
  trends: procedure<{
    /** The run whose cases these are. */
    readonly run: RunRow;
    readonly machine: TrendMachine;
    /** How many cases there are in all pages. */
    readonly total: number;
    /** The expected part of false changes among those that are stated, over the series of all pages. */
    readonly falseDiscoveryRate: number;
    readonly trends: readonly Trend[];
  }>()(
    trendOptionsSchema.extend({
      ref: refSchema.optional(),
      workload: z.string().max(200).optional(),
      variant: z.string().max(200).optional(),
      /** One case of the run. */
      index: z.int().min(0).optional(),
      /** The timing scope that tables show first, by default. */
      scope: z.string().max(60).optional(),
      /** With every point of each history. */
      points: z.boolean().default(false),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(50),
    }).shape,
  ),
  /** Changes in the histories of all cases that were examined, the newest first. */
  changes: procedure<{
    readonly changes: readonly SeriesChange[];
    /** Of all pages. */
    readonly total: number;
    /** Histories that are long enough for a change and were examined together. */
    readonly examined: number;
    /** `2 cases need 1 more run`: of histories that are too short; empty where none is. */
    readonly needed: string;
    /** Runs whose histories are not examined yet: they were stored by a process that ended before, or while a run is measured. */
    readonly pending: number;
    readonly falseDiscoveryRate: number;
  }>()({
    direction: z.enum(['slower', 'faster', 'both']).default('slower'),
    workload: z.string().max(200).optional(),
    offset: z.int().min(0).default(0),
    limit: z.int().min(1).max(200).default(50),
  }),
};

const interval = z.tuple([z.number(), z.number()]);

/** One run of a history. */
const trendPointSchema = z.object({
  runId: z.string(),
  caseIndex: z.number().int(),
  /** When the case was finished. */
  at: z.string(),
  medianNs: z.number(),
  ci95: interval.nullable(),
  n: z.number().int(),
  /** Of the program that measured, where it is known. */
  commit: z.string().optional(),
});
export type TrendPoint = Immutable<z.infer<typeof trendPointSchema>>;

/** A ratio above 1: the later runs are slower. */
const change = {
  ratio: z.number(),
  ci95: interval,
  /** Of no change beyond the margin: the judge's, times the runs at which a change could begin. */
  p: z.number(),
  /** Adjusted for the series that were examined together (Benjamini-Hochberg); absent for one alone. */
  adjustedP: z.number().optional(),
};

/** So many runs a change point needs, half of them on each side. */
export const runsOfChange = 6;

/** The history of one case: workload, variant, values, timing scope, machine. */
export const trendSchema = z.object({
  /** Of the case in the run that was asked for. */
  caseIndex: z.number().int(),
  workload: z.string(),
  variant: z.string(),
  device: deviceSchema.nullable(),
  values: valuesSchema,
  scope: z.string(),
  /** How many runs were looked at. */
  runs: z.number().int(),
  /** When the first and the last of them ended; null where there is none. */
  first: z.string().nullable(),
  latest: z.string().nullable(),
  /** Ascending in time: runs [from, to) of the history, with the median of their medians. */
  segments: z.array(
    z.object({ from: z.number(), to: z.number(), medianNs: z.number(), ci95: interval }),
  ),
  changePoints: z.array(
    z.object({
      /** Position of the first run of the later segment. */
      at: z.number().int(),
      before: trendPointSchema,
      after: trendPointSchema,
      ...change,
      /** Attributes that are not the same in the last run before and the first after it; null where not known. */
      differences: z.array(
        z.object({
          attribute: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
          /** The nearest runs before and after have it so too, all that were compared: it came with the change. */
          lasting: z.boolean(),
        }),
      ),
      sentence: z.string(),
    }),
  ),
  /** Where there is no change point: each run differs from the one before by a little, in the same direction. */
  creep: z
    .object({
      /** Of one run over the one before; the ratio is that of the last over the first. */
      perRun: z.number(),
      ...change,
      sentence: z.string(),
    })
    .optional(),
  /** `too-few`: too few runs for a change point; `steady`: one segment; `changed`: several, or a creep. */
  state: z.enum(['too-few', 'steady', 'changed']),
  /** What was found, in one sentence. */
  sentence: z.string(),
  /** What else a reader has to know: runs that were left out, a newest run that lies elsewhere. */
  notes: z.array(z.string()),
  /** Ascending in time; only when asked for. */
  points: z.array(trendPointSchema).optional(),
});
export type Trend = Immutable<z.infer<typeof trendSchema>>;
export type TrendSegment = Trend['segments'][number];
export type TrendChange = Trend['changePoints'][number];
export type TrendDifference = TrendChange['differences'][number];
export type TrendCreep = NonNullable<Trend['creep']>;

export type TrendMachine = {
  readonly fingerprint: string;
  /** Processor and GPU. */
  readonly name: string;
  readonly hostname: string;
};

/** A change in the history of a case, among those of all cases. */
export type SeriesChange = {
  /** `creep`: each run differs a little from the one before; `after` is the newest. */
  readonly kind: 'step' | 'creep';
  readonly workload: string;
  readonly variant: string;
  readonly device: Device;
  readonly values: Values;
  readonly scope: string;
  readonly hostname: string;
  /** Title of the run after it. */
  readonly title: string;
  /** How many runs the history has. */
  readonly runs: number;
  readonly before: TrendPoint;
  readonly after: TrendPoint;
  readonly ratio: number;
  readonly ci95: readonly [number, number];
  readonly p: number;
  readonly adjustedP: number;
  readonly differences: readonly TrendDifference[];
  readonly sentence: string;
};
