import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { StoppingCriterion } from '../../src-main/contract/workload.ts';

/** A number, or a pattern so many times. */
const timesSchema = z.array(
  z.union([z.number(), z.object({ repeat: z.array(z.number()).min(1), times: z.int().min(1) })]),
);

const parametersSchema = z.record(z.string(), z.union([z.number(), z.string()]));

const tableSchema = z.strictObject({
  /** Samples that several sequences have. */
  series: z.record(z.string(), z.array(z.number())),
  /** Every criterion of the catalog, in its order; of each parameter the type, the bounds and the default. */
  criteria: z.array(
    z.strictObject({
      id: z.string(),
      parameters: z.record(
        z.string(),
        z.tuple([z.enum(['integer', 'real']), z.number(), z.number(), z.number()]),
      ),
    }),
  ),
  sequences: z.array(
    z.strictObject({
      criterion: z.string(),
      about: z.string(),
      /** What the policy sets; the others have their default. */
      parameters: parametersSchema,
      headline: z.boolean().default(true),
      /** Step of the clock in the time of one sample; 0 where it plays no part. */
      resolutionNs: z.number().default(0),
      /** Executions in one sample. */
      batch: z.int().min(1).default(1),
      /** Standard deviation between processes of the log median; 0 where it is not known. */
      processSd: z.number().default(0),
      timesNs: z.union([z.string(), timesSchema]),
      /** The number of samples at which the criterion is met, and the reason; null where these samples do not meet it. */
      after: z.int().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  refused: z.array(
    z.strictObject({ criterion: z.string(), parameters: parametersSchema, message: z.string() }),
  ),
});

export const stoppingTable = tableSchema.parse(
  JSON.parse(readFileSync(new URL('../stopping-criteria.json', import.meta.url), 'utf8')),
);

export type StoppingSequence = (typeof stoppingTable.sequences)[number];

/** The samples of a sequence, in the order taken. */
export function samplesOf({ timesNs }: StoppingSequence): Float64Array {
  const written = typeof timesNs === 'string' ? stoppingTable.series[timesNs] : timesNs;
  if (written === undefined) throw new Error(`the table has no series ${timesNs}`);
  const all: number[] = [];
  for (const item of written) {
    if (typeof item === 'number') all.push(item);
    else for (let i = 0; i < item.times; i++) for (const time of item.repeat) all.push(time);
  }
  return Float64Array.from(all);
}

/** The criteria as a catalog describes them. */
export const describedCriteria: readonly StoppingCriterion[] = stoppingTable.criteria.map(
  ({ id, parameters }) => ({
    id,
    title: id,
    help: id,
    parameters: Object.entries(parameters).map(([name, [type, min, max, standard]]) => ({
      id: name,
      title: name,
      help: name,
      role: 'measurement',
      type,
      min,
      max,
      default: standard,
      scale: 'linear',
    })),
  }),
);
