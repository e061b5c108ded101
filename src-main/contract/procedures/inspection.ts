import { z } from 'zod';
import type { MeasuredPeaks, PictureView } from '../inspection.ts';
import type { DoctorReport } from '../machine.ts';
import { procedure } from '../procedure.ts';
import type { StudyReport } from '../study.ts';
import { valuesSchema } from '../workload.ts';

export const doctorProcedures = {
  /**
   * `again` repeats the integrity check of the store, which otherwise runs once. `verify` reads all its samples, which is
   * done for a small database anyway.
   */
  doctor: procedure<DoctorReport>()({
    again: z.boolean().optional(),
    verify: z.boolean().optional(),
  }),
};

export const inspectionProcedures = {
  /** The measured peaks that are stored for this machine. */
  measuredPeaks: procedure<MeasuredPeaks>()({}),
  /** Measures the peaks of this machine and stores them. */
  measurePeaks: procedure<MeasuredPeaks>()({}),
  /** The tables of the study that a run's preset (or `as`) reproduces, with the published numbers, and its claims. */
  study: procedure<StudyReport>()({
    ref: z.string().min(1).max(200),
    as: z.string().max(60).optional(),
  }),
  /**
   * The answer of a variant as a picture, or where two variants differ; the input itself where that is what there is to
   * see (the spy plot of a matrix), generated or from a file.
   */
  picture: procedure<PictureView>()({
    workload: z.string(),
    variant: z.string(),
    against: z.string().optional(),
    set: valuesSchema.default({}),
    input: z.string().optional(),
    matrices: z.string().optional(),
  }),
};
