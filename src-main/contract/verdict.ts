import { z } from 'zod';

export const verdicts = ['faster', 'slower', 'same', 'ambiguous', 'not comparable'] as const;
export type Verdict = (typeof verdicts)[number];

/** A ratio of medians (this over the other: below 1 is faster) with its interval, and what it means. */
export const comparisonViewSchema = z.object({
  verdict: z.enum(verdicts),
  /** Why this verdict, one sentence. */
  reason: z.string(),
  ratio: z.number().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  /** What it was compared with: a variant, or `<run>:<variant>`. */
  against: z.string(),
});
export type ComparisonView = z.infer<typeof comparisonViewSchema>;

/** Where one variant starts to win over another, or why no single size can be named. */
export const breakEvenViewSchema = z.object({
  workload: z.string(),
  span: z.string(),
  /** The variant that wins at small sizes and the one that wins at large sizes. */
  small: z.string(),
  large: z.string(),
  axis: z.string(),
  answer: z.enum(['one', 'none', 'several', 'within-noise']),
  at: z.number().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  /** One sentence a person can read. */
  sentence: z.string(),
});
export type BreakEvenView = z.infer<typeof breakEvenViewSchema>;
