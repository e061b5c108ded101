import { z } from 'zod';
import type { CounterPass } from '../counters.ts';
import type { Explanation } from '../explanation.ts';
import type { PeakShare } from '../inspection.ts';
import { procedure } from '../procedure.ts';
import type { Repetition } from '../run.ts';
import type { RunTimings } from '../timings.ts';
import type { ComparisonView } from '../verdict.ts';
import { refSchema } from './history.ts';

const caseSchema = {
  ref: refSchema,
  /** Index of the case in its run. */
  index: z.number().int().min(0),
  scope: z.string().min(1).max(60),
};

export const detailProcedures = {
  /** How the samples of a case lie: bins, quantiles and their course in time. No raw sample. */
  sampleBins: procedure<SampleBins>()(caseSchema),
  /** Raw samples, a page at a time, in the order taken: for the list of raw samples alone. */
  samples: procedure<SamplePage>()({
    ...caseSchema,
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(1000).default(200),
  }),
  /** Each case compared with the baseline's case of the same input, in one timing scope. */
  verdicts: procedure<ScopeVerdicts>()({
    ref: refSchema,
    scope: z.string().min(1).max(60),
    /** Of a run under way too, as its finished cases have it so far. */
    sofar: z.boolean().optional(),
    /** Cases of which most repetitions were disturbed have verdicts too. */
    allowDisturbed: z.boolean().optional(),
  }),
  /** What else is stored of a case: how each process measured it, and what profilers counted of it. */
  caseDetail: procedure<CaseDetail>()({ ref: refSchema, index: z.number().int().min(0) }),
  /** Where the time of a run went. */
  timings: procedure<RunTimings>()({ ref: refSchema }),
  /** What happened in a run, oldest first. */
  runLog: procedure<{ readonly lines: readonly RunLogLine[]; readonly more: boolean }>()({
    ref: refSchema,
    /** Number of the last line that is known already. */
    after: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(500).default(200),
  }),
  /** A paused run goes on with its current case and starts no other until it is continued. */
  pauseRun: procedure<{ readonly paused: boolean }>()({
    runId: z.string().max(200),
    paused: z.boolean(),
  }),
  /** Ends the current case of the run under way as skipped; `index` guards against skipping the one after. */
  skipCase: procedure<{ readonly skipped: boolean }>()({
    runId: z.string().max(200),
    index: z.number().int().min(0),
  }),
};

/** Equal bins from `from` to `to`; what lies beyond the last one is counted apart. Nanoseconds. */
export type Bins = {
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
  readonly beyond: number;
};

export type SampleBins = {
  readonly n: number;
  readonly bins: Bins;
  /** Minimum, 1, 5, 25, 50, 75, 95, 99 % and maximum, in nanoseconds. */
  readonly quantiles: readonly { readonly p: number; readonly ns: number }[];
  readonly repetitions: readonly {
    readonly repetition: number;
    readonly n: number;
    readonly medianNs: number;
    readonly repeats: number;
    readonly launchIncluded: boolean;
    /** Median of the trusted clocks of the samples, in Hz. */
    readonly clockHz: number | null;
  }[];
  /** At most 200 stretches of samples in the order taken, over all repetitions. */
  readonly course: readonly {
    readonly repetition: number;
    /** Number of the first sample of the stretch in its repetition, and how many it has. */
    readonly first: number;
    readonly n: number;
    readonly minNs: number;
    readonly medianNs: number;
    readonly maxNs: number;
  }[];
};

export type ScopeVerdicts = {
  readonly scope: string;
  /** One entry a case that has a verdict, keyed by case index; while the run is under way only where asked for. */
  readonly comparisons: Readonly<Record<string, ComparisonView>>;
};

export type SamplePage = {
  /** Of all repetitions. */
  readonly total: number;
  readonly rows: readonly {
    readonly repetition: number;
    /** Number of the sample in its repetition, from 0. */
    readonly sample: number;
    readonly timeNs: number;
    readonly clockHz: number | null;
    readonly cpuNs: number | null;
  }[];
};

export type RunLogLine = {
  /** Counts from 1 in its run. */
  readonly line: number;
  readonly at: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The case that the line is about. */
  readonly caseIndex: number | null;
};

export type CaseDetail = {
  /** How near it comes to each measured peak that its work meets; empty where none was measured. */
  readonly peaks: readonly PeakShare[];
  /** In the order of repetitions; empty for runs of versions that did not record it. */
  readonly repetitions: readonly Repetition[];
  readonly counters: readonly CounterPass[];
  /** Why it or another variant of the run is faster at the same values, where both have counters. */
  readonly explanations: readonly { readonly variant: string; readonly explanation: Explanation }[];
};
