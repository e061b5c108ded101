import { z } from 'zod';

/**
 * What else happened on the machine while one process took the samples of one case, in raw numbers; what the system
 * does not tell is absent. `core/run/interference.ts` judges it.
 */
export const interferenceSchema = z.object({
  /** How long the samples took. */
  seconds: z.number().optional(),
  usableCpus: z.number().optional(),
  /** CPU time of all CPUs together, and the part of it that a hypervisor gave to others. */
  cpuS: z.number().optional(),
  stolenS: z.number().optional(),
  /** CPU time that other processes used; known where peaks are measured. */
  othersS: z.number().optional(),
  /** Time in which threads of the machine waited for a CPU; Linux averages it over the CPUs. */
  waitingS: z.number().optional(),
  involuntarySwitches: z.number().optional(),
  majorFaults: z.number().optional(),
  /** CPU time over time of the kernel's samples, how long these took, and the threads that were asked for. */
  effectiveThreads: z.number().optional(),
  measuredS: z.number().optional(),
  threads: z.number().optional(),
  /** Samples below three quarters of the GPU's default clock, and those of them that count. */
  throttledSamples: z.number().optional(),
  keptThrottledSamples: z.number().optional(),
  throttleReasons: z.string().optional(),
  /**
   * Under a hypervisor: samples that count, samples during which a physical core was shared, and the share of
   * these among those that count, since the time for taking them again was used up, in the timing scope with most of them.
   */
  watchedSamples: z.number().optional(),
  contendedSamples: z.number().optional(),
  keptContendedShare: z.number().optional(),
  /**
   * Threads whose cores were watched; the issue ratio that one in ten of the samples that count exceeds, in the timing scope
   * where it is largest; that of cores of one's own, as far as this process has seen it, of as many threads and of one.
   */
  watchedThreads: z.number().optional(),
  issueRatio: z.number().optional(),
  ownIssueRatio: z.number().optional(),
  ownIssueRatioOfOne: z.number().optional(),
  /** All threads of the case were watched in all samples, and hardly any that counts is contended. */
  coresWatched: z.boolean().optional(),
  /**
   * Whether the driver lists the processes of the GPU; how many of them are of others, and the share of its time that the
   * busiest of them used, in a second at least.
   */
  gpuOthersSeen: z.boolean().optional(),
  gpuOthers: z.number().optional(),
  gpuOthersUse: z.number().optional(),
  /** Runs that measured on other cores before or after it: `process 12 on cores 8-15`. */
  neighbours: z.array(z.string()).optional(),
});
export type Interference = z.infer<typeof interferenceSchema>;
