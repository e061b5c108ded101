import { mean } from './order.ts';
import type { Random } from './random.ts';

/** Log medians of one variant at one size, and the repetitions that they are of. */
export interface LevelsAtSize {
  readonly values: readonly number[];
  readonly repetitions: readonly number[];
}

/** Repetitions counted from 0 without gaps, and sessions by the same count. */
export function renumber(
  sizes: readonly LevelsAtSize[],
  sessions: readonly number[],
): {
  readonly of: (repetition: number) => number;
  readonly sessions: readonly number[];
  readonly count: number;
} {
  const known = [...new Set(sizes.flatMap(({ repetitions }) => repetitions))].sort((a, b) => a - b);
  const numbers = new Map(known.map((repetition, i) => [repetition, i]));
  return {
    of: (repetition) => numbers.get(repetition) ?? 0,
    sessions: sessions.map((start) => known.filter((repetition) => repetition < start).length),
    count: known.length,
  };
}

/** A weight for each repetition, drawn for each replicate: one process for all sizes and both variants. */
export function drawWeights(random: Random, repetitions: number): Float64Array {
  const weights = new Float64Array(repetitions);
  for (let i = 0; i < repetitions; i++) weights[i] = -Math.log(1 - random.uniform());
  return weights;
}

/** The variance of a mean of these values under drawn weights. */
export function drawnVariance(values: readonly number[]): number {
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return squares / (values.length * (values.length + 1));
}

/**
 * The levels of one variant over sizes with its repetitions weighted. Later sessions are brought to the level of those
 * before them again, by the sizes that both measured, so that what is not known of that level stays common to all
 * of them.
 *
 * @param sessions the first repetition of each later session, ascending
 * @param taken the part of the shift of each that is taken off
 * @param levels what they are written into: a bootstrap asks for thousands
 */
export function drawnLevels(
  sizes: readonly LevelsAtSize[],
  sessions: readonly number[],
  weights: Float64Array,
  taken: readonly number[],
  levels: Float64Array = new Float64Array(sizes.length),
): Float64Array {
  const shifts = sessions.length === 0 ? unshifted : [0];
  const level = (size: LevelsAtSize, from: number, to: number): number =>
    levelOf(size, from, to, sessions, weights, shifts);
  sessions.forEach((start, k) => {
    let sum = 0;
    let anchors = 0;
    for (const size of sizes) {
      const end = sessions[k + 1] ?? Number.POSITIVE_INFINITY;
      const apart = level(size, start, end) - level(size, 0, start);
      if (Number.isNaN(apart)) continue;
      sum += apart;
      anchors += 1;
    }
    shifts.push(anchors === 0 ? 0 : ((taken[k] ?? 0) * sum) / anchors);
  });
  let at = 0;
  for (const size of sizes) levels[at++] = level(size, 0, Number.POSITIVE_INFINITY);
  return levels;
}

const unshifted: number[] = [0];

/** Of the repetitions from one to before another, each with the shift of its session taken off. */
function levelOf(
  { values, repetitions }: LevelsAtSize,
  from: number,
  to: number,
  sessions: readonly number[],
  weights: Float64Array,
  shifts: readonly number[],
): number {
  let total = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const repetition = repetitions[i] ?? 0;
    if (repetition < from || repetition >= to) continue;
    const weight = weights[repetition] ?? 0;
    total += weight;
    const shift = sessions.length === 0 ? 0 : (shifts[sessionOf(repetition, sessions)] ?? 0);
    sum += weight * ((values[i] ?? 0) - shift);
  }
  return sum / total;
}

/** The session that a repetition is of, counted from 0. */
export function sessionOf(repetition: number, sessions: readonly number[]): number {
  let session = 0;
  while (session < sessions.length && (sessions[session] ?? 0) <= repetition) session++;
  return session;
}
