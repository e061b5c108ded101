import { z } from 'zod';

/**
 * A lab is a workload of the user's own: a folder with one descriptor and one file per variant. This is what the engine
 * is told of it, as plain data; files are read and compiled before, by the core.
 */

/** Element types of arguments. */
export const labTypes = [
  ...['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'],
  ...['float16', 'bfloat16', 'float32', 'float64', 'complex64', 'complex128'],
] as const;
export const labTypeSchema = z.enum(labTypes);
export type LabType = z.infer<typeof labTypeSchema>;

/** `ceildiv(n, 4 * blockSize)`: the engine evaluates it; nothing is run as code. */
export const expressionSchema = z.string().min(1).max(1000);

export const labIdPattern = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;
/** The same in words. */
export const labIdWords = 'a letter, then letters, digits, - and _, at most 40';
const labId = z.string().regex(labIdPattern);

const axisValue = z.union([z.number(), z.string()]);
export const labAxisSchema = z.object({
  id: z.string(),
  title: z.string(),
  help: z.string(),
  unit: z.string().optional(),
  kind: z.enum(['integer', 'choice']),
  min: z.number().optional(),
  max: z.number().optional(),
  default: axisValue,
  scale: z.enum(['log', 'linear']).optional(),
  /** Of a choice, whose numbers stay numbers. */
  values: z.array(axisValue).optional(),
});
export type LabAxis = z.infer<typeof labAxisSchema>;

/** An axis of one variant. `define`: a macro that has its value, so the variant is compiled once per value. */
export const labParameterSchema = labAxisSchema.extend({ define: z.string().optional() });
export type LabParameter = z.infer<typeof labParameterSchema>;

/** Up to three dimensions. */
const launchSchema = z.union([expressionSchema, z.array(expressionSchema).min(1).max(3)]);

export const labPlaces = ['host', 'device'] as const;

export const labArgumentSchema = z.union([
  z.object({
    name: z.string(),
    array: labTypeSchema,
    /** In C order; every dimension is an expression of axes and scalars. */
    shape: z.array(expressionSchema),
    /** Its elements are structs of so many bytes, which are the last dimension of an array of bytes. */
    elementBytes: z.number().int().optional(),
    /** Absent for an `out` array that is only written. */
    fill: z.string().optional(),
    /** Written by the variant, and compared. With a fill it is restored before each run. */
    out: z.boolean(),
    /** What the function returns. */
    returned: z.boolean().optional(),
    /** Memory that the function is given, neither input nor answer. */
    workspace: z.boolean().optional(),
    /** Where CUDA host code is given it. */
    place: z.enum(labPlaces).optional(),
  }),
  z.object({ name: z.string(), scalar: labTypeSchema, value: expressionSchema }),
]);
export type LabArgument = z.infer<typeof labArgumentSchema>;

export const labCheckSchema = z.object({
  /** `python`: a function of the user's own decides. */
  rule: z.enum(['exact', 'tolerance', 'python']),
  rtol: z.number().min(0),
  /** Null: rtol times the root mean square of each expected array. */
  atol: z.number().min(0).nullable(),
});

/** How the engine runs a variant: in its own process, or as Python or another program in theirs. */
export const labKinds = [
  ...['host', 'cuda-kernel', 'cuda-host', 'host-to-host', 'python', 'command'],
] as const;

/** Packages by which Python computes on a GPU, as they are imported. */
export const gpuPackages = ['cupy', 'torch', 'numba'] as const;
export type GpuPackage = (typeof gpuPackages)[number];

/** Forms in which arrays are files of a command. */
export const fileFormats = ['npy', 'raw', 'text'] as const;

/** Another program; in its words `{x}` is the file of an array, or the value of a scalar or an axis. */
export const labCommandSchema = z.object({
  run: z.array(z.string()).min(1),
  prepare: z.array(z.string()).optional(),
  cleanup: z.array(z.string()).optional(),
  /** Where it runs. */
  folder: z.string(),
  /** The array that its standard output is; absent where it writes files. */
  answer: z.string().optional(),
  /** By array, the line of standard output in which its numbers stand: `bin {*}: {y}`. */
  printed: z.record(z.string(), z.string()).optional(),
  /** By timing scope, the line in which it prints its own time, `kernel {ms} ms`; or the name of a tool. */
  times: z.object({ kernel: z.string().optional(), total: z.string().optional() }).optional(),
  device: z.enum(['cuda']).optional(),
  format: z.enum(fileFormats),
  answerFormat: z.enum(fileFormats),
});
export type LabCommand = z.infer<typeof labCommandSchema>;
export const labVariantSchema = z.object({
  id: labId,
  title: z.string(),
  summary: z.string(),
  kind: z.enum(labKinds),
  axes: z.array(labParameterSchema),
  /** Axes of the workload whose value is a macro, with its name: compiled once per value. */
  macros: z.record(z.string(), z.string()).optional(),
  /** A condition on axes: cases for which it is false are refused. */
  where: expressionSchema.optional(),
  block: launchSchema.optional(),
  grid: launchSchema.optional(),
  shared: expressionSchema.optional(),
  /** Of a kernel that does not take all arguments: those that it takes, in order. */
  args: z.array(z.string()).optional(),
  /** Variables of the device that are arguments. */
  globals: z.array(z.object({ symbol: z.string(), argument: z.string() })).optional(),
  /** Of Python on a GPU. */
  package: z.enum(gpuPackages).optional(),
  command: labCommandSchema.optional(),
});
export type LabVariant = z.infer<typeof labVariantSchema>;

export const labDescriptionSchema = z.object({
  id: labId,
  title: z.string(),
  summary: z.string(),
  /** SHA-256 of what decides inputs and answers: a changed contract begins a new series. */
  contract: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.string(),
  baseline: z.string(),
  /** The variant or file that is built apart and gives the expected answer. */
  reference: z.string().nullable(),
  /** Where the reference is another program. */
  referenceCommand: labCommandSchema.optional(),
  /** Whether a variant prepares something before its inputs exist. */
  hasSetup: z.boolean().optional(),
  axes: z.array(labAxisSchema).min(1),
  args: z.array(labArgumentSchema).min(1),
  check: labCheckSchema,
  work: z.object({
    bytes: expressionSchema.optional(),
    operations: expressionSchema.optional(),
    unit: z.string().optional(),
  }),
  variants: z.array(labVariantSchema).min(1),
});
export type LabDescription = z.infer<typeof labDescriptionSchema>;

/** How a Python file is run. */
export type PythonFile = {
  /** The interpreter. */
  readonly program: string;
  /** As messages name the file. */
  readonly name: string;
  /** Of the lab: modules are looked for there as well. */
  readonly folder: string;
};

/** A library, or a Python file. */
export type LabFile = {
  readonly path: string;
  /** Name of the kernel or of the function in it. */
  readonly symbol?: string;
  readonly python?: PythonFile;
};

/** Compiled files. A variant without parameters that are macros has one, with no `defines`. */
export type LabArtifact = LabFile & {
  readonly defines: Readonly<Record<string, number | string>>;
  /** Why there is none, in one sentence. */
  readonly unavailable?: string;
};
export type LabArtifacts = {
  readonly reference?: LabFile;
  readonly generate?: LabFile;
  readonly check?: LabFile;
  readonly variants: Readonly<Record<string, readonly LabArtifact[]>>;
};

/** A kernel that an engine compiles by NVRTC, without a toolkit. */
export type KernelRequest = {
  readonly source: string;
  /** As messages name it. */
  readonly path: string;
  readonly function: string;
  readonly options: readonly string[];
  /** Of the device: `sm_90`. */
  readonly arch: string;
};

export type CompiledKernel = {
  /** Null where the source does not compile: the log says why. */
  readonly cubin: Uint8Array | null;
  readonly ptx: string | null;
  readonly log: string;
  readonly symbol: string | null;
  /** Of NVRTC. */
  readonly version: string;
};

/** A lab as an engine opens it. */
export type OpenedLab = {
  readonly description: LabDescription;
  readonly artifacts: LabArtifacts;
};

/** Which lab a configuration means: a run goes on only while its contract is the same. */
export const labReferenceSchema = z.object({
  id: labId,
  contract: z.string().regex(/^[0-9a-f]{64}$/),
  /** Digests of the texts that its cases were compiled from. */
  code: z.array(z.string().max(64)).max(2000),
});

/** A text that was compiled, as it was: `name` is below the folder of the lab. */
export const labSourceFileSchema = z.object({
  name: z.string().min(1).max(1000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LabSourceFile = z.infer<typeof labSourceFileSchema>;

/** How one file of a lab was compiled. */
export const labBuildSchema = z.object({
  /** Digest of all that follows. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  command: z.string().max(20_000),
  compiler: z.string().max(1000),
  log: z.string().max(300_000),
  registers: z.number().nullable(),
  spillBytes: z.number().nullable(),
  sharedBytes: z.number().nullable(),
  ptx: z.string().nullable(),
  sass: z.string().nullable(),
  /** The first one is the descriptor of the lab. */
  sources: z.array(labSourceFileSchema).max(500),
});
export type LabBuild = z.infer<typeof labBuildSchema>;

/** What a kernel was compiled to, as text. */
export const machineCodeKinds = ['ptx', 'sass'] as const;
export type MachineCodeKind = (typeof machineCodeKinds)[number];

export const buildRoles = ['variant', 'reference', 'generate', 'check'] as const;
export const caseBuildSchema = z.object({ role: z.enum(buildRoles), hash: z.string() });
export type CaseBuild = z.infer<typeof caseBuildSchema>;

/** A lab that this user has run or trusted. */
export const registeredLabSchema = z.object({
  id: z.string(),
  path: z.string(),
  /** Digest of the content that windows may run; null: none. */
  trusted: z.string().nullable(),
  /** Whether what is saved later is trusted as well: while a window watches it, and for programs of `serve --mcp`. */
  saved: z.boolean(),
});
export type RegisteredLab = z.infer<typeof registeredLabSchema>;
