import { bootstrapMedians } from './bootstrap.ts';
import type { CurveDifference, SizeDifference } from './curve-difference.ts';
import { type Crossings, crossings, fitFamily, fitLine, type Line } from './fits.ts';
import { fewSamples } from './median-error.ts';
import { quantileSorted } from './order.ts';
import { createRandom, type Random } from './random.ts';

export interface CrossingInterval {
  readonly at: number;
  readonly low: number;
  readonly high: number;
  /** Interpolation's error is negligible beside noise and is no part of the interval. */
  readonly refined: boolean;
  /** How many sizes the crossing was found from. */
  readonly sizes: number;
}

/** Interpolation's error may be at most this part of the statistical interval for it to be left out. */
const negligibleBias = 0.1;
/** A window of sizes is used when the slope of the difference in it is at least this many standard errors. */
const clearSlope = 6;
/**
 * Measuring stops when the interval is narrow, which is sooner where the variance between processes happens to look
 * small: each of its degrees of freedom is counted as a third of one.
 */
const worthOfDegree = 0.35;

/**
 * Where two curves cross, from the sizes of a bracket (ascending, opposite signs at the ends): the estimate is
 * straight in log-log, its interval a bootstrap of blocks in rounds, with the variance between processes drawn in.
 * Of all runs of neighbouring sizes the one is used that gives the narrowest interval with interpolation's error
 * counted in: far sizes have little noise in their favour and much curvature against them.
 */
export function crossingInterval(
  bracket: readonly SizeDifference[],
  difference: CurveDifference,
  options: { readonly replicates: number; readonly seed: number },
): CrossingInterval {
  const { replicates, seed } = options;
  const from = Math.log(bracket[0]?.x ?? 1);
  const to = Math.log(bracket[bracket.length - 1]?.x ?? 1);
  const { sizes, bias } = bestWindow(bracket);
  const solve = prepare(sizes, from, to);
  const estimate = solve(
    Float64Array.from(sizes, (size) => size.logA),
    Float64Array.from(sizes, (size) => size.logB),
  );
  const drawn = sizes.map((size) => ({
    // The stream of a size is its own, whatever window it is in.
    a: bootstrapMedians(size.a, { replicates, random: createRandom(seed, 2 * hash(size.x) + 1) }),
    b: bootstrapMedians(size.b, { replicates, random: createRandom(seed, 2 * hash(size.x) + 2) }),
    shift: Math.sqrt(size.between / Math.min(size.a.length, size.b.length) + unseenVariance(size)),
  }));
  const random = createRandom(seed, 0);
  const all: Crossings[] = [];
  const logA = new Float64Array(sizes.length);
  const logB = new Float64Array(sizes.length);
  for (let j = 0; j < replicates; j++) {
    const surprise = surpriseOfVariance(random, difference.degrees * worthOfDegree);
    drawn.forEach((size, i) => {
      const shift = size.shift * surprise * random.normal() * 0.5;
      logA[i] = Math.log(size.a[j] ?? 1) + shift;
      logB[i] = Math.log(size.b[j] ?? 1) - shift;
    });
    all.push(solve(logA, logB));
  }
  const at = (values: (one: Crossings) => number, p: number): number =>
    quantileSorted(Float64Array.from(all, values).sort(), p);
  const low = at((one) => one.straight, 0.025);
  const high = at((one) => one.straight, 0.975);
  const refined = bias <= negligibleBias * (high - low);
  return {
    at: Math.exp(estimate.straight),
    low: Math.exp(refined ? low : at((one) => one.lowest, 0.025)),
    high: Math.exp(refined ? high : at((one) => one.highest, 0.975)),
    refined,
    sizes: sizes.length,
  };
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

interface Window {
  readonly sizes: readonly SizeDifference[];
  /** Expected error of interpolation, in the logarithm of the size. */
  readonly bias: number;
}

/**
 * The run of neighbouring sizes whose expected interval, noise and curvature together, is narrowest around the
 * crossing. It is picked by where sizes lie, with one slope, one curvature and one crossing for all of them, so that
 * no window is favoured for looking steep or straight by chance. The crossing is found anew from each
 * pick, until the pick stays.
 */
function bestWindow(bracket: readonly SizeDifference[]): Window {
  const { slope } = differenceLine(bracket);
  let best: Window = { sizes: bracket, bias: Number.POSITIVE_INFINITY };
  for (let pass = 0; pass < 5; pass++) {
    const line = differenceLine(best.sizes);
    const crossing = clamp(-line.intercept / line.slope, bracket);
    const bend = curvature(bracket, crossing);
    const previous = best.sizes;
    let narrowest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < bracket.length; i++) {
      for (let j = i + 1; j < bracket.length; j++) {
        const sizes = bracket.slice(i, j + 1);
        const bent = expected(sizes, slope, bend, crossing);
        if (sizes.length < bracket.length && !bent.usable) continue;
        if (bent.width < narrowest) {
          narrowest = bent.width;
          best = { sizes, bias: bent.bias };
        }
      }
    }
    if (best.sizes.length === previous.length && best.sizes[0] === previous[0]) break;
  }
  return best;
}

function clamp(logSize: number, bracket: readonly SizeDifference[]): number {
  const from = Math.log(bracket[0]?.x ?? 1);
  const to = Math.log(bracket[bracket.length - 1]?.x ?? 1);
  return Math.min(to, Math.max(from, logSize));
}

function differenceLine(sizes: readonly SizeDifference[]): Line {
  return fitLine(
    sizes.map((size) => Math.log(size.x)),
    sizes.map((size) => size.logA - size.logB),
    sizes.map((size) => 1 / (size.variance + 1e-12)),
  );
}

/**
 * How much the second derivative of the log ratio may be off, taking t = a + b n for straight: of log t over log n it is
 * s (1 - s), s being the part a / t; the larger of both curves.
 */
function curvature(bracket: readonly SizeDifference[], crossing: number): number {
  const logN = Float64Array.from(bracket, (size) => Math.log(size.x));
  const weights = Float64Array.from(bracket, (size) => 1 / (size.variance + 1e-12));
  const step = 0.01;
  const bend = (logT: Float64Array): number => {
    const curve = fitFamily('linear', logN, logT, weights);
    return (curve(crossing - step) + curve(crossing + step) - 2 * curve(crossing)) / step ** 2;
  };
  return Math.max(
    Math.abs(bend(Float64Array.from(bracket, (size) => size.logA))),
    Math.abs(bend(Float64Array.from(bracket, (size) => size.logB))),
  );
}

function expected(
  window: readonly SizeDifference[],
  slope: number,
  bend: number,
  crossing: number,
): { width: number; bias: number; usable: boolean } {
  let total = 0;
  let first = 0;
  for (const size of window) {
    const weight = 1 / (size.variance + 1e-12);
    total += weight;
    first += weight * Math.log(size.x);
  }
  const center = first / total;
  let leverage = 0;
  for (const size of window) {
    leverage += (Math.log(size.x) - center) ** 2 / (size.variance + 1e-12);
  }
  // A line through a parabola is off by about its spread about the centre, less the distance from it.
  const offset = (crossing - center) ** 2;
  const bias = ((bend / 2) * Math.abs(leverage / total - offset)) / Math.abs(slope);
  const error = Math.sqrt(1 / total + offset / leverage) / Math.abs(slope);
  const reach = Math.sqrt(leverage / total) * 2;
  const usable = slope ** 2 * leverage >= clearSlope ** 2 && Math.sqrt(offset) <= reach;
  return { width: 3.92 * error + 2 * bias, bias, usable };
}

/** What so few samples cannot show when drawn from: the whole variance that is assumed of them. */
function unseenVariance({ a, b, withinA, withinB }: SizeDifference): number {
  const few = (rounds: readonly Float64Array[]): boolean =>
    rounds.some((round) => round.length < fewSamples);
  return (few(a) ? withinA : 0) + (few(b) ? withinB : 0);
}

/** A variance known by `degrees` squares may be another one: a draw of its root over the estimate's. */
function surpriseOfVariance(random: Random, degrees: number): number {
  const count = Math.max(2, Math.min(100, Math.round(degrees)));
  let sum = 0;
  for (let i = 0; i < count; i++) sum += random.normal() ** 2;
  return Math.sqrt(count / sum);
}

function hash(x: number): number {
  return Math.round(Math.log(x) * 1e6) % 1_000_000;
}
