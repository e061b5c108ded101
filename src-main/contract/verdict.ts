import { z } from 'zod';
import { changeText } from './change-text.ts';
import { formatRatio, widestFactor } from './units.ts';
import { valuesSchema } from './workload.ts';

export const verdicts = [
  'faster',
  'slower',
  'equivalent',
  'inconclusive',
  'not comparable',
] as const;
export type Verdict = (typeof verdicts)[number];

export const verdictSchema = z.enum(verdicts);

const slowShareSchema = z.object({
  count: z.number().int(),
  of: z.number().int(),
  factor: z.number(),
});

/**
 * A ratio of medians (this over the other: below 1 is faster) with its interval, and what it means.
 */
export const comparisonViewSchema = z.object({
  verdict: verdictSchema,
  /** Why this verdict, one sentence. */
  reason: z.string(),
  ratio: z.number().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  /** What it was compared with: a variant, or `<run>:<variant>`. */
  against: z.string(),
  /**
   * The smallest change that this comparison could have established, in percent of time, greater than 0. Absent where
   * there is no interval.
   */
  tells: z.number().optional(),
  /**
   * Two-sided p of "the ratio is within the difference margin", under the model that made the interval: at most 0.05
   * exactly where the verdict is faster or slower. None where the difference may be interference.
   */
  p: z.number().optional(),
  /** Which variation the interval has in it: that of processes of this run, or that from run to run too. */
  interval: z.enum(['this run', 'repeatability']).optional(),
  /** The ratio is the mean of the log ratios of repetitions in which one process measured both sides. */
  paired: z.boolean().optional(),
  /** Of two runs: what runs were taken to differ by (standard deviation of the logarithm), how well that is known, and from how many runs (0: shipped). */
  runs: z.object({ sd: z.number(), degrees: z.number(), learned: z.number().int() }).optional(),
  /** Of two runs: unchanged cases whose median shift (a ratio) was subtracted instead. */
  controls: z.object({ cases: z.number().int(), shift: z.number() }).optional(),
  /** The times of a side may be those of interference: there is no verdict. */
  disturbed: z.literal(true).optional(),
  /** Slow processes of this and of the other: how many of how many, and how many times as slow as the median. */
  slow: z.tuple([slowShareSchema.nullable(), slowShareSchema.nullable()]).optional(),
  /** Correlation of successive processes, of the side that has more, where it is beyond chance. */
  drift: z.number().optional(),
  /** That p after Benjamini and Hochberg over the sweep this comparison is part of. */
  adjustedP: z.number().optional(),
  /** What was compared: samples and repetitions (a process each) of this and of the other. */
  samples: z.tuple([z.number(), z.number()]).optional(),
  repetitions: z.tuple([z.number(), z.number()]).optional(),
  /** The same ratio in clock cycles, where both sides have trusted clocks, and whether it points the same way. */
  cycles: z.object({ ratio: z.number(), agrees: z.boolean() }).optional(),
  /** Repetitions that would settle an inconclusive verdict; absent where 50 would not. */
  needed: z.object({ samples: z.number().optional(), repetitions: z.number() }).optional(),
  /** Sentences to show next to the verdict: correlated samples, one process only, few samples. */
  warnings: z.array(z.string()).optional(),
});
export type ComparisonView = z.infer<typeof comparisonViewSchema>;

/** `faster`, or `inconclusive: disturbed` where times may be those of interference. */
export function verdictText({
  verdict,
  disturbed,
}: Pick<ComparisonView, 'verdict' | 'disturbed'>): string {
  return disturbed === true ? `${verdict}: disturbed` : verdict;
}

/** `tells changes from 1.2 %`: percent of time, two digits. Beyond a factor of 10 there is no number. */
export function tellsText(tells: number): string {
  return tells < 100 * (widestFactor - 1)
    ? `tells changes from ${Number(tells.toPrecision(2))} %`
    : `tells no change below ${widestFactor} times`;
}

/** How warnings of batch sizes begin, which have other numbers in each case. */
export const batchesDiffer = 'batch sizes differ';

/** The warnings of several comparisons, each once; of batch sizes the first, with the count of cases. */
export function warningsOfAll(views: readonly (ComparisonView | null)[]): readonly string[] {
  const all = views.flatMap((view) => view?.warnings ?? []);
  const batches = all.filter((warning) => warning.startsWith(batchesDiffer));
  const [first] = batches;
  return [...new Set(all)].flatMap((warning) => {
    if (!warning.startsWith(batchesDiffer) || batches.length === 1) return [warning];
    const what = warning.slice(batchesDiffer.length + 2);
    return warning === first
      ? [`${batchesDiffer} in ${batches.length} cases; in the first ${what}`]
      : [];
  });
}

/** What half of several comparisons tell, and how many they are; null where none has an interval. */
export function usuallyTells(
  views: readonly ComparisonView[],
): { readonly tells: number; readonly cases: number } | null {
  const all = views.flatMap(({ tells }) => tells ?? []).sort((a, b) => a - b);
  const tells = all[all.length >> 1];
  return tells === undefined ? null : { tells, cases: all.length };
}

export type Speedup = {
  readonly value: number | null;
  readonly ci95: readonly [number, number] | null;
};

/** Time of the baseline over that of the contender: above 1 is faster, as every table shows it. */
export function speedupOf({ ratio, ci95 }: Pick<ComparisonView, 'ratio' | 'ci95'>): Speedup {
  if (ratio === null || !(ratio > 0)) return { value: null, ci95: null };
  return { value: 1 / ratio, ci95: ci95 === null ? null : [1 / ci95[1], 1 / ci95[0]] };
}

/** `1.33× [1.21, 1.46×]`, or a dash where nothing is compared or the interval is no number. */
export function formatSpeedup(view: Pick<ComparisonView, 'ratio' | 'ci95'>): string {
  const { value, ci95 } = speedupOf(view);
  return formatRatio(value, ci95);
}

/** The evidence for a verdict, shown with its reason. Empty where nothing was compared. */
export function evidenceOf(view: ComparisonView): readonly string[] {
  const { adjustedP, cycles, p } = view;
  const evidence: string[] = [];
  if (p !== undefined) {
    const sweep =
      adjustedP === undefined
        ? ''
        : `, ${probability(adjustedP)} over the sweep (Benjamini-Hochberg)`;
    evidence.push(`p ${probability(p)}${sweep}`);
  }
  if (cycles !== undefined) {
    const ratio = cycles.ratio.toFixed(4);
    evidence.push(`ratio of cycle counts ${ratio} (${cycles.agrees ? 'agrees' : 'disagrees'})`);
  }
  return [
    ...evidence,
    ...[kindOf(view), basisOf(view), expectedOf(view)].filter((one) => one !== null),
  ];
}

/** Which variation the interval includes. */
function kindOf({ interval, paired }: ComparisonView): string | null {
  if (interval === undefined) return null;
  if (interval === 'repeatability') return 'repeatability interval: includes run-to-run variation';
  return paired === true
    ? 'interval of this run, paired by repetition'
    : 'interval of this run, unpaired';
}

/** What was subtracted, or what runs were taken to differ by. */
function expectedOf({ runs, controls }: ComparisonView): string | null {
  if (controls !== undefined) {
    const shift = changeText(controls.shift, null);
    return `${shift} subtracted, the median shift of ${controls.cases} unchanged cases`;
  }
  if (runs === undefined) return null;
  const source = runs.learned === 0 ? 'shipped' : `learned from ${runs.learned} runs`;
  return `runs differ by ${Number((100 * runs.sd).toPrecision(2))} % (${source})`;
}

/** `60 samples in 2 processes, baseline 58 in 2`. */
function basisOf({ samples, repetitions }: ComparisonView): string | null {
  if (samples === undefined || repetitions === undefined) return null;
  const processes = `${repetitions[0]} ${repetitions[0] === 1 ? 'process' : 'processes'}`;
  return `${samples[0]} samples in ${processes}, baseline ${samples[1]} in ${repetitions[1]}`;
}

function probability(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toPrecision(2);
}

/**
 * The size from which one variant is faster than another, or why there is no single size.
 */
export const breakEvenViewSchema = z.object({
  workload: z.string(),
  scope: z.string(),
  /** The variant that is faster at small sizes and the one that is faster at large sizes. */
  small: z.string(),
  large: z.string(),
  axis: z.string(),
  /** What is compared is joules of one execution; absent: its time. */
  unit: z.literal('J').optional(),
  /** Linked axes: they had the value of `axis` in every case, such as the height of a square. */
  linkedAxes: z.array(z.string()).optional(),
  /** Both variants, in any order. */
  pair: z.tuple([z.string(), z.string()]).optional(),
  /** Values of the other axes that the run sweeps: one answer for each of their combinations. */
  values: valuesSchema.optional(),
  /**
   * The pair to read first: best CPU variant against best GPU variant; where one device alone was measured, the baseline
   * against the fastest other. Without the variants that come with Breakeven where there are others.
   */
  headline: z.enum(['cpu-gpu', 'cpu', 'gpu']).optional(),
  /** The same with the variants that come with Breakeven. */
  bestKnown: z.literal(true).optional(),
  /** Which side is the baseline of the workload. */
  baseline: z.string().optional(),
  /** The two sides are one variant with two values of this axis. */
  between: z.string().optional(),
  answer: z.enum(['one', 'none', 'several', 'inconclusive']),
  at: z.number().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  /** One sentence a person can read. */
  sentence: z.string(),
  /** It would rest on cases of which most repetitions were disturbed: there is no answer. */
  disturbed: z.literal(true).optional(),
  /** Sizes between which each change of the faster variant lies, ascending. */
  brackets: z.array(z.tuple([z.number(), z.number()])).optional(),
  /**
   * Outside of the interval of one break-even: stretches of sizes at which the two are not distinguishable, up to the next
   * sizes that distinguish them.
   */
  unknown: z.array(z.tuple([z.number(), z.number()])).optional(),
  /** The interval includes the interpolation error: a size nearer to the break-even would narrow it. */
  refined: z.boolean().optional(),
  /** An earlier answer, of fewer sizes or repetitions: what refining added made it wider, or said less. */
  fallback: z.boolean().optional(),
  /** Sizes to measure next to narrow the interval; empty when it is narrow enough or none would help. */
  next: z.array(z.number()).optional(),
});
export type BreakEvenView = z.infer<typeof breakEvenViewSchema>;

/** Both sides of a break-even, whichever wins where. */
export function pairOfView({ pair, small, large }: BreakEvenView): readonly [string, string] {
  return pair ?? [small, large];
}

/** `parallel (threads=2)`: a variant with one of its settings. */
export function variantOfLabel(label: string): string {
  return label.split(' (')[0] ?? label;
}
