import { z } from 'zod';
import { labReferenceSchema } from './lab.ts';
import { scalarSchema, valuesSchema } from './workload.ts';

/** A field of the policy that is one number or one word, as a flag: `value` is what the help calls its value. */
export type PolicyFlag = { readonly name: string; readonly value: string; readonly help: string };

/** The flags of these fields; what reads and writes command lines asks here and knows none by itself. */
export const commandFlags = z.registry<PolicyFlag>();

/**
 * When a case has enough samples: a stopping criterion of the catalog with its parameters.
 */
export const policySchema = z.object({
  criterion: z.string(),
  parameters: z.record(z.string(), scalarSchema),
  /** Maximum time for one case, in seconds. Null lifts it (samples asked for explicitly lift it). */
  timeLimitS: z.number().positive().nullable(),
  /** Fresh processes per case, at least: repetitions. */
  repetitions: z.number().int().min(1).max(50).register(commandFlags, {
    name: 'repetitions',
    value: 'n',
    help: 'repeat each case in at least this many fresh processes',
  }),
  /** At most so many, where the interval of a case is wider than its target or a repetition was disturbed. */
  maxRepetitions: z.number().int().min(1).max(50).optional().register(commandFlags, {
    name: 'max-repetitions',
    value: 'n',
    help: 'at most this many repetitions of a case',
  }),
  /** Half-width of the 95 % interval, relative, from which on a case gets no further repetitions. */
  target: z
    .object({ gpuKernel: z.number().min(0.0001).max(1), other: z.number().min(0.0001).max(1) })
    .optional(),
  order: z.enum(['shuffled', 'sequential']).register(commandFlags, {
    name: 'order',
    value: 'order',
    help: 'shuffled or sequential',
  }),
  /** Seconds of warm-up in each process; absent: as long as a case usually needs. */
  warmUpS: z.number().min(0).max(3600).optional().register(commandFlags, {
    name: 'warm-up',
    value: 's',
    help: 'seconds of warm-up in each process; as long as a case usually needs by default',
  }),
  /** Seconds in which energy is measured in each process; absent: of a card alone, once a case, where sampling takes long enough. */
  energyS: z.number().min(0.6).max(2).optional().register(commandFlags, {
    name: 'energy',
    value: 's',
    help: 'measure the energy of an execution in each process, in up to so many seconds (0.6 to 2; cards tick each 0.1 s), and the idle power in one second before',
  }),
  /** Seconds of silence after which a case counts as hung; absent: ten times what it is expected to take. */
  hangLimitS: z.number().min(0.1).max(86_400).optional().register(commandFlags, {
    name: 'hang-limit',
    value: 's',
    help: 'a case that is silent for so many seconds counts as hung; ten times its expected time by default, and 60 at least',
  }),
});
export type Policy = z.infer<typeof policySchema>;

export type PolicyField = PolicyFlag & {
  readonly field: keyof Policy;
  /** Of a number; null for a word. */
  readonly bounds: { readonly min: number; readonly max: number; readonly whole: boolean } | null;
  /** Of a word. */
  readonly choices: readonly string[];
};

/** The fields that are flags, in the order of the schema. */
export const policyFields: readonly PolicyField[] = Object.entries(policySchema.shape).flatMap(
  ([field, schema]) => {
    const flag = commandFlags.get(schema);
    if (flag === undefined) return [];
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    const bounds =
      inner instanceof z.ZodNumber
        ? { min: inner.minValue ?? 0, max: inner.maxValue ?? 0, whole: inner.isInt }
        : null;
    const choices = inner instanceof z.ZodEnum ? inner.options.map(String) : [];
    return [{ ...flag, field: field as keyof Policy, bounds, choices }];
  },
);

/** One workload with the variants and axis values to run: the cross product of `sweep` over `set`. */
export const groupSchema = z.object({
  workload: z.string(),
  /** Variant ids, or `all` for each that the catalog has. */
  variants: z.union([z.literal('all'), z.array(z.string()).min(1)]),
  set: valuesSchema,
  sweep: z.record(z.string(), z.array(scalarSchema).min(1)),
  /** Axes that take the value of another one: `{ yres: 'xres' }` makes squares. */
  link: z.record(z.string(), z.string()).optional(),
  /** Axes whose value is multiplied by that of another one: `{ n: 'threads' }` for weak scaling. */
  scale: z.record(z.string(), z.string()).optional(),
  /** What the input is, or stands for where it is generated: a matrix by name. */
  name: z.string().max(100).optional(),
  /** A file that the input is read from instead of being generated, or `matrix:NAME`. */
  input: z.string().optional(),
  policy: policySchema.partial().optional(),
});
export type Group = z.infer<typeof groupSchema>;

/** A run that goes on, pair of processes after pair, until its comparisons are decided. */
export const decideSchema = z.object({
  /** The smallest change of time to detect, a part of it. */
  tell: z.number().min(0.001).max(1),
  /** At most so many pairs of one comparison. */
  pairs: z.number().int().min(5).max(50),
  /** `slower`: only whether the contender is slower, by more than `tell`; by default whether it differs. */
  question: z.enum(['differs', 'slower']).optional(),
  scope: z.string().optional(),
  /** Seconds of measuring after which no further pair begins. */
  budgetS: z.number().positive().optional(),
  /** Baseline and contender as they were named, of a run that compares two versions. */
  sides: z.tuple([z.string().max(1000), z.string().max(1000)]).optional(),
});
export type Decide = z.infer<typeof decideSchema>;

/** A plan that several nodes measure: one part of it, or without `shard` what was merged from its parts. */
export const shardSchema = z.object({
  shard: z.number().int().min(0).optional(),
  of: z.number().int().min(1).max(5_000_000),
  /** Of the whole plan; the planner fills it in. */
  digest: z.string().max(64).optional(),
  /** The parts that a merged run has: the run of each, and whether it was complete. */
  merged: z
    .array(z.object({ shard: z.number().int().min(0), run: z.string(), complete: z.boolean() }))
    .optional(),
});
export type Shard = z.infer<typeof shardSchema>;

/** What a user asks for, from a form, a command line or a preset. */
export const configurationSchema = z.object({
  title: z.string().max(200).optional(),
  preset: z.string().optional(),
  groups: z.array(groupSchema).min(1),
  policy: policySchema,
  /** Searches the best value of a parameter of the one variant of the one group, measuring where it pays. */
  tune: z
    .object({
      parameter: z.string(),
      scope: z.string().optional(),
      /** Seconds from the start of the run after which no further value is tried. */
      budgetS: z.number().positive().optional(),
    })
    .optional(),
  decide: decideSchema.optional(),
  sharded: shardSchema.optional(),
  /** Seed of the order of cases. */
  orderSeed: z.number().int().min(0),
  tags: z.array(z.string().max(60)).max(50).optional(),
  note: z.string().max(20_000).optional(),
  /** Folder of matrices that groups ask for, or stand for, by name. */
  matrices: z.string().optional(),
  /** The labs that its groups name as workloads; the core fills it in when the run begins. */
  labs: z.array(labReferenceSchema).max(100).optional(),
});
export type Configuration = z.infer<typeof configurationSchema>;
