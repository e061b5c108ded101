import { z } from 'zod';
import { format } from '../../../contract/units.ts';
import { verdicts } from '../../../contract/verdict.ts';
import type { Cell } from '../../../core/table/table.ts';

/**
 * What a submission comes to: a verdict of its comparison with the baseline, a state of its check, `refused` where it is
 * not what may be handed in, `failed` where it could not be measured.
 */
const gradeVerdicts = [
  ...verdicts,
  ...(['wrong', 'not-compiled', 'unavailable', 'refused', 'failed'] as const),
] as const;

export const gradeRowSchema = z.object({
  submission: z.string(),
  verdict: z.enum(gradeVerdicts),
  /** Above 1 it is faster than the baseline; null where nothing was compared. */
  speedup: z.number().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  pairs: z.number(),
  medianNs: z.number().nullable(),
  baselineMedianNs: z.number().nullable(),
  reason: z.string(),
});
export type GradeRow = z.infer<typeof gradeRowSchema>;

/** A row with what it was made from: another key is another submission, lab or setting. */
export const gradeSchema = z.object({ key: z.string(), row: gradeRowSchema });
export type Grade = z.infer<typeof gradeSchema>;

export function notGraded(
  submission: string,
  verdict: GradeRow['verdict'],
  reason: string,
): GradeRow {
  const nothing = { speedup: null, ci95: null, pairs: 0, medianNs: null, baselineMedianNs: null };
  return { submission, verdict, ...nothing, reason };
}

export const gradeColumns: readonly (readonly [string, (row: GradeRow) => Cell])[] = [
  ['submission', (row) => row.submission],
  ['verdict', (row) => row.verdict],
  ['speedup', (row) => row.speedup],
  ['speedup_ci95_lo', (row) => row.ci95?.[0]],
  ['speedup_ci95_hi', (row) => row.ci95?.[1]],
  ['pairs', (row) => row.pairs],
  ['median_ns', (row) => row.medianNs],
  ['baseline_median_ns', (row) => row.baselineMedianNs],
  ['reason', (row) => row.reason],
];

/** A baseline that takes so many times as long as beside the other submissions may have been slowed. */
const suspiciousFactor = 1.5;
const fewestCompared = 3;

/** Says beside which submissions the baseline was slow: they share its process. */
export function withSlowedBaselines(rows: readonly GradeRow[]): readonly GradeRow[] {
  const known = rows
    .flatMap(({ baselineMedianNs }) => baselineMedianNs ?? [])
    .sort((a, b) => a - b);
  const usual = known[Math.floor((known.length - 1) / 2)];
  if (usual === undefined || known.length < fewestCompared) return rows;
  return rows.map((row) => {
    const factor = (row.baselineMedianNs ?? 0) / usual;
    if (factor < suspiciousFactor) return row;
    const said = `beside it the baseline took ${factor.toFixed(1)} times its usual ${format(usual, 'duration')}: look at its code`;
    return { ...row, reason: [row.reason, said].filter((text) => text !== '').join('; ') };
  });
}
