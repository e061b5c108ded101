import { defaultMargins } from './decide.ts';
import { studentQuantile } from './distributions.ts';
import { disturbedSizes, oddSizes, pooled, type Scatter } from './disturbed-sizes.ts';
import { sessionOf } from './drawn-levels.ts';
import { judge } from './judge.ts';
import type { JudgedProcess } from './judged-case.ts';
import { mean } from './order.ts';
import type { Device } from './run-variation.ts';

/** One variant at one size: what its processes say. */
export interface CurvePoint {
  readonly x: number;
  readonly processes: readonly JudgedProcess[];
  /** The smallest step that these times can differ by, in nanoseconds: the clock's. Default 0. */
  readonly resolutionNs?: number;
}

/** Times of one variant over sizes. */
export interface Curve {
  readonly label: string;
  readonly points: readonly CurvePoint[];
  /** Which processes to expect where there is but one repetition: those of a `cpu` (default) or of `cuda`. */
  readonly device?: Device;
  /** Id of the timing scope; `kernel` by default. */
  readonly scope?: string;
  /**
   * Where it was measured in several sessions that were brought to the level of the first: the first repetition of each
   * later one, ascending.
   */
  readonly sessions?: readonly number[];
  /** By later session, the part of its shift that was taken off. */
  readonly taken?: readonly number[];
}

/** Two variants at one size: the logarithm of the ratio of their medians and what is known of its error. */
export interface SizeDifference {
  readonly x: number;
  /** Log medians of the processes, in the order of repetitions. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly repetitionsA: readonly number[];
  readonly repetitionsB: readonly number[];
  /** Their means: each process has the same weight. */
  readonly logA: number;
  readonly logB: number;
  /** Variance of these means, from the samples inside the processes alone. */
  readonly withinA: number;
  readonly withinB: number;
  /** Half a step of the clock, relative to the median: times between two ticks are not distinguished. */
  readonly tickA: number;
  readonly tickB: number;
  /** Something else ran meanwhile: it speaks with a variance of its own. */
  readonly disturbed: boolean;
  /** Variance between processes of one repetition's log ratio: the pooled one, or its own where something else ran. */
  readonly between: number;
  /** Variance of logA - logB, processes included. */
  readonly variance: number;
  /** -1: a is significantly faster, 1: b is, 0: neither. By all sizes together, or by this one alone. */
  readonly sign: -1 | 0 | 1;
}

/** The weight of a size in a fit. */
export const precisionOf = ({ variance }: SizeDifference): number => 1 / (variance + 1e-12);

export interface CurveDifference {
  readonly sizes: readonly SizeDifference[];
  /** Variance between processes of one repetition's log ratio, pooled over sizes, and what it rests on. */
  readonly between: number;
  readonly degrees: number;
  /** The first repetition of each later session of measuring, ascending. */
  readonly sessions: readonly number[];
  /** Repetitions of the first session: as many as the level of both curves rests on. */
  readonly repetitions: number;
  /** By curve and later session, the part of its shift that was taken off. */
  readonly taken: readonly [readonly number[], readonly number[]];
}

/**
 * Compares two curves at each size that both have (processes of one size given twice are put together), ascending. Two
 * processes may differ by more than their samples say. One size has few repetitions, but all sizes together tell how
 * far repetitions differ: that variance is pooled over the curve. A repetition is one process for both variants, so
 * what it does to both is not counted.
 *
 * Pooling distinguishes small differences where repetitions are similar. Where a few sizes are much noisier than the
 * rest, or there is one repetition, it takes large ones for noise: a size that by itself is beyond `margin`, as its
 * verdict says, counts as well.
 */
export function curveDifference(
  a: Curve,
  b: Curve,
  margin: number = defaultMargins.difference,
): CurveDifference {
  const left = gather(a);
  const right = gather(b);
  const shared = [...left.keys()].filter((x) => right.has(x)).sort((x, y) => x - y);
  const raw = shared.map((x): RawSize => {
    const [one, other] = [left.get(x) ?? nothing, right.get(x) ?? nothing];
    const [logsA, logsB] = [logsOf(one), logsOf(other)];
    const [logA, logB] = [mean(logsA), mean(logsB)];
    return {
      x,
      processesA: one.processes,
      processesB: other.processes,
      a: logsA,
      b: logsB,
      repetitionsA: one.processes.map(({ repetition }) => repetition),
      repetitionsB: other.processes.map(({ repetition }) => repetition),
      logA,
      logB,
      withinA: within(one.processes),
      withinB: within(other.processes),
      tickA: one.resolutionNs / 2 / Math.exp(logA),
      tickB: other.resolutionNs / 2 / Math.exp(logB),
    };
  });

  const sessions = a.sessions ?? b.sessions ?? [];
  const repetitions = Math.max(1, ...raw.map((size) => inFirstSession(size, sessions)));
  const scatters = raw.map((size): Scatter => {
    const { squares, degrees } = processSquares(size.processesA, size.processesB, sessions);
    const expected = degrees * (size.withinA * size.a.length + size.withinB * size.b.length);
    return { squares, degrees, expected };
  });
  const disturbed = disturbedSizes(scatters);
  const pool = pooled(scatters.filter((_, i) => !disturbed.has(i)));
  const varianceOf = (size: (typeof raw)[number], i: number): number =>
    size.withinA +
    size.withinB +
    (disturbed.get(i) ?? pool).variance / levelsOf(size, sessions, repetitions);
  const odd = oddSizes(
    raw.map((size, i) => ({
      logSize: Math.log(size.x),
      difference: size.logA - size.logB,
      variance: varianceOf(size, i),
    })),
    pool.degrees,
  );
  const sizes = raw.map((size, i): SizeDifference => {
    const levels = levelsOf(size, sessions, repetitions);
    const own = disturbed.get(i) ?? pool;
    const off = odd.get(i) ?? 0;
    const t = studentQuantile(1 - 0.05 / raw.length, own.degrees);
    const variance = varianceOf(size, i) + off;
    const difference = size.logA - size.logB;
    const half = Math.max(t * Math.sqrt(variance), size.tickA + size.tickB);
    const { processesA: _a, processesB: _b, ...known } = size;
    return {
      ...known,
      disturbed: disturbed.has(i) || odd.has(i),
      between: own.variance + off * levels,
      variance,
      sign:
        Math.abs(difference) > half
          ? signOf(difference)
          : odd.has(i)
            ? 0
            : signAlone(size, [a, b], margin),
    };
  });
  const taken = [a.taken ?? [], b.taken ?? []] as const;
  return { sizes, between: pool.variance, degrees: pool.degrees, sessions, repetitions, taken };
}

type Repeated = Pick<SizeDifference, 'repetitionsA' | 'repetitionsB'>;

function inFirstSession(
  { repetitionsA, repetitionsB }: Repeated,
  sessions: readonly number[],
): number {
  const end = sessions[0] ?? Number.POSITIVE_INFINITY;
  return Math.min(
    ...[repetitionsA, repetitionsB].map((all) => all.filter((one) => one < end).length),
  );
}

/**
 * How many processes the level of a size rests on. What was measured later was brought to the level of the first
 * session, and knows it no better.
 */
function levelsOf(size: Repeated, sessions: readonly number[], repetitions: number): number {
  const own = Math.min(size.repetitionsA.length, size.repetitionsB.length);
  if (sessions.length === 0) return own;
  const first = inFirstSession(size, sessions);
  return first > 0 ? first : Math.min(own, repetitions);
}

function signOf(difference: number): -1 | 0 | 1 {
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

type RawSize = Pick<
  SizeDifference,
  | 'x'
  | 'a'
  | 'b'
  | 'repetitionsA'
  | 'repetitionsB'
  | 'logA'
  | 'logB'
  | 'withinA'
  | 'withinB'
  | 'tickA'
  | 'tickB'
> & {
  readonly processesA: readonly JudgedProcess[];
  readonly processesB: readonly JudgedProcess[];
};

/** What the verdict on this size says, which knows nothing of the others. */
function signAlone(size: RawSize, [a, b]: readonly [Curve, Curve], margin: number): -1 | 0 | 1 {
  const sideOf = (curve: Curve, processes: readonly JudgedProcess[], resolutionNs: number) => ({
    label: curve.label,
    device: curve.device ?? ('cpu' as const),
    scope: curve.scope ?? 'kernel',
    processes,
    resolutionNs,
  });
  const { verdict } = judge(
    sideOf(a, size.processesA, 2 * size.tickA * Math.exp(size.logA)),
    sideOf(b, size.processesB, 2 * size.tickB * Math.exp(size.logB)),
    // Whether the two are equivalent is not asked.
    { sameRun: true, margins: { difference: margin, same: (1 + margin) / 2 } },
  );
  return verdict === 'faster' ? -1 : verdict === 'slower' ? 1 : 0;
}

interface Gathered {
  readonly processes: readonly JudgedProcess[];
  readonly resolutionNs: number;
}

const nothing: Gathered = { processes: [], resolutionNs: 0 };

function gather(curve: Curve): Map<number, Gathered> {
  const bySize = new Map<number, Gathered>();
  for (const point of curve.points) {
    if (!(point.x > 0 && Number.isFinite(point.x))) {
      throw new RangeError(
        `a size of ${curve.label} must be finite and greater than 0, got ${point.x}`,
      );
    }
    const bad = point.processes.find(
      ({ medianNs }) => !(medianNs > 0 && Number.isFinite(medianNs)),
    );
    if (bad !== undefined) {
      throw new RangeError(
        `times of ${curve.label} at ${point.x} must be finite and greater than 0, got ${bad.medianNs}`,
      );
    }
    if (point.processes.length === 0) continue;
    const known = bySize.get(point.x) ?? nothing;
    bySize.set(point.x, {
      processes: [...known.processes, ...point.processes],
      resolutionNs: Math.max(known.resolutionNs, point.resolutionNs ?? 0),
    });
  }
  return bySize;
}

function logsOf({ processes }: Gathered): readonly number[] {
  return processes.map(({ medianNs }) => Math.log(medianNs));
}

/** The mean of R processes is known R times better than one of them. */
function within(processes: readonly JudgedProcess[]): number {
  return mean(processes.map(({ logError }) => logError ** 2)) / processes.length;
}

/**
 * Squares of the repetitions' log ratios about their mean, session by session; by sides where one has repetitions that
 * the other lacks.
 */
function processSquares(
  a: readonly JudgedProcess[],
  b: readonly JudgedProcess[],
  sessions: readonly number[],
): { squares: number; degrees: number } {
  const bySession = (values: readonly (readonly [number, number])[]): readonly number[][] => [
    ...Map.groupBy(values, ([repetition]) => sessionOf(repetition, sessions))
      .values()
      .map((own) => own.map(([, value]) => value)),
  ];
  const logs = (processes: readonly JudgedProcess[]): readonly (readonly [number, number])[] =>
    processes.map(({ repetition, medianNs }) => [repetition, Math.log(medianNs)]);
  const [logA, logB] = [logs(a), logs(b)];
  const spread = (groups: readonly number[][]): { squares: number; degrees: number } => ({
    squares: groups.reduce((sum, own) => sum + sumSquares(own), 0),
    degrees: groups.reduce((sum, own) => sum + own.length - 1, 0),
  });
  if (a.length === b.length && a.every(({ repetition }, i) => repetition === b[i]?.repetition)) {
    return spread(
      bySession(logA.map(([repetition, value], r) => [repetition, value - (logB[r]?.[1] ?? 0)])),
    );
  }
  // Each side shows its own half of the variance of a difference.
  const both = spread([...bySession(logA), ...bySession(logB)]);
  return { squares: 2 * both.squares, degrees: both.degrees };
}

function sumSquares(values: readonly number[]): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}
