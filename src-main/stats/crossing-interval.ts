import { bestWindow } from './crossing-window.ts';
import { type CurveDifference, precisionOf, type SizeDifference } from './curve-difference.ts';
import { drawnLevels, drawnVariance, drawWeights, renumber } from './drawn-levels.ts';
import { crossingRange } from './envelope.ts';
import { type Crossings, crossings, type Family, fitLine, nearerFamily } from './fits.ts';
import { mean, quantileSorted } from './order.ts';
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
  /** Relative width that further sizes leave: what processes do to all sizes at once. */
  readonly floor: number;
}

/** Logarithm of the factor within which sizes are near. */
const nearBy = 0.25;

/**
 * Interpolation's error may be at most this part of the statistical interval for it to be left out, and only between
 * sizes within this factor (its logarithm): over more, a wide interval would hide what nothing was measured of.
 */
const negligibleBias = 0.1;
const knownBetween = Math.log(4);
/** At least this part of what repetitions cannot show is taken to be common to all sizes. */
const minCommonShare = 0.5;
/**
 * Measuring stops when the interval is narrow, which is sooner where the variance between processes happens to look
 * small: each of its degrees of freedom is counted as a third of one.
 */
const worthOfDegree = 0.35;

/**
 * Where two curves cross, from the sizes of a bracket (ascending, opposite signs at the ends). Each curve takes the law,
 * t = a + b n or t = a n^b, that it is nearer to; the interval is a bootstrap of processes. A replicate weights repetitions at
 * random (Rubin 1981), the same for both variants and all sizes, so that what a process does to all of them stays together;
 * later sessions are brought to the level of the first again. What so few repetitions cannot show of the variance of a size is
 * drawn on top.
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
  const around = withNeighbours(inside, sound);
  const solve = prepare(sizes, around, Math.log(from), Math.log(to));
  const estimate = solve(
    Float64Array.from(sizes, (size) => size.logA),
    Float64Array.from(sizes, (size) => size.logB),
  ).own;
  const windowAt = around.findIndex(({ x }) => x === sizes[0]?.x);
  const fromAt = around.findIndex(({ x }) => x === from);
  const logN = Float64Array.from(around, (size) => Math.log(size.x));
  const { sessions } = difference;
  const surplus = around.map((size) => Math.sqrt(unseenVariance(size, sessions)));
  const share = commonShare(difference);
  const [common, alone] = [Math.sqrt(share), Math.sqrt(1 - share)];
  const degrees = worthOf(difference, share);
  // Sizes that join sessions are drawn as well.
  const every = sessions.length === 0 ? around : difference.sizes;
  const repeated = every.map(({ a, b, repetitionsA, repetitionsB }) => [
    { values: a, repetitions: repetitionsA },
    { values: b, repetitions: repetitionsB },
  ]);
  const numbered = renumber(repeated.flat(), sessions);
  const levels = [0, 1].map((side) =>
    repeated.flatMap((both) => {
      const { values = [], repetitions = [] } = both[side] ?? {};
      return [{ values, repetitions: repetitions.map(numbered.of) }];
    }),
  );
  const drawn = levels.map((side) => new Float64Array(side.length));
  const [drawnA, drawnB] = drawn;
  const positions = around.map((size) => every.indexOf(size));
  const random = createRandom(seed, 0);
  const all = {
    own: new Float64Array(replicates),
    lowest: new Float64Array(replicates),
    highest: new Float64Array(replicates),
  } satisfies Record<keyof Crossings, Float64Array>;
  const logA = new Float64Array(around.length);
  const logB = new Float64Array(around.length);
  const [windowA, windowB] = [logA, logB].map((values) =>
    values.subarray(windowAt, windowAt + sizes.length),
  ) as [Float64Array, Float64Array];
  for (let j = 0; j < replicates; j++) {
    const surprise = surpriseOfVariance(random, degrees);
    const weights = drawWeights(random, numbered.count);
    for (const [i, side] of levels.entries())
      drawnLevels(side, numbered.sessions, weights, difference.taken[i] ?? [], drawn[i]);
    const together = random.normal();
    around.forEach((size, i) => {
      const off = common * together + alone * random.normal();
      const shift = (surplus[i] ?? 0) * off * 0.5;
      const at = positions[i] ?? 0;
      const apartA = (drawnA?.[at] ?? 0) - size.logA + shift;
      const apartB = (drawnB?.[at] ?? 0) - size.logB - shift;
      logA[i] = size.logA + surprise * apartA + (2 * random.uniform() - 1) * size.tickA;
      logB[i] = size.logB + surprise * apartB + (2 * random.uniform() - 1) * size.tickB;
    });
    const fitted = solve(windowA, windowB);
    const [first, last] = crossingRange(
      { logN, logT: logA },
      { logN, logT: logB },
      fromAt,
      fromAt + inside.length - 1,
    );
    all.own[j] = fitted.own;
    all.lowest[j] = Math.min(fitted.lowest, first);
    all.highest[j] = Math.max(fitted.highest, last);
  }
  const own = all.own.sort();
  const [low, high] = [quantileSorted(own, 0.025), quantileSorted(own, 0.975)];
  const gap = Math.max(...sizes.slice(1).map(({ x }, i) => Math.log(x / (sizes[i]?.x ?? x))));
  const refined = bias <= negligibleBias * (high - low) && gap <= knownBetween;
  const lower = refined ? low : quantileSorted(all.lowest.sort(), 0.025);
  const upper = refined ? high : quantileSorted(all.highest.sort(), 0.975);
  return {
    at: Math.exp(Math.min(upper, Math.max(lower, estimate))),
    low: Math.exp(lower),
    high: Math.exp(upper),
    refined,
    sizes: sizes.length,
    floor: Math.expm1(3.92 * Math.sqrt(floorVariance(difference, share, sizes))),
    near: inside.filter(({ x }) => Math.abs(Math.log(x) - estimate) < nearBy).length,
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

/** Each curve has the law that it is nearer to at the sizes around the crossing, fitted to the window. */
function prepare(
  window: readonly SizeDifference[],
  around: readonly SizeDifference[],
  from: number,
  to: number,
): (logA: Float64Array, logB: Float64Array) => Crossings {
  const familyOf = (side: 'logA' | 'logB'): Family =>
    nearerFamily(
      logSizes(around),
      Float64Array.from(around, (size) => size[side]),
      Float64Array.from(around, precisionOf),
    );
  const laws = [familyOf('logA'), familyOf('logB')] as const;
  const logN = logSizes(window);
  const weights = Float64Array.from(window, precisionOf);
  // The crossing may lie a little outside the window, never outside the bracket.
  const first = logN[0] ?? 0;
  const last = logN[logN.length - 1] ?? 0;
  const reach = last - first;
  const range = [Math.max(from, first - reach), Math.min(to, last + reach)] as const;
  return crossings(logN, laws, weights, range);
}

const logSizes = (sizes: readonly SizeDifference[]): Float64Array =>
  Float64Array.from(sizes, ({ x }) => Math.log(x));

/** The variance of the difference at a size beyond what weights of its repetitions show. */
function unseenVariance(size: SizeDifference, sessions: readonly number[]): number {
  const { a, b, repetitionsA, repetitionsB, variance: whole } = size;
  // Those of one session: what differs between sessions is taken off.
  const start = sessions.findLast((one) => one <= (repetitionsA[0] ?? 0)) ?? 0;
  const end = sessions.find((one) => one > start) ?? Number.POSITIVE_INFINITY;
  const isIn = (repetition: number): boolean => repetition >= start && repetition < end;
  const first = (values: readonly number[], repetitions: readonly number[]) =>
    values.flatMap((value, i) => {
      const repetition = repetitions[i] ?? 0;
      return isIn(repetition) ? [{ value, repetition }] : [];
    });
  const [ownA, ownB] = [first(a, repetitionsA), first(b, repetitionsB)];
  if (ownA.length === 0 || ownB.length === 0) return whole;
  const paired =
    ownA.length === ownB.length &&
    ownA.every(({ repetition }, i) => repetition === ownB[i]?.repetition);
  const valuesOf = (own: typeof ownA): readonly number[] => own.map(({ value }) => value);
  const drawn = paired
    ? drawnVariance(ownA.map(({ value }, i) => value - (ownB[i]?.value ?? Number.NaN)))
    : drawnVariance(valuesOf(ownA)) + drawnVariance(valuesOf(ownB));
  return Math.max(0, whole - drawn);
}

/**
 * How much of the variance of a repetition's log ratio is common to all sizes, from those sizes that have all repetitions
 * of the first session: averaging over sizes leaves that part, and takes off the rest.
 */
function commonShare({ sizes, sessions, repetitions }: CurveDifference): number {
  const end = sessions[0] ?? Number.POSITIVE_INFINITY;
  const rows = sizes.flatMap(({ a, b, repetitionsA, repetitionsB }) => {
    const ratios = repetitionsA.flatMap((repetition, i) => {
      const at = repetitionsB.indexOf(repetition);
      return repetition < end && at >= 0 ? [(a[i] ?? 0) - (b[at] ?? 0)] : [];
    });
    const center = mean(ratios);
    return ratios.length === repetitions ? [ratios.map((value) => value - center)] : [];
  });
  if (rows.length < 2 || repetitions < 2) return minCommonShare;
  const squares = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value ** 2, 0);
  const whole = mean(rows.map(squares));
  const averaged = squares(
    Array.from({ length: repetitions }, (_, r) => mean(rows.map((row) => row[r] ?? 0))),
  );
  const share = whole > 0 ? ((rows.length * averaged) / whole - 1) / (rows.length - 1) : 0;
  return Math.min(1, Math.max(minCommonShare, share));
}

/**
 * Degrees of freedom that the variance is known by: what is common to all sizes is known from the repetitions alone,
 * however many sizes there are (Satterthwaite 1946).
 */
function worthOf({ degrees, repetitions }: CurveDifference, share: number): number {
  const common = share ** 2 / Math.max(1, repetitions - 1);
  const rest = (1 - share) ** 2 / degrees;
  return Math.min(degrees * worthOfDegree, 1 / (common + rest));
}

/** Variance of the crossing (logarithm of the size) that is left however many sizes are measured. */
function floorVariance(
  { between, repetitions }: CurveDifference,
  share: number,
  window: readonly SizeDifference[],
): number {
  const { slope } = fitLine(
    window.map(({ x }) => Math.log(x)),
    window.map(({ logA, logB }) => logA - logB),
    window.map(precisionOf),
  );
  return (share * between) / repetitions / slope ** 2;
}

/** A variance known by `degrees` squares may be another one: a draw of its root over the estimate's. */
function surpriseOfVariance(random: Random, degrees: number): number {
  const count = Math.max(2, Math.min(100, Math.round(degrees)));
  let sum = 0;
  for (let i = 0; i < count; i++) sum += random.normal() ** 2;
  return Math.sqrt(count / sum);
}
