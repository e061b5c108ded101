import { studentQuantile } from './distributions.ts';
import { logMedianVariance, relativeSpread } from './median-error.ts';
import { concatenate, mean, median } from './order.ts';
import { expectedVariance, type ProcessModel, processModels } from './process-model.ts';

/** Times of one variant at one size: nanoseconds, greater than 0, one array a round. */
export interface CurvePoint {
  readonly x: number;
  readonly rounds: readonly Float64Array[];
}

/** Times of one variant over sizes. */
export interface Curve {
  readonly label: string;
  readonly points: readonly CurvePoint[];
  /** Which processes to expect where there is but one round: those of a `cpu` (default) or of `cuda`. */
  readonly device?: keyof typeof processModels;
}

/** Two variants at one size: the logarithm of the ratio of their medians and what is known of its error. */
export interface SizeDifference {
  readonly x: number;
  readonly a: readonly Float64Array[];
  readonly b: readonly Float64Array[];
  readonly logA: number;
  readonly logB: number;
  /** Variance of the log medians of all rounds, from the samples inside the rounds alone. */
  readonly withinA: number;
  readonly withinB: number;
  /** Variance of logA - logB, processes included. */
  readonly variance: number;
  /** -1: a is faster beyond noise, 1: b is, 0: within noise. */
  readonly sign: -1 | 0 | 1;
}

export interface CurveDifference {
  readonly sizes: readonly SizeDifference[];
  /** Variance between processes of one round's log ratio, pooled over sizes, and what it rests on. */
  readonly between: number;
  readonly degrees: number;
}

/**
 * Compares two curves at each size that both have (rounds of one size given twice are put together), ascending.
 * Two processes may differ by more than their samples say. One size has few rounds, but all sizes together tell how
 * far rounds differ: that variance is pooled over the curve. A round is one process for both variants, so what
 * it does to both is not counted.
 */
export function curveDifference(a: Curve, b: Curve, resolutionNs = 0): CurveDifference {
  const left = gather(a);
  const right = gather(b);
  const shared = [...left.keys()].filter((x) => right.has(x)).sort((x, y) => x - y);
  const raw = shared.map((x) => {
    const roundsA = left.get(x) ?? [];
    const roundsB = right.get(x) ?? [];
    return {
      x,
      a: roundsA,
      b: roundsB,
      logA: Math.log(median(concatenate(roundsA))),
      logB: Math.log(median(concatenate(roundsB))),
      withinA: within(roundsA, resolutionNs),
      withinB: within(roundsB, resolutionNs),
      tick: resolutionNs,
    };
  });

  let squares = 0;
  let expected = 0;
  let degrees = 0;
  for (const size of raw) {
    const spread = roundSquares(size.a, size.b);
    squares += spread.squares;
    degrees += spread.degrees;
    expected += spread.degrees * (size.withinA * size.a.length + size.withinB * size.b.length);
  }
  const assumed = assumedBetween(raw, a, b);
  const between = degrees > 0 ? Math.max(0, (squares - expected) / degrees) : assumed.variance;
  const rests = degrees > 0 ? degrees : assumed.degrees;
  const t = studentQuantile(1 - 0.05 / Math.max(1, raw.length), rests);
  const sizes = raw.map((size): SizeDifference => {
    const rounds = Math.min(size.a.length, size.b.length);
    const variance = size.withinA + size.withinB + between / rounds;
    const difference = size.logA - size.logB;
    const tick = (resolutionNs / 2) * (Math.exp(-size.logA) + Math.exp(-size.logB));
    const half = Math.max(t * Math.sqrt(variance), tick);
    return { ...size, variance, sign: difference > half ? 1 : difference < -half ? -1 : 0 };
  });
  return { sizes, between, degrees: rests };
}

function gather(curve: Curve): Map<number, Float64Array[]> {
  const bySize = new Map<number, Float64Array[]>();
  for (const point of curve.points) {
    if (!(point.x > 0 && Number.isFinite(point.x))) {
      throw new RangeError(
        `a size of ${curve.label} must be finite and greater than 0, got ${point.x}`,
      );
    }
    for (const round of point.rounds) {
      const bad = round.find((time) => !(time > 0 && Number.isFinite(time)));
      if (bad !== undefined) {
        throw new RangeError(
          `times of ${curve.label} at ${point.x} must be finite and greater than 0, got ${bad}`,
        );
      }
      if (round.length > 0) bySize.set(point.x, [...(bySize.get(point.x) ?? []), round]);
    }
  }
  return bySize;
}

/** The median of R rounds together is known R times better than that of one. */
function within(rounds: readonly Float64Array[], resolutionNs: number): number {
  return mean(rounds.map((round) => logMedianVariance(round, resolutionNs))) / rounds.length;
}

/** Squares of the rounds' log ratios about their mean; by sides where these have different numbers of rounds. */
function roundSquares(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
): { squares: number; degrees: number } {
  const logA = a.map((round) => Math.log(median(round)));
  const logB = b.map((round) => Math.log(median(round)));
  if (logA.length === logB.length) {
    const differences = logA.map((value, r) => value - (logB[r] ?? 0));
    return { squares: sumSquares(differences), degrees: differences.length - 1 };
  }
  // Each side shows its own half of the variance of a difference.
  const degrees = logA.length + logB.length - 2;
  return { squares: 2 * (sumSquares(logA) + sumSquares(logB)), degrees };
}

function sumSquares(values: readonly number[]): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}

function assumedBetween(
  sizes: readonly { a: readonly Float64Array[]; b: readonly Float64Array[] }[],
  a: Curve,
  b: Curve,
): { variance: number; degrees: number } {
  const modelA: ProcessModel = processModels[a.device ?? 'cpu'];
  const modelB: ProcessModel = processModels[b.device ?? 'cpu'];
  const typical = (rounds: readonly (readonly Float64Array[])[]): number =>
    rounds.length === 0 ? 0 : median(Float64Array.from(rounds.flat(), relativeSpread));
  const spreadA = typical(sizes.map((size) => size.a));
  const spreadB = typical(sizes.map((size) => size.b));
  const variance = expectedVariance(modelA, spreadA) + expectedVariance(modelB, spreadB);
  return { variance, degrees: Math.min(modelA.degrees, modelB.degrees) };
}
