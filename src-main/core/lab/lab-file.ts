import { z } from 'zod';
import { fileFormats, labPlaces, labTypeSchema } from '../../contract/lab.ts';

/** `workload.toml` and the blocks of variants as they are written. Every key is known: another one is a slip. */

const expression = z.union([z.string().min(1).max(1000), z.number()]).transform(String);
/** Up to three dimensions. */
const launch = z.union([expression, z.array(expression).min(1).max(3)]);
const axisValues = z.union([
  z.array(z.number()).min(1).max(1000),
  z.array(z.string().min(1).max(100)).min(1).max(1000),
]);

const axisKeys = {
  title: z.string().max(100).optional(),
  help: z.string().max(500).optional(),
  unit: z.string().max(20).optional(),
  min: z.number().int().optional(),
  max: z.number().int().optional(),
  default: z.union([z.number(), z.string()]).optional(),
  scale: z.enum(['log', 'linear']).optional(),
  /** A list makes a choice. */
  values: axisValues.optional(),
};
const axisFile = z.strictObject(axisKeys);
const parameterFile = z.strictObject({
  ...axisKeys,
  define: z
    .string()
    .regex(/^[A-Za-z_]\w*$/)
    .optional(),
});
export type AxisFile = z.infer<typeof parameterFile>;

const argumentFile = z.strictObject({
  name: z.string(),
  scalar: labTypeSchema.optional(),
  value: expression.optional(),
  /** A type, or the size of the structs that its elements are. */
  array: z
    .union([labTypeSchema, z.strictObject({ bytes: z.number().int().min(1).max(65_536) })])
    .optional(),
  shape: z.union([z.array(expression).min(1).max(8), expression]).optional(),
  fill: z.string().min(1).max(1000).optional(),
  out: z.boolean().optional(),
  /** Memory that the function is given, neither input nor answer. */
  workspace: z.boolean().optional(),
  /** Where CUDA host code is given it. */
  place: z.enum(labPlaces).optional(),
});
export type ArgumentFile = z.infer<typeof argumentFile>;

const checkFile = z.strictObject({
  rule: z.enum(['exact', 'tolerance', 'python']).optional(),
  rtol: z.number().min(0).optional(),
  atol: z.number().min(0).optional(),
  sizes: z.record(z.string(), axisValues).optional(),
});

const fileName = z.string().min(1).max(200);

const libraryFile = z.strictObject({
  id: z.string(),
  title: z.string().max(200).optional(),
  summary: z.string().max(1000).optional(),
  path: z.string().min(1).max(1000),
  symbol: z.string().max(500).optional(),
  /** What it takes, in order: arguments of the workload. */
  args: z.array(z.string()).max(64).optional(),
  /** What calls it; C without this key. */
  call: z.enum(['c', 'python']).optional(),
  /** What to do where it is not there. */
  install: z.string().max(200).optional(),
  /** A line for the shell that makes it, in the folder of the lab. */
  build: z.string().min(1).max(4000).optional(),
  /** It takes arrays of the device, and a stream behind the other arguments. */
  device: z.enum(['cuda']).optional(),
});
export type LibraryFile = z.infer<typeof libraryFile>;

const words = z.union([z.string().min(1).max(4000), z.array(z.string().max(4000)).min(1).max(100)]);
const printedTime = z.string().min(3).max(1000);
const commandFile = z.strictObject({
  id: z.string(),
  title: z.string().max(200).optional(),
  summary: z.string().max(1000).optional(),
  /** The program and what follows it; with `shell` one line for the shell. */
  run: words,
  prepare: words.optional(),
  cleanup: words.optional(),
  shell: z.boolean().optional(),
  /** `stdout`, or the file of an array: `{y}`. */
  answer: z.union([z.string(), z.array(z.string()).min(1).max(20)]).optional(),
  /** What it prints of its own time, by scope; or the tool whose file it writes. */
  times: z
    .union([
      z.enum(['nvbench', 'google']),
      z.strictObject({ kernel: printedTime.optional(), total: printedTime.optional() }),
    ])
    .optional(),
  /** Of a program that computes on a GPU and is not compiled from a .cu file. */
  device: z.enum(['cuda']).optional(),
  format: z.enum(fileFormats).optional(),
  answerFormat: z.enum(fileFormats).optional(),
  /** A C, C++ or Fortran file that is compiled to the program `{program}`. */
  source: z.string().optional(),
  flags: z.array(z.string().min(1).max(200)).max(50).optional(),
  axes: z.record(z.string(), axisFile).optional(),
  where: expression.optional(),
});
export type CommandFile = z.infer<typeof commandFile>;

export const workloadFileSchema = z.strictObject({
  id: z.string().optional(),
  title: z.string().max(200).optional(),
  summary: z.string().max(1000).optional(),
  size: z.string().optional(),
  baseline: z.string().optional(),
  reference: z.string().optional(),
  function: z.string().optional(),
  /** The type of the answer where the function returns it. */
  returns: labTypeSchema.optional(),
  axes: z.record(z.string(), axisFile),
  args: z.array(argumentFile).min(1).max(64),
  check: checkFile.optional(),
  work: z
    .strictObject({
      bytes: expression.optional(),
      operations: expression.optional(),
      unit: z.string().max(20).optional(),
    })
    .optional(),
  /** Source files that are no variants: names, or patterns with *. */
  ignore: z.array(fileName).max(100).optional(),
  library: z.array(libraryFile).max(50).optional(),
  command: z.array(commandFile).max(50).optional(),
});
export type WorkloadFile = z.infer<typeof workloadFileSchema>;

const variantKeys = {
  title: z.string().max(200).optional(),
  summary: z.string().max(1000).optional(),
  function: z.string().optional(),
  /** Of a .cu file: a kernel that is launched for it, host code on device arrays, or host code on host arrays. */
  kind: z.enum(['kernel', 'host', 'host-to-host']).optional(),
  /** What the function takes, in order: arguments of the workload and axes of whole numbers. */
  args: z.array(z.string()).max(64).optional(),
  /** Of CUDA code on the device: its variables that are arguments of the workload. */
  globals: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).optional(),
  /** Macros: numbers, or axes, for which it is compiled once a value. */
  define: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/), z.union([z.number(), z.string()]))
    .optional(),
  /** Of a Python file that computes on a GPU. */
  device: z.enum(['cuda']).optional(),
  block: launch.optional(),
  grid: launch.optional(),
  shared: expression.optional(),
  flags: z.array(z.string().min(1).max(200)).max(50).optional(),
  /** Files that are compiled with this one, which are no variants. */
  sources: z.array(fileName).min(1).max(50).optional(),
  /** Another compiler than the usual one: `clang++`, `nvc++`. */
  compiler: z
    .string()
    .regex(/^[\w.+/-]+$/)
    .max(500)
    .optional(),
  /** Files of libraries, `libopenblas.so.0`: without them the variant is unavailable, and `install` says what to do. */
  libraries: z
    .array(z.string().regex(/^lib[\w+.-]+$/))
    .max(20)
    .optional(),
  install: z.string().max(200).optional(),
  where: expression.optional(),
  axes: z.record(z.string(), parameterFile).optional(),
};
export const variantFileSchema = z.strictObject(variantKeys);
export type VariantFile = z.infer<typeof variantFileSchema>;

/** A whole lab in the block of one file. */
export const singleFileSchema = z.strictObject({ ...variantKeys, workload: workloadFileSchema });
