import { z } from 'zod';
import { configurationSchema, policySchema } from './configuration.ts';
import { energySchema } from './energy.ts';
import { interferenceSchema } from './interference.ts';
import { timingsSchema } from './timings.ts';
import { valuesSchema, variantSchema, workloadSchema } from './workload.ts';

export const schemaVersion = 1;

/** One case: a workload, a variant and the values of the axes that the variant takes. */
export const plannedCaseSchema = z.object({
  index: z.number().int().min(0),
  workload: z.string(),
  variant: z.string(),
  values: valuesSchema,
  /** Cases with equal keys share one generated input and one reference. */
  inputKey: z.string(),
  input: z.string().optional(),
  policy: policySchema,
  /** What its result has to say of the case: that a generated input stands for a real one. */
  warnings: z.array(z.string()).optional(),
  /** Seconds of one repetition, from and to, and what they are known from; `core/plan/expected-times.ts` makes them. */
  expected: z
    .object({
      seconds: z.tuple([z.number(), z.number()]),
      source: z.enum(['stored', 'neighbour', 'declared']),
      /** How many repetitions the stored run took of it, with those that its questions needed. */
      repetitions: z.number().optional(),
      /** Measured peaks of the machine say how long the declared work takes. */
      peaks: z.literal(true).optional(),
    })
    .optional(),
  /** A size that refining added: its repetitions are measured by the processes from this one on, and by none before. */
  firstRepetition: z.number().int().min(0).optional(),
  /** Of a part of a plan: its repetitions from `from` on, each `step` after the one before; absent: all of them. */
  part: z.object({ from: z.number().int().min(0), step: z.number().int().min(1) }).optional(),
  /** Known before it runs that it cannot: stored as skipped with this reason. */
  skip: z.string().optional(),
  estimate: z
    .object({
      hostBytes: z.number(),
      deviceBytes: z.number(),
      sharedBytes: z.number().optional(),
      seconds: z.number(),
      inputSeconds: z.number().optional(),
    })
    .optional(),
});
export type PlannedCase = z.infer<typeof plannedCaseSchema>;

/** The repetitions of a case that its plan asks for, ascending. */
export function repetitionsOfCase({
  policy,
  firstRepetition = 0,
  part = { from: 0, step: 1 },
}: Pick<PlannedCase, 'policy' | 'firstRepetition' | 'part'>): readonly number[] {
  const count = Math.max(0, Math.ceil((policy.repetitions - part.from) / part.step));
  return Array.from({ length: count }, (_, i) => firstRepetition + part.from + i * part.step);
}

/** Plain data, in measuring order, independent of the process that made it. */
export const planSchema = z.object({
  schemaVersion: z.number(),
  configuration: configurationSchema,
  cases: z.array(plannedCaseSchema),
});
export type Plan = z.infer<typeof planSchema>;

export const outcomeSchema = z.enum(['ok', 'skipped', 'failed']);
export type Outcome = z.infer<typeof outcomeSchema>;

/**
 * What one process says of one case and timing scope, made once of all samples that it took: what estimates, verdicts
 * and break-evens are computed from. Nanoseconds.
 */
export const processSchema = z.object({
  n: z.number().int().min(1),
  medianNs: z.number(),
  meanNs: z.number(),
  /** Independent samples that would know the median as well: n less what serial correlation costs. */
  effectiveN: z.number(),
  /** Standard error of the logarithm of the median, of the samples of this process alone. */
  logError: z.number(),
  /** Correlation of consecutive samples (of their side of the median); null when too few to say. */
  lag1: z.number().nullable(),
  /** Median clock cycles of the samples whose clock is known; null where those are too few. */
  cycles: z.number().nullable(),
});
export type Process = z.infer<typeof processSchema>;

/** The same with whose process it is, and how often the work ran inside one sample. */
export type ScopeProcess = Process & {
  readonly scope: string;
  readonly repetition: number;
  readonly repeats: number;
  readonly disturbed?: string;
  /** Where it ran, of a plan that several nodes measure. */
  readonly node?: string;
};

/** The samples of one timing scope of one case in one repetition. Times in nanoseconds, one entry per sample. */
export const scopeSamplesSchema = z.object({
  scope: z.string(),
  repetition: z.number().int().min(0),
  timesNs: z.instanceof(Float64Array),
  /** SM clock in Hz for each sample, where it can be trusted; absent for CPU work. NaN: not known. */
  clocksHz: z.instanceof(Float64Array).optional(),
  /** Process CPU time for each sample, in nanoseconds (CPU work only). */
  cpuNs: z.instanceof(Float64Array).optional(),
  /** How often the work ran inside one sample; times are already divided by it. */
  repeats: z.number().int().min(1),
  /** Launch latency is part of each time (the launches could not be hidden). */
  launchIncluded: z.boolean(),
  /** The scope of the same repetition whose samples these are: a call on the CPU that is its kernel alone. */
  sameAs: z.enum(['kernel', 'total']).optional(),
  /** Of all samples that the process took, where a file keeps only some; the store always gives it. */
  process: processSchema.optional(),
  /** Why they are not those of a quiet machine; absent where they are. */
  disturbed: z.string().optional(),
});
export type ScopeSamples = z.infer<typeof scopeSamplesSchema>;

/** Parts with `sameAs` come without samples from engines and files: here they get those of the scope that they name. */
export function withSameSamples<
  Part extends Pick<
    ScopeSamples,
    'scope' | 'repetition' | 'timesNs' | 'clocksHz' | 'cpuNs' | 'sameAs'
  >,
>(parts: readonly Part[]): Part[] {
  return parts.map((part) => {
    if (part.sameAs === undefined) return part;
    const source = parts.find(
      ({ scope, repetition, sameAs }) =>
        scope === part.sameAs && repetition === part.repetition && sameAs === undefined,
    );
    if (source === undefined) return part;
    const { timesNs, clocksHz, cpuNs } = source;
    return {
      ...part,
      timesNs,
      ...(clocksHz === undefined ? {} : { clocksHz }),
      ...(cpuNs === undefined ? {} : { cpuNs }),
    };
  });
}

export const verificationSchema = z.object({
  /** `exact`, `tolerance` or `pixels`, and whether it passed, before and after timing. */
  rule: z.string(),
  passed: z.boolean(),
  /** One sentence: the first difference, or the largest error. */
  message: z.string(),
  maxError: z.number().nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;

export const answerSchema = z.object({
  /** Of the output's little-endian bytes in the workload's stated element type. */
  sha256: z.string(),
  attributes: z.record(z.string(), z.union([z.number(), z.string()])),
});
export type Answer = z.infer<typeof answerSchema>;

/**
 * How one process measured one case: how long it took altogether, what else happened, and whether that disturbed it.
 */
export const repetitionSchema = z.object({
  repetition: z.number().int().min(0),
  seconds: z.number().min(0),
  /** Where that time went. */
  timings: timingsSchema.optional(),
  interference: interferenceSchema.nullable(),
  /** The node that measured it, of a plan that several nodes measure. */
  node: z.string().max(255).optional(),
  /** Why its times are not those of a quiet machine, without the word `disturbed`; null where they are. */
  disturbed: z.string().nullable(),
});
export type Repetition = z.infer<typeof repetitionSchema>;

/** What an engine returns for one case. */
export const caseResultSchema = z.object({
  outcome: outcomeSchema,
  reason: z.string().nullable(),
  samples: z.array(scopeSamplesSchema).transform(withSameSamples),
  /** First launch in the process, by timing scope; kept out of the samples. */
  coldStartNs: z.number().nullable(),
  /** Why sampling ended: `count`, `time-limit`, `precision`, `correlation`, `modes`, `noise`, ... */
  stopReason: z.string().nullable(),
  verification: verificationSchema.nullable(),
  answer: answerSchema.nullable(),
  /** Bytes moved and operations done by one run of the computation, as the variant declares them. */
  bytesMoved: z.number().nullable(),
  operations: z.number().nullable(),
  operationUnit: z.string().nullable(),
  /** Names of the device and attributes of the case: registers, occupancy, effective threads, labels. */
  attributes: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  /** Of one execution, by repetition and device; absent where none was measured. */
  energy: z.array(energySchema).max(1000).optional(),
  interference: interferenceSchema.optional(),
  timings: timingsSchema.optional(),
  warnings: z.array(z.string()),
});
export type CaseResult = z.infer<typeof caseResultSchema>;

/**
 * What one timing scope of one case takes. Quantiles are of the samples of all repetitions that count together;
 * `medianNs` and its intervals are of processes, each of which has the same weight however many samples it took; until
 * the run ends, the others are NaN. Nanoseconds; intervals that n does not allow are null.
 */
export const metricSchema = z.object({
  n: z.number().int(),
  /** Samples of disturbed repetitions, which nothing here is of; absent where there are none. */
  leftOut: z.number().int().optional(),
  minNs: z.number(),
  q1Ns: z.number(),
  /** The geometric mean of the medians of processes; where `processes` is absent, the median of all samples. */
  medianNs: z.number(),
  q3Ns: z.number(),
  p95Ns: z.number(),
  p99Ns: z.number().nullable(),
  maxNs: z.number(),
  meanNs: z.number(),
  sdNs: z.number(),
  relativeIqr: z.number(),
  /** Of this run: how far the median is known from its processes. */
  ci95LoNs: z.number().nullable(),
  ci95HiNs: z.number().nullable(),
  ci99LoNs: z.number().nullable(),
  ci99HiNs: z.number().nullable(),
  outliers: z.number().int(),
  slowFirst: z.boolean(),
  /** Correlation of consecutive samples (of their side of the median); null when too few to say. */
  lag1: z.number().nullable().optional(),
  /** Independent samples that would know the medians of processes as well. */
  effectiveN: z.number().optional(),
  /** The samples of a process are significantly autocorrelated. */
  correlated: z.boolean().optional(),
  /** Processes that the median is of. */
  processes: z.number().int().optional(),
  /** Standard deviation of the logarithms of their medians; null for one. */
  processSd: z.number().nullable().optional(),
  /** The same from run to run beyond that: assumed, or learned from results of the machine. */
  runSd: z.number().optional(),
  /** Repeatability: where the median of another run like this one is expected in 95 of 100 (seen: docs/method.md, 9). */
  repeat95LoNs: z.number().optional(),
  repeat95HiNs: z.number().optional(),
});
export type Metric = z.infer<typeof metricSchema>;

export const runStatuses = ['running', 'complete', 'partial', 'cancelled', 'failed'] as const;
export const runStatusSchema = z.enum(runStatuses);
export type RunStatus = z.infer<typeof runStatusSchema>;

const {
  samples: _samples,
  interference: _interference,
  timings: _timings,
  ...shownShape
} = caseResultSchema.shape;

/** A finished case as it is stored and shown: no raw samples. */
export const storedCaseSchema = z.object({
  index: z.number().int(),
  workload: z.string(),
  variant: z.string(),
  values: valuesSchema,
  ...shownShape,
  /** By timing scope id; timing scopes that do not apply are absent. */
  metrics: z.record(z.string(), metricSchema),
  finishedAt: z.string(),
});
export type StoredCase = z.infer<typeof storedCaseSchema>;

const commitSchema = z.string().regex(/^[0-9a-f]{7,64}$/);

/** The commits of the repository that a lab is in, when it was measured. */
export const revisionSchema = z.object({
  /** The remote `origin` without user and token; null where there is none. */
  repository: z.string().max(1000).nullable(),
  /** Of a run that compares two versions, where theirs differ. */
  base: commitSchema.optional(),
  head: commitSchema,
  /** The files that were measured are not those of the commits. */
  dirty: z.boolean(),
});
export type Revision = z.infer<typeof revisionSchema>;

/** What is said of a time whose answer nobody checked: of programs and files of other tools. */
export const notVerified = 'not verified';

export function isNotVerified({
  outcome,
  verification,
}: Pick<StoredCase, 'outcome' | 'verification'>): boolean {
  return outcome === 'ok' && verification === null;
}

export const runRowSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  title: z.string(),
  preset: z.string().nullable(),
  status: runStatusSchema,
  /** Why it failed, one sentence, where that is known. */
  failure: z.string().optional(),
  /** Another process measures it. */
  elsewhere: z.literal(true).optional(),
  workloads: z.array(z.string()),
  device: z.string(),
  cases: z.number().int(),
  ok: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  tags: z.array(z.string()),
  note: z.string(),
  /** Of a lab inside a git repository. */
  revision: revisionSchema.optional(),
  /** It was read from a file without the names of people and machines. */
  scrubbed: z.literal(true).optional(),
  pinned: z.boolean(),
  baseline: z.boolean(),
  /** When it was read from a run file; absent for runs of this store. */
  importedAt: z.string().optional(),
  /** When it went to the trash; absent outside of it. */
  trashedAt: z.string().optional(),
});
export type RunRow = z.infer<typeof runRowSchema>;

/** The description of a variant as it was when the case ran, so that it shows after the variant is gone. */
export const descriptorSchema = z.object({
  workload: workloadSchema.omit({ variants: true }),
  variant: variantSchema,
});
export type Descriptor = z.infer<typeof descriptorSchema>;
