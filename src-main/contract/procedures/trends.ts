import { z } from 'zod';
import { procedure } from '../procedure.ts';
import type { RunRow } from '../run.ts';
import type { Device, Values } from '../workload.ts';
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

/** One run of a history. */
export type TrendPoint = {
  readonly runId: string;
  readonly caseIndex: number;
  /** When the case was finished. */
  readonly at: string;
  readonly medianNs: number;
  readonly ci95: readonly [number, number] | null;
  readonly n: number;
  /** Of the program that measured, where it is known. */
  readonly commit?: string;
};

/** Runs [from, to) of a history, which are one segment: the median of their medians. */
export type TrendSegment = {
  readonly from: number;
  readonly to: number;
  readonly medianNs: number;
  readonly ci95: readonly [number, number];
};

/**
 * An attribute that is not the same in the last run before a change point and the first after it; null where it is not known.
 */
export type TrendDifference = {
  readonly attribute: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The nearest runs before and after have it so too, all that were compared: it came with the change. */
  readonly lasting: boolean;
};

export type TrendChange = {
  /** Position of the first run of the later segment. */
  readonly at: number;
  readonly before: TrendPoint;
  readonly after: TrendPoint;
  /** The later segment over the earlier one: above 1 it became slower. */
  readonly ratio: number;
  readonly ci95: readonly [number, number];
  /** Of no change beyond the margin: the judge's, times the runs at which a change could begin. */
  readonly p: number;
  /** Adjusted for the series that were examined together (Benjamini-Hochberg); absent for one alone. */
  readonly adjustedP?: number;
  readonly differences: readonly TrendDifference[];
  readonly sentence: string;
};

export type TrendCreep = {
  /** Of one run over the one before. */
  readonly perRun: number;
  /** Of the last run over the first. */
  readonly ratio: number;
  readonly ci95: readonly [number, number];
  readonly p: number;
  readonly adjustedP?: number;
  readonly sentence: string;
};

/** The history of one case: workload, variant, values, timing scope, machine. */
/** So many runs a change point needs, half of them on each side. */
export const runsOfChange = 6;

export type Trend = {
  /** Of the case in the run that was asked for. */
  readonly caseIndex: number;
  readonly workload: string;
  readonly variant: string;
  readonly device: Device | null;
  readonly values: Values;
  readonly scope: string;
  /** How many runs were looked at. */
  readonly runs: number;
  /** When the first and the last of them ended; null where there is none. */
  readonly first: string | null;
  readonly latest: string | null;
  /** Ascending in time. */
  readonly segments: readonly TrendSegment[];
  readonly changePoints: readonly TrendChange[];
  /** Where there is no change point: each run differs from the one before by a little, in the same direction. */
  readonly creep?: TrendCreep;
  /** `too-few`: too few runs for a change point; `steady`: one segment; `changed`: several, or a creep. */
  readonly state: 'too-few' | 'steady' | 'changed';
  /** What was found, in one sentence. */
  readonly sentence: string;
  /** What else a reader has to know: runs that were left out, a newest run that lies elsewhere. */
  readonly notes: readonly string[];
  /** Ascending in time; only when asked for. */
  readonly points?: readonly TrendPoint[];
};

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
