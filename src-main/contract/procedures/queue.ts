import { z } from 'zod';
import { configurationSchema } from '../configuration.ts';
import type { Failure } from '../failure.ts';
import { procedure } from '../procedure.ts';

/** Seconds to wait for a busy machine; null: as long as it takes. Absent: a busy machine refuses at once. */
export const waitSchema = z.number().min(0).max(1e7).nullable().optional();
export type Wait = z.infer<typeof waitSchema>;

export const queueProcedures = {
  /** Starts a run as soon as the machine is free, after those that came before; returns at once. */
  queueRun: procedure<{ readonly id: string }>()({
    configuration: configurationSchema,
    waitS: waitSchema,
  }),
  /** What waits for the machine in this process, and what became of what waited. */
  queue: procedure<Queue>()({}),
  /** Takes something out of the queue. */
  cancelQueued: procedure<{ readonly cancelled: boolean }>()({ id: z.string().max(100) }),
};

/** A run, a measurement of peaks or a calibration that waits for the machine. */
export type Queued = {
  readonly id: string;
  /** `the run "nightly"`. */
  readonly what: string;
  readonly since: string;
  /** Who measures now and how many wait before it, in one sentence; null until that is known. */
  readonly behind: string | null;
};

export type QueueEnd = {
  readonly id: string;
  readonly what: string;
  /** The run that it became; null where it became none. */
  readonly runId: string | null;
  /** Why it did not begin; null where it did. */
  readonly failure: Failure | null;
};

export type Queue = {
  /** In the order of their arrival. */
  readonly queued: readonly Queued[];
  /** The newest last, a few of them. */
  readonly ended: readonly QueueEnd[];
};
