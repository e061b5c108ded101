import { z } from 'zod';

/** Most kernels of a pass, and metrics of a kernel: `ncu --set full` has some 2,000. */
const maxKernels = 1000;
const maxMetrics = 5000;

/** One kernel in one execution: its launches together, in base units (bytes, nanoseconds, percent, counts). */
export const countedKernelSchema = z.object({
  name: z.string().max(2000),
  grid: z.string().max(100),
  block: z.string().max(100),
  /** Of one execution. */
  launches: z.number().positive(),
  metrics: z
    .record(z.string().max(300), z.number())
    .refine((metrics) => Object.keys(metrics).length <= maxMetrics, {
      message: `has more than ${maxMetrics} metrics`,
    }),
});
export type CountedKernel = z.infer<typeof countedKernelSchema>;

/** What a profiler counted of one case, as one execution. */
export const counterPassSchema = z.object({
  provider: z.enum(['ncu', 'perf']),
  /** Of the profiler, where it is known. */
  version: z.string().max(100).nullable(),
  at: z.iso.datetime(),
  /** Name of the file that it was read from. */
  file: z.string().max(300).optional(),
  /** Only launches in the range `execution` were counted. */
  range: z.boolean(),
  /** Executions that the file had, each amount having been divided by them. */
  executions: z.number().int().min(1),
  /** Whether the profiler held the clock at its base; null where the file does not say. */
  clockLocked: z.boolean().nullable(),
  kernels: z.array(countedKernelSchema).max(maxKernels),
  /** Of perf: the least share of time that a counter was counting; 1 where nothing was scaled. */
  scaled: z.number().min(0).max(1),
  /** Why there are no counters, in one sentence; null where there are. */
  refused: z.string().max(1000).nullable(),
});
export type CounterPass = z.infer<typeof counterPassSchema>;

/** Amounts of all launches are summed; rates, shares and limits are means weighted by time. */
export const isAmount = (metric: string): boolean => metric.endsWith('.sum');

const duration = 'gpu__time_duration.sum';

/** The first of these metrics that the pass has, over all kernels; null where it has none. */
export function metricOf(
  { kernels }: Pick<CounterPass, 'kernels'>,
  names: readonly string[],
): number | null {
  const name = names.find((each) => kernels.some(({ metrics }) => each in metrics));
  if (name === undefined) return null;
  const counted = kernels.flatMap(({ metrics }) => {
    const value = metrics[name];
    return value === undefined ? [] : [{ value, weight: metrics[duration] ?? 1 }];
  });
  if (isAmount(name)) return counted.reduce((sum, { value }) => sum + value, 0);
  return weightedMean(counted);
}

export function weightedMean(
  counted: readonly { readonly value: number; readonly weight: number }[],
): number | null {
  const weight = counted.reduce((sum, each) => sum + each.weight, 0);
  if (!(weight > 0)) return null;
  return counted.reduce((sum, each) => sum + each.value * each.weight, 0) / weight;
}

/** Bytes that one execution moved through DRAM; null where it was not counted. */
export function dramBytes(pass: Pick<CounterPass, 'kernels'>): number | null {
  const all = metricOf(pass, ['dram__bytes.sum']);
  if (all !== null) return all;
  const read = metricOf(pass, ['dram__bytes_read.sum']);
  return read === null ? null : read + (metricOf(pass, ['dram__bytes_write.sum']) ?? 0);
}
