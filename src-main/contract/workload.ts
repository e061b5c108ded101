import { z } from 'zod';

/**
 * What the native side says of itself: workloads, their axes, their variants, the timing scopes and the
 * stopping criteria. Forms, flags, checks and documentation are generated from these descriptions; nothing here is
 * listed by hand anywhere else.
 */

/** A value that an axis can take. Integers are exact up to 2^53 - 1. */
export const scalarSchema = z.union([z.number(), z.string(), z.boolean()]);
export type Scalar = z.infer<typeof scalarSchema>;

/** The axis values of one case, by axis id. Holds the axes that its variant takes and no other. */
export const valuesSchema = z.record(z.string(), scalarSchema);
export type Values = z.infer<typeof valuesSchema>;

const axisBase = {
  id: z.string().min(1),
  title: z.string(),
  help: z.string(),
  /** `input`: decides the generated input; `variant`: how a variant runs; `measurement`: how it is measured. */
  role: z.enum(['input', 'variant', 'measurement']),
  /** An input file decides it or makes it meaningless: such a case has no value of it but the file's. */
  generated: z.boolean().optional(),
};

const numeric = {
  min: z.number(),
  max: z.number(),
  default: z.number(),
  unit: z.string().optional(),
  /** `log`: sweeps are geometric and figures logarithmic by default. */
  scale: z.enum(['linear', 'log']),
};

export const axisSchema = z.discriminatedUnion('type', [
  z.object({ ...axisBase, type: z.literal('integer'), ...numeric }),
  z.object({ ...axisBase, type: z.literal('real'), ...numeric }),
  z.object({
    ...axisBase,
    type: z.literal('choice'),
    default: z.string(),
    choices: z.array(z.object({ id: z.string().min(1), help: z.string() })).min(1),
  }),
  z.object({ ...axisBase, type: z.literal('text'), default: z.string() }),
  z.object({ ...axisBase, type: z.literal('flag'), default: z.boolean() }),
]);
export type Axis = z.infer<typeof axisSchema>;

export const deviceSchema = z.enum(['cpu', 'cuda', 'cpu+cuda']);
export type Device = z.infer<typeof deviceSchema>;

/** `study`: from a published study; `library`: Thrust, CUB, cuBLAS; `fast`: tuned, the fastest known. */
export const kindSchema = z.enum(['study', 'library', 'fast']);
export type Kind = z.infer<typeof kindSchema>;

export const variantSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  summary: z.string(),
  device: deviceSchema,
  kind: kindSchema,
  /** Citation: the study, library or idea that the implementation follows. */
  source: z.string(),
  /** Axes that this variant takes beyond its workload's own. */
  parameters: z.array(axisSchema),
  /** The timing scopes that this variant can report, by id. */
  scopes: z.array(z.string()),
  available: z.boolean(),
  /** Why it is not available on this machine; null when it is. */
  reason: z.string().nullable(),
});
export type Variant = z.infer<typeof variantSchema>;

export const workloadSchema = z.object({
  id: z.string().min(1),
  title: z.string(),
  summary: z.string(),
  /** The axis that measures the size of the problem: the x axis of scaling figures. */
  sizeAxis: z.string(),
  /** Id of the sequential variant that ratios refer to. */
  baseline: z.string(),
  /** Whether `--input` reads this workload's input from a file, and which kinds of file. */
  inputFiles: z.array(z.string()),
  axes: z.array(axisSchema),
  variants: z.array(variantSchema),
  /** Of a lab: the digest of what decides inputs and answers, which is part of the key of its series. */
  lab: z.object({ contract: z.string() }).optional(),
  /** Timed by a program of the user, or imported from another tool: its variants may be any code, and nothing is verified. */
  foreign: z.literal(true).optional(),
});
export type Workload = z.infer<typeof workloadSchema>;

/** How a metric is written for people: the interface knows hints, not metrics. */
export const hintSchema = z.enum([
  'energy',
  'duration',
  'bytes',
  'bytes-per-second',
  'operations-per-second',
  'ratio',
  'percent',
  'hertz',
  'count',
]);
export type Hint = z.infer<typeof hintSchema>;

export const scopeSchema = z.object({
  id: z.string(),
  title: z.string(),
  help: z.string(),
  unit: z.string(),
  hint: hintSchema,
});
export type TimingScope = z.infer<typeof scopeSchema>;

export const stoppingCriterionSchema = z.object({
  id: z.string(),
  title: z.string(),
  help: z.string(),
  parameters: z.array(axisSchema),
});
export type StoppingCriterion = z.infer<typeof stoppingCriterionSchema>;

export const catalogSchema = z.object({
  workloads: z.array(workloadSchema),
  scopes: z.array(scopeSchema),
  criteria: z.array(stoppingCriterionSchema),
  /** Faults of registration: a duplicate id, a variant of an unknown workload. Empty in a sound build. */
  problems: z.array(z.string()),
});
export type Catalog = z.infer<typeof catalogSchema>;
