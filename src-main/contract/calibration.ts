import { z } from 'zod';

/** How far processes of one program differ on a machine, by device and timing scope. */
export const calibrationSchema = z.object({
  /** Fingerprint of the machine. */
  machine: z.string().min(1),
  measuredAt: z.iso.datetime(),
  /** Processes that measured every program, one after the other. */
  processes: z.number().int().min(2),
  scopes: z.array(
    z.object({
      device: z.enum(['cpu', 'cuda']),
      scope: z.enum(['kernel', 'call', 'total']),
      /** Programs whose processes told. */
      cases: z.number().int().min(1),
      /** Standard deviation of the log medians of the processes of a program: the median over the programs. */
      sd: z.number().min(0),
      /** Repetitions that tell 5 % and 10 %; null where 50 do not. */
      for5percent: z.number().int().nullable(),
      for10percent: z.number().int().nullable(),
    }),
  ),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/** Why what was measured is not kept, as the machine was disturbed, and when the calibration was measured that is. */
export const refusedCalibrationSchema = z.object({
  reason: z.string(),
  kept: z.iso.datetime().nullable(),
});

/** What was measured now; `refused` is absent where it was stored. */
export type MeasuredCalibration = Calibration & {
  readonly refused?: z.infer<typeof refusedCalibrationSchema>;
};
export type CalibratedScope = Calibration['scopes'][number];

/** More repetitions than this a run does not take by itself. */
export const maxUsualRepetitions = 20;

/** `here +5 % takes 6 repetitions`, and what to think of it. */
export function calibrationSentence({ for5percent, for10percent }: CalibratedScope): string {
  if (for5percent !== null) return `here +5 % takes ${for5percent} repetitions`;
  if (for10percent === null) return 'here 50 repetitions do not tell +10 %';
  return `here +10 % takes ${for10percent} repetitions, and 50 do not tell +5 %`;
}

/** This machine cannot tell 10 % in as many repetitions as a run usually has at most. */
export function isCoarse({ for10percent }: CalibratedScope): boolean {
  return for10percent === null || for10percent > maxUsualRepetitions;
}
