import type { BreakEvenView } from '../contract/verdict.ts';
import { type CrossingInterval, crossingInterval } from './stats/crossing-interval.ts';
import {
  type Curve,
  type CurveDifference,
  curveDifference,
  type SizeDifference,
} from './stats/curve-difference.ts';

export type { Curve, CurvePoint } from './stats/curve-difference.ts';

export interface BreakEvenOptions {
  readonly workload: string;
  /** `call` (without transfers) or `total` (with them), the same on both sides. */
  readonly span: string;
  /** The axis the sizes are values of. */
  readonly axis: string;
  readonly replicates?: number;
  readonly seed?: number;
  readonly resolutionNs?: number;
  /** Refine until the interval is narrower than this part of the break-even. Default 0.1. */
  readonly target?: number;
  /** Sizes are whole numbers. Default true. */
  readonly whole?: boolean;
}

const defaultTarget = 0.1;
/** With this many sizes around the crossing a narrow interval is left as it is, though it carries curvature. */
const enoughSizes = 6;

/**
 * The size from which one of two variants wins. At each size the sign of the difference is taken only where it is
 * beyond noise (95 % for all sizes together); the number of changes of that sign is the answer:
 *
 * - `one`: the crossing between the last size of the one sign and the first of the other, interpolated straight in
 *   log-log, with a bootstrap interval. Interpolating a curve that is not straight there is biased, so the
 *   interval spans what the families t = a + b n and t = a n^b say, until sizes are so near that they agree.
 * - `none`: one variant wins at every size, `several`: the sign changes more than once.
 * - `within-noise`: no size, or not both ends, tells the two apart, so that no change of sign can be seen.
 */
export function breakEven(a: Curve, b: Curve, options: BreakEvenOptions): BreakEvenView {
  const difference = curveDifference(a, b, options.resolutionNs);
  const { sizes } = difference;
  const clear = sizes.filter((size) => size.sign !== 0);
  const brackets = signChanges(clear);
  const winner = (size: SizeDifference | undefined): string | undefined =>
    size === undefined ? undefined : size.sign < 0 ? a.label : b.label;
  const small = winner(clear[0]) ?? a.label;
  const large = winner(clear[clear.length - 1]) ?? b.label;
  const base = {
    workload: options.workload,
    span: options.span,
    axis: options.axis,
    pair: [a.label, b.label] as [string, string],
    at: null,
    ci95: null,
    brackets: brackets.map(([from, to]): [number, number] => [from.x, to.x]),
  };
  const [bracket] = brackets;
  if (brackets.length > 1) {
    const places = brackets.map(([from, to]) => `${show(from.x)} and ${show(to.x)}`);
    const sentence = `Which of ${a.label} and ${b.label} is faster changes ${brackets.length} times with ${options.axis}: between ${places.join(', between ')}.`;
    return { ...base, small, large, answer: 'several', sentence };
  }
  if (bracket !== undefined) {
    return { ...base, small, large, ...locate(difference, bracket, small, large, options) };
  }
  return { ...base, small, ...withoutCrossing(sizes, clear, small, a, b, options.axis) };
}

function signChanges(
  clear: readonly SizeDifference[],
): readonly (readonly [SizeDifference, SizeDifference])[] {
  const found: [SizeDifference, SizeDifference][] = [];
  clear.forEach((size, i) => {
    const before = clear[i - 1];
    if (before !== undefined && before.sign !== size.sign) found.push([before, size]);
  });
  return found;
}

function withoutCrossing(
  sizes: readonly SizeDifference[],
  clear: readonly SizeDifference[],
  winner: string,
  a: Curve,
  b: Curve,
  axis: string,
): Pick<BreakEvenView, 'large' | 'answer' | 'sentence'> {
  const first = sizes[0];
  const last = sizes[sizes.length - 1];
  if (first === undefined || last === undefined || sizes.length < 2) {
    const sentence = `${a.label} and ${b.label} were both measured at ${sizes.length} sizes; a break-even needs at least 2.`;
    return { large: winner, answer: 'none', sentence };
  }
  const range = `${axis} from ${show(first.x)} to ${show(last.x)}`;
  const loser = winner === a.label ? b.label : a.label;
  if (clear.length === 0) {
    const sentence = `${a.label} and ${b.label} are within noise of each other for ${range}.`;
    return { large: b.label, answer: 'within-noise', sentence };
  }
  if (first.sign !== 0 && last.sign !== 0) {
    const sentence = `${winner} is faster than ${loser} for ${range}: no break-even in range.`;
    return { large: winner, answer: 'none', sentence };
  }
  const seen = clear.map((size) => show(size.x)).join(', ');
  const sentence = `${winner} is faster at ${axis} ${seen}; elsewhere in ${show(first.x)} to ${show(last.x)} the two are within noise.`;
  return { large: last.sign === 0 ? loser : winner, answer: 'within-noise', sentence };
}

function locate(
  difference: CurveDifference,
  [from, to]: readonly [SizeDifference, SizeDifference],
  small: string,
  large: string,
  options: BreakEvenOptions,
): Pick<BreakEvenView, 'answer' | 'at' | 'ci95' | 'sentence' | 'refined' | 'next'> {
  const sizes = difference.sizes.filter((size) => size.x >= from.x && size.x <= to.x);
  const found = crossingInterval(sizes, difference, {
    replicates: options.replicates ?? 1000,
    seed: options.seed ?? 1,
  });
  const round = (value: number): number =>
    (options.whole ?? true) ? Math.round(value) : Number(value.toPrecision(6));
  const at = round(found.at);
  const ci95: [number, number] = [round(found.low), round(found.high)];
  const bounds = `95 % between ${show(ci95[0])} and ${show(ci95[1])}`;
  const sentence = `${large} is faster than ${small} from ${options.axis} = ${show(at)} on (${bounds}).`;
  const next = nextSizes(found, options).map(round);
  const known = new Set(difference.sizes.map((size) => size.x));
  return {
    answer: 'one',
    at,
    ci95,
    sentence,
    refined: found.refined,
    next: [...new Set(next)].filter((x) => !known.has(x) && x > from.x && x < to.x),
  };
}

/**
 * What to measure next. While interpolation's error counts, the bracket is narrowed to the interval's ends; then as many
 * sizes are spread over the interval as its width asks for, at most four at once.
 */
function nextSizes(found: CrossingInterval, options: BreakEvenOptions): readonly number[] {
  const width = (found.high - found.low) / found.at;
  const target = options.target ?? defaultTarget;
  if (width < target && (found.refined || found.sizes >= enoughSizes)) return [];
  const spread = Math.log(found.high / found.low);
  const within = (part: number): number => found.low * Math.exp(spread * part);
  if (!found.refined)
    return spread > 0.2 ? [within(0), within(0.5), within(1)] : [within(0), within(1)];
  const wanted = Math.ceil(found.sizes * ((width / target) ** 2 - 1));
  const count = Math.min(4, Math.max(2, wanted));
  return Array.from({ length: count }, (_, i) => within(count === 1 ? 0.5 : i / (count - 1)));
}

function show(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e7
    ? value.toLocaleString('en-US')
    : Number(value.toPrecision(4)).toExponential().replace('e+', 'e');
}
