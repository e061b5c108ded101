import type { BreakEvenView } from '../../../contract/verdict.ts';
import { crossingInterval } from '../../../stats/crossing-interval.ts';
import {
  type Curve,
  type CurveDifference,
  curveDifference,
  type SizeDifference,
} from '../../../stats/curve-difference.ts';
import { curvesOfNodes } from '../../../stats/curves-of-nodes.ts';
import { contentHash, encodeJson } from '../../store/codec.ts';
import { createLru } from '../../util/lru.ts';
import { nextBetweenChanges, nextSizes, sizesBeyondJump } from './next-sizes.ts';
import {
  crossingSentence,
  deniedSentence,
  disturbedSentence,
  fallbackSentence,
  noCrossingSentence,
  severalSentence,
  tooFewSentence,
  unclearSentence,
  withinNoiseSentence,
} from './sentences.ts';
import { alignSessions, knownBefore } from './sessions.ts';

export interface BreakEvenOptions {
  readonly workload: string;
  /** `call` (without transfers) or `total` (with them), the same on both sides. */
  readonly scope: string;
  /** The axis the sizes are values of. */
  readonly axis: string;
  readonly replicates?: number;
  readonly seed?: number;
  /** Refine until the interval is narrower than this part of the break-even. Default 0.1. */
  readonly target?: number;
  /** Sizes are whole numbers. Default true. */
  readonly whole?: boolean;
  /**
   * Whether a size was asked for, and not added by refining. Where the added sizes made the answer worse, the answer of
   * these stands. Default: all were.
   */
  readonly asked?: (size: number) => boolean;
  /**
   * The first repetition of each session of refining, ascending: sizes of one session were measured by the same
   * processes.
   */
  readonly sessions?: readonly number[];
  /** How far beyond 1 the ratio at a size has to be where that size alone distinguishes the two. Default 0.005. */
  readonly margin?: number;
  /** Whether a size has no verdict: an answer does not reach to it. Default: none. */
  readonly untold?: (size: number) => boolean;
}

/**
 * A thousand draws take milliseconds: the same numbers, of a copy of a run or with disturbed cases too, are not drawn twice.
 */
const crossings = createLru(2000);

type Pair = readonly [Curve, Curve];

type Found = Omit<BreakEvenView, 'workload' | 'scope' | 'axis' | 'pair' | 'values'>;

/**
 * The size from which one of two variants wins. At each size the sign of the difference is taken only where it is
 * significant (95 % for all sizes together, or by the verdict on that size alone); the number of changes of that sign
 * is the answer:
 *
 * - `one`: the crossing between the last size of the one sign and the first of the other, by the law (t = a + b n or
 *   t = a n^b) that each curve is nearer to, with a bootstrap interval. A curve of neither law is interpolated with a bias, so
 *   the interval covers what all pairs of laws say and what the slopes on both sides leave room for, until sizes are so near
 *   that they agree.
 * - `none`: one variant wins at every size, `several`: the sign changes more than once.
 * - `inconclusive`: no size, or not both ends, distinguishes the two, so that no change of sign can be seen.
 *
 * Where processes name the nodes that they ran on, a node counts as one process.
 */
export function breakEven(first: Curve, second: Curve, options: BreakEvenOptions): BreakEvenView {
  const { workload, scope, axis, sessions = [] } = options;
  const [a, b] = sessions.length > 0 ? [first, second] : curvesOfNodes([first, second]);
  const base = { workload, scope, axis, pair: [a.label, b.label] as [string, string] };
  const all = (starts: readonly number[], until: number): Pair => {
    const [one, other] = [a, b].map((curve) => alignSessions(knownBefore(curve, until), starts));
    return [one ?? a, other ?? b];
  };
  const earlier = [
    ...(sessions.length > 0 ? [] : askedAlone(a, b, options)),
    ...sessions.map((start, i) => all(sessions.slice(0, i), start)),
  ];
  const stages = [...earlier.filter(haveTwoSizes), all(sessions, Number.POSITIVE_INFINITY)];
  const found = stages.map(([one, other]) => find(one, other, options));
  return { ...base, ...bestKnown(found, options) };
}

/**
 * The newest answer, unless it says less than one before with which it agrees: then that one, with what happened, and
 * with the sizes to measure next of the newest. Where two intervals do not overlap one of them is wrong, however narrow:
 * the newer one stands, which has all of the measurements, and the sentence says so.
 */
function bestKnown(stages: readonly Found[], options: BreakEvenOptions): Found {
  const latest = stages[stages.length - 1] as Found;
  let known = stages[0] ?? latest;
  let denied: Found | null = null;
  for (const now of stages.slice(1)) {
    if (disagree(now, known)) denied = known;
    else if (saysLess(now, known)) continue;
    known = now;
  }
  const { at = null, ci95 = null } = denied !== null && disagree(denied, known) ? denied : {};
  const remark = at === null || ci95 === null ? null : deniedSentence(at, ci95, options.axis);
  const said = [known.sentence, ...(remark === null ? [] : [remark])];
  if (known === latest) return { ...latest, sentence: said.join(' ') };
  const several = latest.answer === 'several';
  const next = several ? nextBetweenChanges(latest.brackets ?? []) : latest.next;
  const { next: _next, ...kept } = known;
  return {
    ...kept,
    fallback: true,
    ...(next === undefined ? {} : { next: next.map((x) => rounded(x, options)) }),
    sentence: [...said, fallbackSentence(latest, options.axis)].join(' '),
  };
}

/** Each is a single size, and their intervals do not overlap. */
function disagree(a: Found, b: Found): boolean {
  if (a.answer !== 'one' || a.ci95 === null || b.answer !== 'one' || b.ci95 === null) return false;
  return a.ci95[0] > b.ci95[1] || a.ci95[1] < b.ci95[0];
}

/** How much an answer says: a size, then that there is none or that there are several, then that nothing can be told. */
const ranks: Readonly<Record<Found['answer'], number>> = {
  one: 2,
  none: 1,
  several: 1,
  inconclusive: 0,
};

function saysLess(now: Found, known: Found): boolean {
  if (now.answer !== known.answer) return ranks[now.answer] < ranks[known.answer];
  if (now.ci95 === null || known.ci95 === null) return false;
  return now.ci95[1] / now.ci95[0] > known.ci95[1] / known.ci95[0];
}

/** With fewer sizes in common nothing is known that could stand. */
function haveTwoSizes([a, b]: Pair): boolean {
  const sizes = new Set(a.points.map(({ x }) => x));
  return new Set(b.points.map(({ x }) => x).filter((x) => sizes.has(x))).size > 1;
}

/** The curves at the sizes that were asked for; none where no other has been measured. */
function askedAlone(a: Curve, b: Curve, { asked }: BreakEvenOptions): readonly Pair[] {
  if (asked === undefined || [a, b].every(({ points }) => points.every(({ x }) => asked(x)))) {
    return [];
  }
  const only = (curve: Curve): Curve => ({
    ...curve,
    points: curve.points.filter(({ x }) => asked(x)),
  });
  return [[only(a), only(b)]];
}

function find(a: Curve, b: Curve, options: BreakEvenOptions): Found {
  const difference = curveDifference(a, b, options.margin);
  const { sizes } = difference;
  const clear = sizes.filter((size) => size.sign !== 0);
  const changes = signChanges(clear);
  const winner = (size: SizeDifference | undefined): string | undefined =>
    size === undefined ? undefined : size.sign < 0 ? a.label : b.label;
  const small = winner(clear[0]) ?? a.label;
  const large = winner(clear[clear.length - 1]) ?? b.label;
  const brackets = changes.map(([from, to]): [number, number] => [from.x, to.x]);
  const unknown = unknownStretches(sizes, brackets);
  const base = {
    ...{ small, large, at: null, ci95: null, brackets },
    ...(unknown.length === 0 ? {} : { unknown }),
  };
  const [change] = changes;
  if (changes.length > 1) {
    const sentence = severalSentence([a.label, b.label], options, brackets, small);
    return { ...base, answer: 'several', sentence };
  }
  if (change !== undefined) {
    return { ...base, ...locate(difference, change, small, large, options) };
  }
  return { ...base, ...withoutCrossing(sizes, clear, small, a, b, options) };
}

/** Runs of sizes without a sign, from the size with one before them to the one after, but for what a bracket holds. */
export function unknownStretches(
  sizes: readonly Pick<SizeDifference, 'x' | 'sign'>[],
  brackets: readonly (readonly [number, number])[] = [],
): [number, number][] {
  const found: [number, number][] = [];
  sizes.forEach(({ x, sign }, i) => {
    if (sign !== 0 || brackets.some(([from, to]) => x > from && x < to)) return;
    const last = found.at(-1);
    const end = sizes[i + 1]?.x ?? x;
    if (last !== undefined && last[1] === x) last[1] = end;
    else found.push([sizes[i - 1]?.x ?? x, end]);
  });
  return found;
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
  options: BreakEvenOptions,
): Pick<Found, 'large' | 'answer' | 'sentence'> {
  const first = sizes[0];
  const last = sizes[sizes.length - 1];
  if (first === undefined || last === undefined || sizes.length < 2) {
    const sentence = tooFewSentence(a.label, b.label, sizes.length);
    return { large: winner, answer: 'none', sentence };
  }
  const range: [number, number] = [first.x, last.x];
  const loser = winner === a.label ? b.label : a.label;
  if (clear.length === 0) {
    const sentence = withinNoiseSentence(a.label, b.label, options.axis, range);
    return { large: b.label, answer: 'inconclusive', sentence };
  }
  const unclear = sizes.filter(({ sign }) => sign === 0).map(({ x }) => x);
  if (first.sign !== 0 && last.sign !== 0) {
    const sentence = noCrossingSentence(winner, loser, options, range, unclear);
    return { large: winner, answer: 'none', sentence };
  }
  const seen = clear.map(({ x }) => x);
  const sentence = unclearSentence(winner, loser, options, seen, unclear);
  return { large: last.sign === 0 ? loser : winner, answer: 'inconclusive', sentence };
}

function locate(
  difference: CurveDifference,
  [from, to]: readonly [SizeDifference, SizeDifference],
  small: string,
  large: string,
  options: BreakEvenOptions,
): Pick<Found, 'answer' | 'at' | 'ci95' | 'sentence' | 'refined' | 'next'> {
  const inside = difference.sizes.filter((size) => size.x >= from.x && size.x <= to.x);
  const draws = { replicates: options.replicates ?? 1000, seed: options.seed ?? 1 };
  const key = contentHash(encodeJson([from.x, to.x, difference, draws]));
  const found = crossings.remember(key, () => crossingInterval(inside, difference, draws));
  const at = rounded(found.at, options);
  const ci95: [number, number] = [rounded(found.low, options), rounded(found.high, options)];
  const isSpoiled = ({ disturbed, sign }: SizeDifference): boolean => disturbed && sign === 0;
  const above = difference.sizes.filter((size) => size.x >= to.x && !isSpoiled(size));
  const place = { small, large, axis: options.axis, scope: options.scope, at, ci95 };
  const disturbed = difference.sizes.filter((size) => size.x > from.x && isSpoiled(size));
  const remark = disturbedSentence(
    options.axis,
    disturbed.map(({ x }) => x),
  );
  const known = difference.sizes.map((size) => size.x);
  const told = above.filter(({ x }) => options.untold?.(x) !== true);
  const sentence = crossingSentence(place, told, known[known.length - 1]);
  const nearer = nextSizes(found, known, options.target).map((x) => rounded(x, options));
  const beyond = sizesBeyondJump(from, to, known).map((x) => rounded(x, options));
  const within = nearer.filter((x) => x > from.x && x < to.x);
  return {
    answer: 'one',
    at,
    ci95,
    sentence: [sentence, ...(remark === null ? [] : [remark])].join(' '),
    refined: found.refined,
    next: [...new Set([...within, ...beyond])].filter((x) => !known.includes(x)),
  };
}

function rounded(value: number, { whole = true }: BreakEvenOptions): number {
  return whole ? Math.round(value) : Number(value.toPrecision(6));
}
