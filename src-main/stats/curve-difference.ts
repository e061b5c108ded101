import { decide, defaultMargins } from './decide.ts';
import { studentQuantile } from './distributions.ts';
import { type Between, disturbedSizes, oddSizes, pooled, type Scatter } from './disturbed-sizes.ts';
import { logMedianVariance, relativeSpread, spreadNearMedian } from './median-error.ts';
import { concatenate, mean, median } from './order.ts';
import { expectedVariance, type ProcessModel, processModels } from './process-model.ts';
import { ratioInterval } from './ratio-interval.ts';

/** Times of one variant at one size: nanoseconds, greater than 0, one array a round. */
export interface CurvePoint {
  readonly x: number;
  readonly rounds: readonly Float64Array[];
  /** The least step that these times can differ by, in nanoseconds: the clock's. Default 0. */
  readonly resolutionNs?: number;
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
  /** Half a step of the clock, relative to the median: times between two ticks are not told apart. */
  readonly tickA: number;
  readonly tickB: number;
  /** Something else ran meanwhile: it speaks with a variance of its own. */
  readonly disturbed: boolean;
  /** Variance between processes of one round's log ratio: the pooled one, or its own where something else ran. */
  readonly between: number;
  /** Variance of logA - logB, processes included. */
  readonly variance: number;
  /** -1: a is faster beyond noise, 1: b is, 0: within noise. By all sizes together, or by this one alone. */
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
 *
 * Pooling tells small differences apart where rounds are alike. Where a few sizes are much noisier than the rest, or
 * there is one round, it takes large ones for noise: a size that by itself is beyond `margin`, as its verdict
 * says, counts as well.
 */
export function curveDifference(
  a: Curve,
  b: Curve,
  margin: number = defaultMargins.difference,
): CurveDifference {
  const left = gather(a);
  const right = gather(b);
  const shared = [...left.keys()].filter((x) => right.has(x)).sort((x, y) => x - y);
  const raw = shared.map((x) => {
    const roundsA = left.get(x)?.rounds ?? [];
    const roundsB = right.get(x)?.rounds ?? [];
    const stepA = left.get(x)?.resolutionNs ?? 0;
    const stepB = right.get(x)?.resolutionNs ?? 0;
    const medianA = median(concatenate(roundsA));
    const medianB = median(concatenate(roundsB));
    return {
      x,
      a: roundsA,
      b: roundsB,
      logA: Math.log(medianA),
      logB: Math.log(medianB),
      withinA: within(roundsA, stepA),
      withinB: within(roundsB, stepB),
      tickA: stepA / 2 / medianA,
      tickB: stepB / 2 / medianB,
    };
  });

  const scatters = raw.map((size): Scatter => {
    const { squares, degrees } = roundSquares(size.a, size.b);
    const expected = degrees * (size.withinA * size.a.length + size.withinB * size.b.length);
    return { squares, degrees, expected };
  });
  const assumed = assumedBetween(raw, a, b);
  const disturbed = disturbedSizes(scatters, assumed);
  const pool = pooled(
    scatters.filter((_, i) => !disturbed.has(i)),
    assumed,
  );
  const varianceOf = (size: (typeof raw)[number], i: number): number =>
    size.withinA +
    size.withinB +
    (disturbed.get(i) ?? pool).variance / Math.min(size.a.length, size.b.length);
  const odd = oddSizes(
    raw.map((size, i) => ({
      logSize: Math.log(size.x),
      difference: size.logA - size.logB,
      variance: varianceOf(size, i),
    })),
    pool.degrees,
  );
  const sizes = raw.map((size, i): SizeDifference => {
    const rounds = Math.min(size.a.length, size.b.length);
    const own = disturbed.get(i) ?? pool;
    const off = odd.get(i) ?? 0;
    const t = studentQuantile(1 - 0.05 / raw.length, own.degrees);
    const variance = varianceOf(size, i) + off;
    const difference = size.logA - size.logB;
    const half = Math.max(t * Math.sqrt(variance), size.tickA + size.tickB);
    return {
      ...size,
      disturbed: disturbed.has(i) || odd.has(i),
      between: own.variance + off * rounds,
      variance,
      sign:
        Math.abs(difference) > half
          ? signOf(difference)
          : odd.has(i)
            ? 0
            : signAlone(size, [a, b], margin),
    };
  });
  return { sizes, between: pool.variance, degrees: pool.degrees };
}

function signOf(difference: number): -1 | 0 | 1 {
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

/** What the verdict on this size says, which knows nothing of the others. */
function signAlone(
  size: Pick<SizeDifference, 'a' | 'b' | 'logA' | 'logB' | 'tickA' | 'tickB'>,
  [a, b]: readonly [Curve, Curve],
  margin: number,
): -1 | 0 | 1 {
  const { ci95 } = ratioInterval(size.a, size.b, {
    models: [processModels[a.device ?? 'cpu'], processModels[b.device ?? 'cpu']],
    resolutionNs: 2 * Math.max(size.tickA * Math.exp(size.logA), size.tickB * Math.exp(size.logB)),
  });
  const verdict = decide(ci95, { difference: margin, same: margin });
  return verdict === 'faster' ? -1 : verdict === 'slower' ? 1 : 0;
}

interface Gathered {
  readonly rounds: readonly Float64Array[];
  readonly resolutionNs: number;
}

function gather(curve: Curve): Map<number, Gathered> {
  const bySize = new Map<number, Gathered>();
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
      if (round.length === 0) continue;
      const known = bySize.get(point.x);
      bySize.set(point.x, {
        rounds: [...(known?.rounds ?? []), round],
        resolutionNs: Math.max(known?.resolutionNs ?? 0, point.resolutionNs ?? 0),
      });
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
): Between {
  const modelA: ProcessModel = processModels[a.device ?? 'cpu'];
  const modelB: ProcessModel = processModels[b.device ?? 'cpu'];
  const typical = (
    rounds: readonly (readonly Float64Array[])[],
    spreadOf: (round: Float64Array) => number,
  ): number => (rounds.length === 0 ? 0 : median(Float64Array.from(rounds.flat(), spreadOf)));
  const expected = (model: ProcessModel, rounds: readonly (readonly Float64Array[])[]): number =>
    expectedVariance(model, typical(rounds, relativeSpread), typical(rounds, spreadNearMedian));
  const variance =
    expected(
      modelA,
      sizes.map((size) => size.a),
    ) +
    expected(
      modelB,
      sizes.map((size) => size.b),
    );
  return { variance, degrees: Math.min(modelA.degrees, modelB.degrees) };
}
