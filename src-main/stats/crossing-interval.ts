import { bestWindow } from './crossing-window.ts';
import type { CurveDifference, SizeDifference } from './curve-difference.ts';
import { crossingRange } from './envelope.ts';
import { type Crossings, crossings } from './fits.ts';
import { quantileSorted, variance } from './order.ts';
import { createRandom, type Random } from './random.ts';

export interface CrossingInterval {
  readonly at: number;
  readonly low: number;
  readonly high: number;
  /** Interpolation's error is negligible compared with noise and is no part of the interval. */
  readonly refined: boolean;
  /** How many sizes the crossing was found from. */
  readonly sizes: number;
  /** How many sizes were measured near it, whether it was found from them or not. */
  readonly near: number;
}

/** Logarithm of the factor within which sizes are near. */
const nearBy = 0.25;

/**
 * Interpolation's error may be at most this part of the statistical interval for it to be left out, and only between
 * sizes within this factor (its logarithm): over more, a wide interval would hide what nothing was measured of.
 */
const negligibleBias = 0.1;
const knownBetween = Math.log(4);
/**
 * Measuring stops when the interval is narrow, which is sooner where the variance between processes happens to look
 * small: each of its degrees of freedom is counted as a third of one.
 */
const worthOfDegree = 0.35;

/**
 * Where two curves cross, from the sizes of a bracket (ascending, opposite signs at the ends): the estimate is
 * straight in log-log, its interval a bootstrap of processes. A replicate draws repetitions with replacement, the same
 * ones for both variants and all sizes, so that what a process does to all of them stays together; what so few
 * repetitions cannot show of the variance of a size is drawn on top.
 * Of all runs of neighbouring sizes the one is used that gives the narrowest interval with interpolation's error
 * counted in: far sizes have little noise in their favour and much curvature against them.
 */
export function crossingInterval(
  bracket: readonly SizeDifference[],
  difference: CurveDifference,
  options: { readonly replicates: number; readonly seed: number },
): CrossingInterval {
  const { replicates, seed } = options;
  const from = bracket[0]?.x ?? 1;
  const to = bracket[bracket.length - 1]?.x ?? 1;
  // A disturbed size says nothing that the sizes around it do not say better, unless it is an end all the same.
  const sound = difference.sizes.filter(({ x, disturbed }) => !disturbed || x === from || x === to);
  const inside = sound.filter(({ x }) => x >= from && x <= to);
  const { sizes, bias } = bestWindow(inside, sound);
  const solve = prepare(sizes, Math.log(from), Math.log(to));
  const estimate = solve(
    Float64Array.from(sizes, (size) => size.logA),
    Float64Array.from(sizes, (size) => size.logB),
  );
  const around = withNeighbours(inside, sound);
  const windowAt = around.findIndex(({ x }) => x === sizes[0]?.x);
  const fromAt = around.findIndex(({ x }) => x === from);
  const logN = Float64Array.from(around, (size) => Math.log(size.x));
  const drawn = around.map((size) => ({ ...size, surplus: Math.sqrt(unseenVariance(size)) }));
  const slots = new Float64Array(Math.max(...around.flatMap(({ a, b }) => [a.length, b.length])));
  const random = createRandom(seed, 0);
  const all: Crossings[] = [];
  const logA = new Float64Array(around.length);
  const logB = new Float64Array(around.length);
  const inWindow = (values: Float64Array): Float64Array =>
    values.subarray(windowAt, windowAt + sizes.length);
  for (let j = 0; j < replicates; j++) {
    const surprise = surpriseOfVariance(random, difference.degrees * worthOfDegree);
    for (let slot = 0; slot < slots.length; slot++) slots[slot] = random.uniform();
    const common = Math.SQRT1_2 * random.normal();
    drawn.forEach((size, i) => {
      const shift = size.surplus * surprise * (common + Math.SQRT1_2 * random.normal()) * 0.5;
      logA[i] = meanOfDrawn(size.a, slots) + shift + (2 * random.uniform() - 1) * size.tickA;
      logB[i] = meanOfDrawn(size.b, slots) - shift + (2 * random.uniform() - 1) * size.tickB;
    });
    const fitted = solve(inWindow(logA), inWindow(logB));
    const [first, last] = crossingRange(
      { logN, logT: logA },
      { logN, logT: logB },
      fromAt,
      fromAt + inside.length - 1,
    );
    all.push({
      straight: fitted.straight,
      lowest: Math.min(fitted.lowest, first),
      highest: Math.max(fitted.highest, last),
    });
  }
  const at = (values: (one: Crossings) => number, p: number): number =>
    quantileSorted(Float64Array.from(all, values).sort(), p);
  const low = at((one) => one.straight, 0.025);
  const high = at((one) => one.straight, 0.975);
  const gap = Math.max(...sizes.slice(1).map(({ x }, i) => Math.log(x / (sizes[i]?.x ?? x))));
  const refined = bias <= negligibleBias * (high - low) && gap <= knownBetween;
  return {
    at: Math.exp(estimate.straight),
    low: Math.exp(refined ? low : at((one) => one.lowest, 0.025)),
    high: Math.exp(refined ? high : at((one) => one.highest, 0.975)),
    refined,
    sizes: sizes.length,
    near: inside.filter(({ x }) => Math.abs(Math.log(x) - estimate.straight) < nearBy).length,
  };
}

/** The sizes of a bracket with the next one on either side, where there is one. */
function withNeighbours(
  bracket: readonly SizeDifference[],
  all: readonly SizeDifference[],
): readonly SizeDifference[] {
  const from = all.findIndex(({ x }) => x === bracket[0]?.x);
  return all.slice(Math.max(0, from - 1), from + bracket.length + 1);
}

function prepare(
  sizes: readonly SizeDifference[],
  from: number,
  to: number,
): (logA: Float64Array, logB: Float64Array) => Crossings {
  const logN = Float64Array.from(sizes, (size) => Math.log(size.x));
  const weights = Float64Array.from(sizes, (size) => 1 / (size.variance + 1e-12));
  // The crossing may lie a little outside the window, never outside the bracket.
  const first = logN[0] ?? 0;
  const last = logN[logN.length - 1] ?? 0;
  const reach = last - first;
  const range = [Math.max(from, first - reach), Math.min(to, last + reach)] as const;
  return (logA, logB) => crossings(logN, logA, logB, weights, range);
}

/** The mean of as many values as there are, drawn by numbers in [0, 1) that are the same for every size and variant. */
function meanOfDrawn(values: readonly number[], slots: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[Math.floor((slots[i] ?? 0) * values.length)] ?? Number.NaN;
  }
  return sum / values.length;
}

/** The variance of the difference at a size beyond that of means drawn from its repetitions. */
function unseenVariance({ a, b, variance: whole }: SizeDifference): number {
  const paired = a.length === b.length;
  const spread = (values: readonly number[]): number =>
    (variance(values) * (values.length - 1)) / values.length ** 2;
  const drawn = paired
    ? spread(a.map((value, r) => value - (b[r] ?? Number.NaN)))
    : spread(a) + spread(b);
  return Math.max(0, whole - drawn);
}

/** A variance known by `degrees` squares may be another one: a draw of its root over the estimate's. */
function surpriseOfVariance(random: Random, degrees: number): number {
  const count = Math.max(2, Math.min(100, Math.round(degrees)));
  let sum = 0;
  for (let i = 0; i < count; i++) sum += random.normal() ** 2;
  return Math.sqrt(count / sum);
}
