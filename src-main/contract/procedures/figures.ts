import { z } from 'zod';
import type { FigureSpec } from '../figure.ts';
import { allFigureForms, figureKinds, figureOptionsSchema, languageSchema } from '../figure.ts';
import { procedure } from '../procedure.ts';
import { valuesSchema } from '../workload.ts';
import { betweenSchema } from './break-evens.ts';
import { sidesSchema } from './compare.ts';
import type { ExportedFile } from './files.ts';
import { trendOptionsSchema } from './trends.ts';

const idSchema = z.string().max(200);
const axisViewSchema = z.object({
  label: z.string().max(200).optional(),
  scale: z.enum(['log', 'linear']).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});

/** What is shown otherwise than the figure says by itself. */
export const figureViewSchema = z.object({
  title: z.string().max(300).optional(),
  caption: z.string().max(2000).optional(),
  x: axisViewSchema.optional(),
  y: axisViewSchema.optional(),
});
export type FigureView = z.infer<typeof figureViewSchema>;

/** Which figure of which cases. */
export const figureRequestSchema = z.object({
  /** The run; of several, see `refs`, the first. */
  ref: z.string().min(1).max(300),
  /** Two to eight runs or `<run>:<variant>` in one figure; of them, `speedup` is over the first. */
  refs: sidesSchema.optional(),
  kind: z.enum(figureKinds),
  /** What it is drawn as, where its kind has several forms. */
  as: z.enum(allFigureForms).optional(),
  workload: idSchema.optional(),
  scope: idSchema.optional(),
  /** Restricts the cases (a distribution at one size, say). */
  where: valuesSchema.optional(),
  /** The axis to draw over instead of the size, for `scaling`, `throughput` and `speedup`. */
  over: idSchema.optional(),
  /** For `speedup`: each variant compared with itself with these values. */
  against: valuesSchema.optional(),
  /** Axes that make a series of their own for each value. */
  seriesBy: z.array(idSchema).max(10).optional(),
  /** Two values of an axis, a series each, with the break-evens between them (`scaling`). */
  between: betweenSchema.optional(),
  /** How the history of a case is read, for `trend`. */
  trend: trendOptionsSchema.optional(),
  /** Only these variants. */
  variants: z.array(idSchema).min(1).max(100).optional(),
  /** Published series to lay over a scaling figure, by key, or by a study or a table (`published/<study>/<table>`). */
  published: z.array(z.string().max(300)).max(50).optional(),
  /** Keys of series that the reader hid: neither drawn nor counted in caption, summary and break-evens. */
  hidden: z.array(z.string().max(300)).max(200).optional(),
  /** Keys of the break-evens to draw in a scaling figure; by default, the first few. */
  breakEvens: z.array(z.string().max(300)).max(50).optional(),
  view: figureViewSchema.optional(),
});

export const figureFormats = ['png', 'svg', 'pdf', 'csv'] as const;

export const figureFileSchema = figureRequestSchema.extend({
  format: z.enum(figureFormats),
  options: figureOptionsSchema.partial().optional(),
  language: languageSchema.optional(),
});

export const figureProcedures = {
  figure: procedure<FigureSpec>()(figureRequestSchema.shape),
  exportFigure: procedure<{ readonly file: ExportedFile }>()(figureFileSchema.shape),
  /** Several figures at once; one that cannot be drawn is named and does not stop the others. */
  exportFigures: procedure<{
    readonly files: readonly ExportedFile[];
    /** By position in the request: why a figure was not drawn. */
    readonly failed: readonly { readonly index: number; readonly message: string }[];
  }>()({ figures: z.array(figureFileSchema).min(1).max(24) }),
  /** Series of published studies that can be laid over the scaling figure of a run. */
  published: procedure<{ readonly series: readonly PublishedView[] }>()({
    /** Only about this workload. */
    workload: z.string().max(200).optional(),
    /** Over this axis instead of the size of that workload. */
    over: z.string().max(200).optional(),
  }),
};

export type PublishedView = {
  /** What the `published` of a figure names. */
  readonly key: string;
  readonly study: string;
  readonly workload: string;
  /** What the times are over. */
  readonly axis: string;
  readonly label: string;
  /** Where it was measured, what was timed, what the source does not state. */
  readonly note: string;
  readonly points: number;
};
