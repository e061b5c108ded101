import { precisionOf, type SizeDifference } from './curve-difference.ts';
import { fitFamily, fitLine, type Line } from './fits.ts';

/** A window of sizes is used when the slope of the difference in it is at least this many standard errors. */
const clearSlope = 6;

export interface Window {
  readonly sizes: readonly SizeDifference[];
  /** Expected error of interpolation, in the logarithm of the size. */
  readonly bias: number;
}

/**
 * The run of neighbouring sizes whose expected interval, noise and curvature together, is narrowest around the
 * crossing. It is picked by where sizes lie, with one slope, one curvature and one crossing for all of them, so that
 * no window is favoured for looking steep or straight by chance. The crossing is found again from each
 * pick, until the pick stays.
 */
export function bestWindow(
  bracket: readonly SizeDifference[],
  all: readonly SizeDifference[],
): Window {
  const { slope } = differenceLine(bracket);
  const seen = seenBend(bracket, all);
  let best: Window = { sizes: bracket, bias: Number.POSITIVE_INFINITY };
  for (let pass = 0; pass < 5; pass++) {
    const line = differenceLine(best.sizes);
    const crossing = clamp(-line.intercept / line.slope, bracket);
    const bend = Math.max(seen, curvature(bracket, crossing));
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
    sizes.map(precisionOf),
  );
}

/**
 * Second derivative of the log ratio as the slopes in the bracket and on both sides of it show it. Slopes next to
 * the bracket are taken over its own length or more: over less, noise would make them.
 */
function seenBend(bracket: readonly SizeDifference[], all: readonly SizeDifference[]): number {
  const from = bracket[0];
  const to = bracket[bracket.length - 1];
  if (from === undefined || to === undefined) return 0;
  const reach = 0.9 * logDistance(from, to);
  const below = all.findLast((size) => size.x < from.x && logDistance(size, from) >= reach);
  const above = all.find((size) => size.x > to.x && logDistance(to, size) >= reach);
  const chords = [
    ...(below === undefined ? [] : [chord(below, from)]),
    chord(from, to),
    ...(above === undefined ? [] : [chord(to, above)]),
  ];
  return chords.reduce((max, one, i) => {
    const bends = chords
      .slice(i + 1)
      .map((other) => Math.abs((other.slope - one.slope) / (other.middle - one.middle)));
    return Math.max(max, ...bends);
  }, 0);
}

interface Chord {
  readonly slope: number;
  /** Logarithm of the size in its middle. */
  readonly middle: number;
}

function chord(a: SizeDifference, b: SizeDifference): Chord {
  const rise = b.logA - b.logB - (a.logA - a.logB);
  return { slope: rise / logDistance(a, b), middle: Math.log(a.x * b.x) / 2 };
}

function logDistance(a: SizeDifference, b: SizeDifference): number {
  return Math.log(b.x / a.x);
}

/**
 * How much the second derivative of the log ratio may be off, taking t = a + b n for straight: of log t over log n it
 * is s (1 - s), s being the part a / t; the larger of both curves.
 */
function curvature(bracket: readonly SizeDifference[], crossing: number): number {
  const logN = Float64Array.from(bracket, (size) => Math.log(size.x));
  const weights = Float64Array.from(bracket, precisionOf);
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
    const weight = precisionOf(size);
    total += weight;
    first += weight * Math.log(size.x);
  }
  const center = first / total;
  let leverage = 0;
  for (const size of window) {
    leverage += (Math.log(size.x) - center) ** 2 * precisionOf(size);
  }
  // A line through a parabola is off by about its spread about the centre, less the distance from it.
  const offset = (crossing - center) ** 2;
  const bias = ((bend / 2) * Math.abs(leverage / total - offset)) / Math.abs(slope);
  const error = Math.sqrt(1 / total + offset / leverage) / Math.abs(slope);
  const reach = Math.sqrt(leverage / total) * 2;
  const usable = slope ** 2 * leverage >= clearSlope ** 2 && Math.sqrt(offset) <= reach;
  return { width: 3.92 * error + 2 * bias, bias, usable };
}
