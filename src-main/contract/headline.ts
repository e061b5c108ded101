import { z } from 'zod';
import { energyDevices } from './energy.ts';
import { valuesSchema } from './workload.ts';

const interval = z.tuple([z.number(), z.number()]);

/** What is said of a pair in one timing scope; with `from` and `below` a break-even is located. */
const answerKinds = ['from', 'below', 'always', 'never', 'several', 'unclear', 'one-size'] as const;

export const isLocated = (answer: (typeof answerKinds)[number]): boolean =>
  answer === 'from' || answer === 'below';

/**
 * How often a GPU is called with the same input: copied each time, kept on the device while the answer comes back each
 * time, or both kept.
 */
export const strategies = ['copy-each-time', 'input-stays', 'both-stay'] as const;
export type Strategy = (typeof strategies)[number];

/** Of each strategy, its label in a figure and its condition in a sentence. */
export const strategyTexts: Readonly<
  Record<Strategy, { readonly label: string; readonly condition: string }>
> = {
  'copy-each-time': {
    label: 'copied each time',
    condition: 'input and answer are copied at each call',
  },
  'input-stays': {
    label: 'input stays',
    condition: 'the input stays on the device and the answer comes back',
  },
  'both-stay': { label: 'both stay', condition: 'input and answer stay on the device' },
};

/** Above 1 is faster. */
export const speedupSchema = z.object({ value: z.number(), ci95: interval.nullable() });

/** The number of calls from which on the GPU is faster, at one size. */
export const callsAnswerSchema = z.object({
  size: z.number(),
  /** The GPU variant whose further calls cost least at this size. */
  variant: z.string(),
  strategy: z.enum(strategies),
  answer: z.enum(['from', 'always', 'never', 'unclear']),
  /** Smallest number of calls at which the GPU is faster; null where there is none or it is not known. */
  at: z.number().nullable(),
  /** All numbers of calls that the data cannot decide; the second is null where it has no end. */
  ci95: z.tuple([z.number(), z.number().nullable()]).nullable(),
});
export type CallsAnswer = z.infer<typeof callsAnswerSchema>;

/** The same as a row of a table, with what it was measured of. */
export const callsRowSchema = callsAnswerSchema.extend({
  workload: z.string(),
  axis: z.string(),
  /** Values of the other axes that the run sweeps. */
  values: valuesSchema,
  /** The CPU variant whose further calls cost least at this size. */
  against: z.string(),
  /** State of the caches, `hot` or `cold`; null where the cases do not say. */
  cache: z.string().nullable(),
  /** With the variants that come with Breakeven, where the row before is without them. */
  bestKnown: z.literal(true).optional(),
  /** Names the size, the strategy and the state of the caches. */
  sentence: z.string(),
});
export type CallsRow = z.infer<typeof callsRowSchema>;

/** What calls of one size at a rate cost on one side; durations are of each second. */
const callRateSideSchema = z.object({
  variant: z.string(),
  /** Nanoseconds of each second; above 1e9 the machine cannot do it. */
  ns: z.number(),
  ci95: interval.nullable(),
});

/** What calls of one size at a rate save, by the processes that measured both variants. */
export const callRateSchema = z.object({
  axis: z.string(),
  size: z.number(),
  strategy: z.enum(strategies),
  /**
   * `saves`: both keep up, and which costs less is established; `one-keeps-up`: only the winner does; `neither` does;
   * `unclear`: the processes do not decide it, or a case is disturbed; `not-measured`: one side has no times there.
   */
  answer: z.enum(['saves', 'one-keeps-up', 'neither', 'unclear', 'not-measured']),
  /** The variant that costs less, where that is established. */
  winner: z.string().nullable(),
  /** What the second variant saves of each second, nanoseconds; negative where it costs more. */
  saved: z.object({ ns: z.number(), ci95: interval.nullable() }).nullable(),
  /** In the order of the variants asked for; none where a side was not measured. */
  sides: z.array(callRateSideSchema),
  /** Processes that measured both. */
  processes: z.number().int(),
  /** The size lies between measured ones, and the costs on a straight line between theirs, both axes logarithmic. */
  interpolated: z.boolean(),
  /**
   * What the executions of the second variant save in joules of each second, the sum over these devices, without copies;
   * negative where they need more. Null where a side has no energy of the device that it works on.
   */
  energy: z
    .object({
      devices: z.array(z.enum(energyDevices)),
      joules: z.number(),
      ci95: interval.nullable(),
    })
    .nullable(),
  sentence: z.string(),
});
export type CallRateAnswer = z.infer<typeof callRateSchema>;

/** One timing scope of one pair: the fastest of each device, or the baseline and the fastest other. */
export const headlineAnswerSchema = z.object({
  scope: z.string(),
  /** The best of two devices, or of one the baseline and the fastest other. */
  kind: z.enum(['cpu-gpu', 'cpu', 'gpu']),
  /** The best CPU variant, or the baseline, first. */
  pair: z.tuple([z.string(), z.string()]),
  /** About the second of the pair: it is faster from a size on, below one alone, always, never, ... */
  answer: z.enum(answerKinds),
  at: z.number().nullable(),
  ci95: interval.nullable(),
  /** The faster of the two at the largest size; null where they are not distinguishable there. */
  winner: z.string().nullable(),
  /** At the largest size that both have: the time of the other over that of the winner; above 1 is faster. */
  speedup: speedupSchema.extend({ size: z.number() }).nullable(),
  /** From the smallest size up to this measured one another variant is faster than both. */
  upTo: z.object({ size: z.number(), variant: z.string() }).nullable(),
  /** Sizes at which the two are not distinguishable although the answer is of all sizes, or of those above the break-even. */
  untold: z.array(z.number()).optional(),
  /** Sizes among those that the answer is of at which most repetitions of a case were disturbed: there is no verdict. */
  disturbedAt: z.array(z.number()).optional(),
  /** Where the largest size is one of these: up to which the faster one is. */
  until: z.number().optional(),
  /** Where the second never is faster in this scope: from how many calls on it is, at the largest sizes. */
  calls: z.array(callsAnswerSchema),
  /** Most repetitions of a case that it rests on were disturbed: it is unclear. */
  disturbed: z.literal(true).optional(),
  /** The answer without the names of workload and scope: `cub-even is faster than plain from n = 23,800 [20,800, 29,600] on`. */
  text: z.string(),
});
export type HeadlineAnswer = z.infer<typeof headlineAnswerSchema>;

/** The answers of one workload, and of one combination of the values of its other axes that the run sweeps. */
export const workloadHeadlineSchema = z.object({
  workload: z.string(),
  axis: z.string(),
  values: valuesSchema,
  /** End to end first; without the variants that come with Breakeven where the run has others. */
  answers: z.array(headlineAnswerSchema),
  /** The same with Breakeven's own variants, where one of them is faster. */
  bestKnown: headlineAnswerSchema.nullable(),
  /** The first answer in one sentence, the same text everywhere. */
  sentence: z.string(),
});
export type WorkloadHeadline = z.infer<typeof workloadHeadlineSchema>;

/** Whether the numbers of a run are good enough, and which cases to repeat. */
export const qualitySchema = z.object({
  level: z.enum(['good', 'usable', 'repeat']),
  /** `good`, or the count of cases with what they lack. */
  text: z.string(),
  /** Cases that can change a verdict when repeated. */
  cases: z.array(z.number().int()),
});
export type Quality = z.infer<typeof qualitySchema>;

/** The answer of a run: computed once, shown everywhere. */
export const headlineSchema = z.object({
  /** One sentence for the whole run. */
  sentence: z.string(),
  /** The same in each timing scope that is answered. */
  byScope: z.record(z.string(), z.string()),
  workloads: z.array(workloadHeadlineSchema),
  quality: qualitySchema,
});
export type Headline = z.infer<typeof headlineSchema>;
