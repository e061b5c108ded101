import { z } from 'zod';

export const gpuSchema = z.object({
  index: z.number(),
  uuid: z.string(),
  name: z.string(),
  computeCapability: z.string(),
  multiprocessors: z.number(),
  memoryBytes: z.number(),
  freeBytes: z.number(),
  l2Bytes: z.number(),
  sharedPerBlockBytes: z.number(),
  concurrentManagedAccess: z.boolean(),
  maxClockHz: z.number().nullable(),
  /** What the theoretical bandwidth of its memory follows from; absent where it is not known. */
  memoryClockHz: z.number().nullable().optional(),
  memoryBusBits: z.number().nullable().optional(),
});
export type Gpu = z.infer<typeof gpuSchema>;

export const checkSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['ok', 'warning', 'missing']),
  found: z.string(),
  /** How to get what is missing: one sentence with the command; null when nothing is to do. */
  fix: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;

/**
 * The machine that a run was taken on. `fingerprint` hashes what makes two machines the same series (CPU and GPU
 * models, cores, memory, OS); versions and clocks are attributes that may differ inside a series.
 */
export const machineSchema = z.object({
  fingerprint: z.string(),
  hostname: z.string(),
  os: z.string(),
  kernel: z.string(),
  cpuModel: z.string(),
  sockets: z.number(),
  physicalCores: z.number(),
  logicalCores: z.number(),
  memoryBytes: z.number(),
  /** Cores that the run was given, by CPU affinity and quota; absent where that was not recorded. */
  usableCores: z.number().optional(),
  /** Highest clock of a core, and double-precision operations that it can do in a cycle; absent when not known. */
  clockHz: z.number().optional(),
  flopsPerCycle: z.number().optional(),
  gpus: z.array(gpuSchema),
  /** Version strings by name: app, node, compiler, cuda runtime, driver, openmp. Absent when unknown. */
  versions: z.record(z.string(), z.string()),
  /** State of the machine when the run began: governor, SMT, load, battery, GPU. Not part of the fingerprint. */
  preflight: z.array(checkSchema).optional(),
});
export type Machine = z.infer<typeof machineSchema>;

/** What an addon says of the machine; the main side adds what the operating system knows. */
export const nativeMachineSchema = z.object({
  gpus: z.array(gpuSchema),
  versions: z.record(z.string(), z.string()),
  /** Why there is no GPU to use, in one sentence; null when there is one. */
  noGpuReason: z.string().nullable(),
});
export type NativeMachine = z.infer<typeof nativeMachineSchema>;

/** One peak measured on a device or on the host: what no computation there can exceed. */
export const measuredPeakSchema = z.object({
  /** `host-copy`, `host-cache-read`, `device-l2-copy`, `device-fma-fp64`, ... */
  id: z.string(),
  /** Name of the processor or GPU. */
  device: z.string(),
  title: z.string(),
  value: z.number(),
  /** `B/s`, `FLOP/s`, or what counters count: `passes/s` of shared memory, `updates/s` of atomics. */
  unit: z.string(),
  /** `cache` (`L2`) is set where the working set of `bytes` stayed in that cache; `threads` of the host. */
  attributes: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
});
export type MeasuredPeak = z.infer<typeof measuredPeakSchema>;

export const doctorReportSchema = z.object({
  machine: machineSchema,
  checks: z.array(checkSchema),
});
export type DoctorReport = z.infer<typeof doctorReportSchema>;
