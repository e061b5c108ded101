import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { BreakevenError } from '../../contract/failure.ts';
import { valuesSchema } from '../../contract/workload.ts';
import { resourcePath } from '../paths.ts';

const statistics = ['mean_ns', 'median_ns', 'min_ns', 'max_ns'] as const;

const selectorSchema = z.strictObject({
  workload: z.string().optional(),
  variant: z.string(),
  span: z.string().optional(),
  values: valuesSchema.default({}),
});
export type Selector = z.infer<typeof selectorSchema>;

const columnSchema = z.union([
  /** Measured here, the published column of the same name beside it. */
  selectorSchema,
  /** As the study describes its input. */
  z.strictObject({ published: z.literal(true) }),
  /** The first column minus the second, of the measured ones. */
  z.strictObject({ minus: z.tuple([z.string(), z.string()]) }),
  z.strictObject({ over: z.tuple([z.string(), z.string()]) }),
]);
export type ColumnDefinition = z.infer<typeof columnSchema>;

const tableSchema = z.strictObject({
  /** Name of the published table; absent where the study prints a figure alone. */
  table: z.string().optional(),
  title: z.string(),
  workload: z.string(),
  statistic: z.enum(statistics),
  span: z.string(),
  /** What tells rows apart: an axis, under the study's name for it, or the names of inputs. */
  row: z.strictObject({ column: z.string(), axis: z.string().optional() }),
  /** Only cases with these values are rows. */
  values: valuesSchema.default({}),
  unit: z.enum(['ns', 'us', 'ms', 's']),
  columns: z.record(z.string(), columnSchema),
  notes: z.array(z.string()).default([]),
});
export type TableDefinition = z.infer<typeof tableSchema>;

const claimSchema = z.discriminatedUnion('kind', [
  /** Exponent of time in the size, for each variant. */
  z.strictObject({
    kind: z.literal('exponent'),
    claim: z.string(),
    workload: z.string(),
    span: z.string(),
    axis: z.string(),
    variants: z.array(z.string()),
  }),
  /** Times of `of` over those of `over` wherever the other values agree. */
  z.strictObject({
    kind: z.literal('ratio'),
    claim: z.string(),
    workload: z.string(),
    span: z.string(),
    statistic: z.enum(statistics).default('median_ns'),
    of: selectorSchema,
    over: selectorSchema,
  }),
  /** Greatest over least time along an axis. */
  z.strictObject({
    kind: z.literal('range'),
    claim: z.string(),
    workload: z.string(),
    span: z.string(),
    axis: z.string(),
    of: selectorSchema,
  }),
  /** The value of an axis with the least time. */
  z.strictObject({
    kind: z.literal('best'),
    claim: z.string(),
    workload: z.string(),
    span: z.string(),
    axis: z.string(),
    of: selectorSchema,
  }),
]);
export type ClaimDefinition = z.infer<typeof claimSchema>;

export const studyDefinitionSchema = z.strictObject({
  /** Id of the published study. */
  study: z.string(),
  tables: z.array(tableSchema),
  claims: z.array(claimSchema).default([]),
  /** Variants whose time is predicted from peak and operation counts. */
  theory: z
    .strictObject({
      workload: z.string(),
      span: z.string(),
      axis: z.string(),
      sequential: z.array(z.string()),
      parallel: z.array(z.string()),
    })
    .optional(),
});
export type StudyDefinition = z.infer<typeof studyDefinitionSchema>;

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
  if (!/^[a-z0-9-]+$/.test(preset) || !existsSync(file)) return null;
  const parsed = studyDefinitionSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new BreakevenError(
    'environment',
    `the study ${file} is damaged: ${z.prettifyError(parsed.error)}`,
  );
}
