import { z } from 'zod';
import { deviceSchema } from './workload.ts';

/**
 * A figure as plain data: the renderer, the command line and the composer draw the same one from it. Values are in
 * the axes' own units; `scale` says how to draw them.
 */
const point = z.object({
  x: z.number(),
  y: z.number(),
  /** 95 % confidence interval; null where n does not allow one. */
  lo: z.number().nullable(),
  hi: z.number().nullable(),
  n: z.number().int(),
  /** Written next to it where there is room: a percentage, the name of a roof. */
  label: z.string().optional(),
  /** The run that it is of, where a point is a run. */
  run: z.string().optional(),
});
export type FigurePoint = z.infer<typeof point>;

const axis = z.object({
  /** With its unit in parentheses: "Time (ms)". */
  label: z.string(),
  scale: z.enum(['log', 'linear', 'category']),
  /** Only for `category`: at 0, 1, ... on the axis. */
  categories: z.array(z.string()).optional(),
  /** How ticks are written: `si` with a prefix (`10 k`, `1 M`, `20 µ`), `plain` as decimals (the default). */
  ticks: z.enum(['plain', 'si']).optional(),
  /** Only whole numbers are on it (threads, sizes, runs): no tick between them. */
  whole: z.boolean().optional(),
  /** Ticks where they are known: the dates or commits of runs. As many are drawn as fit. */
  marks: z.array(z.object({ at: z.number(), text: z.string() })).optional(),
  /** Fixed ends of the axis; taken from the data where they are left out. */
  min: z.number().optional(),
  max: z.number().optional(),
});

const seriesBase = {
  /**
   * Stable identity (workload, variant, timing scope): decides colour, dash and marker, whatever is hidden or sorted.
   */
  key: z.string(),
  label: z.string(),
  device: deviceSchema.nullable(),
  /**
   * Place of the variant in its workload's catalog, counted inside its device: picks colour, dash and marker.
   * Derived from a hash of `key` where it is not known.
   */
  slot: z.number().int().min(0).optional(),
  /** A second timing scope of a variant that is drawn already: same colour and marker, dotted and hollow. */
  secondary: z.boolean().optional(),
  /** Mixed with the background: the part of its colour that is left, of a series that others have replaced. */
  faded: z.number().min(0).max(1).optional(),
  /** A published series, drawn hollow and named by study, year and hardware. */
  published: z.boolean(),
};

export const figureSpecSchema = z.object({
  kind: z.string(),
  title: z.string(),
  /** Says what centre and bar are, with n. */
  caption: z.string(),
  /** One sentence for screen readers. */
  summary: z.string(),
  x: axis,
  y: axis,
  /** The axis of the workload that x is, where it is one. */
  over: z.string().optional(),
  series: z.array(
    z.discriminatedUnion('mark', [
      z.object({
        ...seriesBase,
        mark: z.literal('line'),
        points: z.array(point),
        /** Markers without the line between them. */
        unjoined: z.boolean().optional(),
        /** The line without markers: a peak. */
        bare: z.boolean().optional(),
        /** Points are in an order of their own (of sizes), which arrowheads on the line show. */
        arrows: z.boolean().optional(),
      }),
      z.object({ ...seriesBase, mark: z.literal('bar'), points: z.array(point) }),
      z.object({
        ...seriesBase,
        mark: z.literal('step'),
        /** Each point is the left end of a level (a histogram's bin) that lasts to the next point. */
        points: z.array(point),
        fill: z.boolean().optional(),
        /** Where its levels stand on; zero by default. */
        base: z.number().optional(),
        /** Places of points below it: medians of processes. */
        rug: z.array(z.number()).optional(),
      }),
      z.object({
        ...seriesBase,
        mark: z.literal('box'),
        boxes: z.array(
          z.object({
            x: z.number(),
            min: z.number(),
            q1: z.number(),
            median: z.number(),
            q3: z.number(),
            max: z.number(),
            /** Ends of the whiskers: the farthest samples within 1.5 interquartile ranges of the box. */
            whiskers: z.tuple([z.number(), z.number()]),
            /** Samples beyond the whiskers that the axis holds; of those too near to be seen apart, one. */
            outliers: z.array(z.number()),
            n: z.number().int(),
          }),
        ),
      }),
    ]),
  ),
  /** Bars of one category stand on each other instead of side by side. */
  stacked: z.boolean().optional(),
  /** Vertical bands: a break-even with its interval. */
  bands: z.array(
    z.object({
      /** Stable identity (which variant over which). */
      key: z.string().optional(),
      /** Key of the series that is faster beyond it: gives marker and whisker their colour. */
      series: z.string().optional(),
      /** Height of the crossing, in the unit of the vertical axis. */
      y: z.number().optional(),
      label: z.string(),
      at: z.number(),
      lo: z.number().nullable(),
      hi: z.number().nullable(),
    }),
  ),
  /** Numbers of ticks have a decimal comma. */
  decimalComma: z.literal(true).optional(),
  /** Stretches of the horizontal axis in which it is not known which of two series is faster. */
  unknown: z.array(z.tuple([z.number(), z.number()])).optional(),
  /** Every break-even that the figure could show, drawn or not. */
  bandChoices: z.array(z.object({ key: z.string(), label: z.string() })).optional(),
  /** Run ids, app version and device, written into exported files. */
  provenance: z.record(z.string(), z.string()),
});
export type FigureSpec = z.infer<typeof figureSpecSchema>;
export type FigureSeries = FigureSpec['series'][number];

export const figureKinds = [
  'scaling',
  'distribution',
  'phases',
  'throughput',
  'energy',
  'speedup',
  'roofline',
  'percent-of-peak',
  'theory',
  'trend',
  'calls',
] as const;
export type FigureKind = (typeof figureKinds)[number];

/** What a kind can be drawn as, the first of them by default. */
export const figureForms = {
  distribution: ['histogram', 'ridgeline', 'ecdf', 'box'],
  phases: ['time', 'share', 'log'],
} as const;
export type DistributionForm = (typeof figureForms.distribution)[number];
export type PhasesForm = (typeof figureForms.phases)[number];
export const allFigureForms = [...figureForms.distribution, ...figureForms.phases] as const;
export type FigureForm = (typeof allFigureForms)[number];

const lengthMm = z.number().min(20).max(600);

export const figureOptionsSchema = z.object({
  widthMm: lengthMm,
  /** Null: as high as title, legend and caption ask for next to axes of the usual shape. */
  heightMm: lengthMm.nullable(),
  dpi: z.number().min(50).max(1200),
  fontPt: z.number().min(5).max(30),
  /** Whether title, caption and legend are part of the picture (a paper sets its own title and caption). */
  title: z.boolean(),
  caption: z.boolean(),
  legend: z.boolean(),
  /** `grey`: distinguished by dash and marker alone, for print without colour. */
  palette: z.enum(['colour', 'grey']),
});
export type FigureOptions = z.infer<typeof figureOptionsSchema>;

/** One column of a two-column journal page at print resolution. */
export const defaultFigureOptions: FigureOptions = {
  widthMm: 88.9,
  heightMm: null,
  dpi: 300,
  fontPt: 8,
  title: true,
  caption: true,
  legend: true,
  palette: 'colour',
};

/** Languages that figures are written in besides English. */
export const languages = ['es', 'pt', 'ru', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The reader's language: a shipped one, and phrases of the reader's own, English to translation. */
export const languageSchema = z.object({
  id: z.enum(languages).optional(),
  phrases: z.record(z.string().max(500), z.string().max(500)).optional(),
});
export type ReaderLanguage = z.infer<typeof languageSchema>;

/** The languages by the names that their readers give them. */
export const languageNames: Readonly<Record<Language, string>> = {
  ...{ es: 'Español', pt: 'Português', ru: 'Русский', de: 'Deutsch', fr: 'Français' },
};
