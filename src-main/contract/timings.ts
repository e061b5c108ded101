import { z } from 'zod';

/** Where the time of a run goes, in the order in which a case passes through it. */
export const timingPhases = [
  ['start', 'start'],
  ['input', 'input'],
  ['reference', 'expected answer'],
  ['verify', 'verification'],
  ['warm-up', 'warm-up'],
  ['sample', 'sampling'],
  ['checks', 'checks of samples'],
  ['energy', 'energy'],
  ['wait', 'waiting'],
] as const;

export type Phase = (typeof timingPhases)[number][0];

/**
 * Seconds by phase of one case in one process. `start`: of the process, its addons and its CUDA context. `checks`: while
 * samples are taken, to check their answers and to change what they work on. `wait`: for cores or a clock of one's own,
 * and between work on the CPU and on a GPU. A phase that took no time is absent.
 */
export const timingsSchema = z.partialRecord(
  z.enum(timingPhases.map(([id]) => id)),
  z.number().min(0),
);
export type Timings = z.infer<typeof timingsSchema>;

const caseTimeSchema = z.object({
  /** Processes that measured it. */
  repetitions: z.number().int(),
  seconds: z.number(),
  timings: timingsSchema,
});
export type CaseTime = z.infer<typeof caseTimeSchema>;

/** Where the time of a run went: that of its repetitions, by case and in all. */
export const runTimingsSchema = z.object({
  cases: z.array(caseTimeSchema.extend({ index: z.number().int() })),
  total: caseTimeSchema,
});
export type RunTimings = z.infer<typeof runTimingsSchema>;

/** The sum of several, phase by phase. */
export function sumOfTimings(all: readonly Timings[]): Timings {
  const sum: Timings = {};
  for (const timings of all) {
    for (const [id] of timingPhases) {
      if (timings[id] !== undefined) sum[id] = (sum[id] ?? 0) + timings[id];
    }
  }
  return sum;
}

export function totalOf(timings: Timings): number {
  return Object.values(timings).reduce((sum, seconds) => sum + seconds, 0);
}
