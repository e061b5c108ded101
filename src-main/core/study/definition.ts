import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { BreakevenError } from '../../contract/failure.ts';
import { valuesSchema } from '../../contract/workload.ts';
import { resourcePath } from '../util/paths.ts';

const statistics = ['mean_ns', 'median_ns', 'min_ns', 'max_ns'] as const;

/** Studies of users are files: their timing scopes are called `span` there, and so they are here. */
const selectorSchema = z.strictObject({
  workload: z.string().optional(),
  variant: z.string(),
  span: z.string().optional(),
  values: valuesSchema.default({}),
});
export type Selector = z.infer<typeof selectorSchema>;

const columnSchema = z.union([
  /** Measured here, the published column of the same name next to it. */
  selectorSchema,
  /** As the study describes its input. */
  z.strictObject({ published: z.literal(true) }),
  /** The first column minus the second, of the measured ones. */
  z.strictObject({ minus: z.tuple([z.string(), z.string()]) }),
  z.strictObject({ over: z.tuple([z.string(), z.string()]) }),
  /** What the study's theory gives for one core, or for all of them, of this machine; the printed column next to it. */
  z.strictObject({ theory: z.enum(['sequential', 'parallel']) }),
]);
export type ColumnDefinition = z.infer<typeof columnSchema>;

const tableSchema = z.strictObject({
  /** Name of the published table; absent where the study prints a figure alone. */
  table: z.string().optional(),
  title: z.string(),
  workload: z.string(),
  statistic: z.enum(statistics),
  span: z.string(),
  /** What distinguishes rows: an axis, under the study's name for it, or the names of inputs. */
  row: z.strictObject({ column: z.string(), axis: z.string().optional() }),
  /** Only cases with these values are rows. */
  values: valuesSchema.default({}),
  unit: z.enum(['ns', 'us', 'ms', 's']),
  columns: z.record(z.string(), columnSchema),
  /** Figures of bars where rows have names: which columns stand side by side. */
  bars: z
    .array(z.strictObject({ title: z.string(), columns: z.array(z.string()).min(1) }))
    .default([]),
  notes: z.array(z.string()).default([]),
});
export type TableDefinition = z.infer<typeof tableSchema>;

/** A table of mean speedups: a row of this run, the printed one, and what follows from another table of the study. */
const speedupTableSchema = z.strictObject({
  kind: z.literal('speedups'),
  table: z.string(),
  title: z.string(),
  workload: z.string(),
  statistic: z.enum(['mean_ns', 'median_ns']),
  span: z.string(),
  /** How many times as fast: the time of `of` over that of `over`, in the mean over the sizes that have both. */
  columns: z.record(z.string(), z.strictObject({ of: selectorSchema, over: selectorSchema })),
  /** Sizes that the means are over; those of the study's workload by default. */
  sizes: z.array(valuesSchema).default([]),
  /** A table of times with the same columns: those of `of` over each, in the mean over its rows. */
  follows: z.strictObject({ table: z.string(), of: z.string() }).optional(),
  notes: z.array(z.string()).default([]),
});
export type SpeedupTableDefinition = z.infer<typeof speedupTableSchema>;

/** The table of a study's systems with the time that an operation takes each at its peak. */
const flopTableSchema = z.strictObject({
  kind: z.literal('time-per-flop'),
  table: z.string(),
  title: z.string(),
  /** Columns for all cores and for one. */
  parallel: z.string(),
  sequential: z.string(),
  notes: z.array(z.string()).default([]),
});
export type FlopTableDefinition = z.infer<typeof flopTableSchema>;

/** The numbers that would bear a claim out, and how its words were read as numbers. */
const expectSchema = z.strictObject({
  atLeast: z.number().optional(),
  atMost: z.number().optional(),
  meaning: z.string().min(1),
});
export type Expectation = z.infer<typeof expectSchema>;

const claimBase = {
  /** What the study says, in our own words. */
  claim: z.string().min(1),
  workload: z.string(),
  span: z.string(),
  /** Ends of numeric axes: only the cases within them are asked. */
  where: z
    .record(
      z.string(),
      z.strictObject({ atLeast: z.number().optional(), atMost: z.number().optional() }),
    )
    .default({}),
  /** Sizes that the claim is about; those of the study's workload by default. */
  sizes: z.array(valuesSchema).default([]),
  /**
   * Which cases are asked: those inside the range of the sizes, or at the sizes alone. A mean is always over the sizes
   * alone.
   */
  asks: z.enum(['range', 'sizes']).default('range'),
  /** Whether the claim is of all of these sizes, or a law that any of them show. */
  needs: z.enum(['all', 'any']).default('all'),
};

const claimSchema = z.discriminatedUnion('kind', [
  /** Which law the time follows over an axis, for each variant, with its exponent. */
  z.strictObject({
    ...claimBase,
    kind: z.literal('growth'),
    axis: z.string(),
    variants: z.array(z.string()).min(1),
    law: z.enum(['exponential', 'power']),
  }),
  /** Exponent of time in the size, for each variant. */
  z.strictObject({
    ...claimBase,
    kind: z.literal('exponent'),
    axis: z.string(),
    variants: z.array(z.string()).min(1),
    expect: expectSchema,
  }),
  /** Times of `of` over those of `over` wherever the other values agree. */
  z.strictObject({
    ...claimBase,
    kind: z.literal('ratio'),
    statistic: z.enum(['mean_ns', 'median_ns']).default('median_ns'),
    of: selectorSchema,
    over: selectorSchema,
    /** Whether the claim is about the mean of all pairs or about each of them. */
    about: z.enum(['mean', 'each']).default('mean'),
    /** Ratios are averaged as ratios unless the study adds them up. */
    mean: z.enum(['geometric', 'arithmetic']).default('geometric'),
    expect: expectSchema,
  }),
  /** Maximum over minimum time along an axis. */
  z.strictObject({
    ...claimBase,
    kind: z.literal('range'),
    axis: z.string(),
    of: selectorSchema,
    expect: expectSchema,
  }),
  /** The value of an axis with the minimum time. */
  z.strictObject({
    ...claimBase,
    kind: z.literal('best'),
    axis: z.string(),
    of: selectorSchema,
    /** The value that the study calls the best. */
    value: z.number(),
    /** The values that the study compared: it is the best where it was compared with each of them. */
    among: z.array(z.number()).default([]),
  }),
]);
export type ClaimDefinition = z.infer<typeof claimSchema>;
export type ClaimOf<K extends ClaimDefinition['kind']> = Extract<
  ClaimDefinition,
  { readonly kind: K }
>;

const theorySchema = z.strictObject({
  workload: z.string(),
  span: z.string(),
  axis: z.string(),
  /** On one core, and on all of them. */
  sequential: z.array(z.string()),
  parallel: z.array(z.string()),
  /** Operations: for each pixel, for each pixel and step of `maxiter`, and in all. */
  flops: z.strictObject({
    perPixel: z.number(),
    perPixelAndStep: z.number().default(0),
    constant: z.number().default(0),
  }),
  notes: z.array(z.string()).default([]),
});
export type TheoryDefinition = z.infer<typeof theorySchema>;

export const studyDefinitionSchema = z
  .strictObject({
    /** Id of the published study. */
    study: z.string(),
    /** The sizes that the study measured, by workload; where it does not state them, those of its preset. */
    sizes: z.record(z.string(), z.array(valuesSchema).min(1)).default({}),
    tables: z.array(z.union([tableSchema, speedupTableSchema, flopTableSchema])),
    claims: z.array(claimSchema).default([]),
    /** Variants whose time is predicted from peak and operation counts. */
    theory: z.array(theorySchema).default([]),
  })
  .transform(({ sizes, tables, claims, ...rest }) => ({
    ...rest,
    tables: tables.map((one) =>
      'kind' in one && one.kind === 'speedups' ? withSizes(one, sizes) : one,
    ),
    claims: claims.map((one) => withSizes(one, sizes)),
  }));

type Sized = { readonly workload: string; readonly sizes: z.infer<typeof valuesSchema>[] };

function withSizes<T extends Sized>(one: T, known: Readonly<Record<string, Sized['sizes']>>): T {
  return one.sizes.length > 0 ? one : { ...one, sizes: known[one.workload] ?? [] };
}

export type StudyDefinition = z.infer<typeof studyDefinitionSchema>;

/** They come with the product and stay as they are; every open run asks for them. */
const known = new Map<string, StudyDefinition>();

/**
 * How the runs of a preset become the tables of its study; null for a preset that reproduces none.
 *
 * @throws BreakevenError `environment` for a damaged file.
 */
export function readStudy(
  preset: string,
  folder = resourcePath('studies'),
): StudyDefinition | null {
  const file = `${folder}/${preset}.json`;
  const before = known.get(file);
  if (before !== undefined) return before;
  if (!/^[a-z0-9-]+$/.test(preset) || !existsSync(file)) return null;
  const parsed = studyDefinitionSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) {
    known.set(file, parsed.data);
    return parsed.data;
  }
  throw new BreakevenError(
    'environment',
    `the study ${file} is damaged: ${z.prettifyError(parsed.error)}`,
  );
}

/** The presets that reproduce a study. */
export function studyIds(folder = resourcePath('studies')): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** How the time of a workload is predicted, wherever a study does so. */
export function theoryFor(
  workload: string,
  folder = resourcePath('studies'),
): TheoryDefinition | null {
  const all = studyIds(folder).flatMap((id) => readStudy(id, folder)?.theory ?? []);
  return all.find((one) => one.workload === workload) ?? null;
}
