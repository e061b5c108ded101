import { studentQuantile } from './distributions.ts';

/** How far the repetitions of one size lie apart: squares of log ratios, and what the samples alone make of them. */
export interface Scatter {
  readonly squares: number;
  readonly degrees: number;
  readonly expected: number;
}

/** A variance between processes and the degrees of freedom it rests on. */
export interface Between {
  readonly variance: number;
  readonly degrees: number;
}

export function pooled(scatters: readonly Scatter[]): Between {
  const degrees = scatters.reduce((sum, each) => sum + each.degrees, 0);
  const surplus = scatters.reduce((sum, each) => sum + each.squares - each.expected, 0);
  return { variance: degrees === 0 ? 0 : Math.max(0, surplus / degrees), degrees };
}

/** How often chance alone makes one size of an undisturbed sweep look disturbed. */
const mistakenFor = 0.005;

/**
 * Sizes whose repetitions lie apart as none of the others' do: something else ran meanwhile. Such a size speaks with
 * its own variance, so that it neither blurs the others nor passes for as certain as they are. At most a third are
 * taken out, the worst one first.
 */
export function disturbedSizes(scatters: readonly Scatter[]): Map<number, Between> {
  const found = new Map<number, Between>();
  const max = Math.max(1, Math.floor(scatters.length / 3));
  while (found.size < max && scatters.length > 1) {
    const left = scatters.map((each, i) => ({ each, i })).filter(({ i }) => !found.has(i));
    const judged = left.map(({ each, i }) => {
      const others = pooled(left.filter((other) => other.i !== i).map((other) => other.each));
      const usual = each.expected + each.degrees * others.variance;
      const max = studentQuantile(1 - mistakenFor / left.length, others.degrees) ** 2;
      return { each, i, surprise: usual > 0 ? each.squares / usual / max : 0 };
    });
    const worst = judged.reduce((a, b) => (b.surprise > a.surprise ? b : a));
    if (worst.each.degrees === 0 || worst.surprise < 1) break;
    found.set(worst.i, pooled([worst.each]));
  }
  return found;
}

/** What one size says, as far as it concerns its neighbours. */
export interface Reading {
  readonly logSize: number;
  readonly difference: number;
  readonly variance: number;
}

/** Sizes on both sides within this factor tell what lies between them; over more, programs do bend. */
const nearby = Math.log(1.6);
/** Room for a bend: slopes on both sides of a size may differ by this much. */
const roomForBend = 1;
/**
 * The ratio of two programs does not change by a higher power of the size than this, except where one of them jumps.
 */
export const steepest = 2;

/**
 * Sizes that lie off the line between their neighbours by more than noise and a bend explain, with the square of how
 * far: whatever was in the way lasted all their repetitions. Only where sizes are dense, which is where a crossing is
 * being narrowed; in a coarse sweep one odd size may well be the program's own. Neighbours with a jump between them
 * blame nobody.
 */
export function oddSizes(readings: readonly Reading[], degrees: number): Map<number, number> {
  const found = new Map<number, number>();
  const max = Math.max(1, Math.floor(readings.length / 4));
  while (found.size < max) {
    const left = readings.map((each, i) => ({ each, i })).filter(({ i }) => !found.has(i));
    const limit = studentQuantile(1 - mistakenFor / Math.max(1, left.length), degrees);
    let worst = { i: -1, surprise: 1, square: 0 };
    for (let k = 1; k + 1 < left.length; k++) {
      const [before, here, after] = [left[k - 1], left[k], left[k + 1]];
      if (before === undefined || here === undefined || after === undefined) continue;
      const off = offLine(before.each, here.each, after.each, limit);
      if (off !== null && off.surprise > worst.surprise) worst = { i: here.i, ...off };
    }
    if (worst.i < 0) break;
    found.set(worst.i, worst.square);
  }
  return found;
}

function offLine(
  before: Reading,
  here: Reading,
  after: Reading,
  limit: number,
): { readonly surprise: number; readonly square: number } | null {
  const scope = after.logSize - before.logSize;
  if (scope > nearby) return null;
  const part = (here.logSize - before.logSize) / scope;
  const line = before.difference + part * (after.difference - before.difference);
  const residual = Math.abs(here.difference - line);
  const variance = here.variance + (1 - part) ** 2 * before.variance + part ** 2 * after.variance;
  const apart = Math.abs(after.difference - before.difference);
  const noise = limit * Math.sqrt(before.variance + after.variance);
  if (apart > steepest * scope + noise) return null;
  const bend = roomForBend * part * (1 - part) * scope;
  return { surprise: residual / (limit * Math.sqrt(variance) + bend), square: residual ** 2 };
}
