/**
 * What two curves may do between the sizes at which they were measured. Programs are not smooth: launching hides the
 * work until there is enough of it, a cache is full, one thread becomes several. Nothing of that can be seen between
 * two sizes, but what the curve does on both sides of them tells how far it may bend there: from flat to steep
 * leaves room for any way from the one to the other, while equal slopes on both sides and between leave none.
 */

/** Known values of one curve: logarithms of sizes (ascending) and of times. */
export interface KnownCurve {
  readonly logN: ArrayLike<number>;
  readonly logT: ArrayLike<number>;
}

/*
 * How much room a bend gets. Tried on simulated pairs of programs with each of those bends: the minimum with which the
 * interval of a crossing covers it in 95 % of them.
 */

/** Part of the range of slopes by which a curve may go beyond it. */
const beyond = 0.15;
/** What a slope that neither side shows exceeds theirs by, it may be exceeded by this many times where the curve jumps. */
const jump = 5;
/** Slopes that fall tell of a jump down nearby: by this many times as much the curve may be flatter or steeper. */
const falling = 1.5;
/** A cache that is full shows by more than proportional times, most of all where it begins: by this many times as much. */
const steeper = 2;
/** Part of the room that is left on the side to which a curve does not bend, where both of its sides say to which. */
const againstBend = 0.1;
/** Times that do not depend on the size, and times in proportion to it: what is expected where a sweep ends. */
const [usualLeast, usualMost] = [0, 1];

interface Slopes {
  readonly min: number;
  readonly max: number;
  /** 1: slopes rise from one interval to the next; -1: they fall; 0: neither, or that is not known. */
  readonly bend: -1 | 0 | 1;
}

/** The slopes that a curve may have between its k-th size and the next. */
function slopesBetween({ logN, logT }: KnownCurve, k: number): Slopes {
  const slope = (i: number): number =>
    ((logT[i + 1] ?? 0) - (logT[i] ?? 0)) / ((logN[i + 1] ?? 1) - (logN[i] ?? 0));
  const own = slope(k);
  const [isFirst, isLast] = [k === 0, k + 2 >= logN.length];
  const known = !isFirst && !isLast;
  // Where a sweep ends there is no slope beside.
  const left = isFirst ? usualLeast : slope(k - 1);
  const right = isLast ? usualMost : slope(k + 1);
  const fall = known ? Math.max(0, left - own) + Math.max(0, own - right) : 0;
  let lowest = Math.min(left, right);
  let highest = Math.max(left, right);
  if (!known) {
    lowest = Math.min(lowest, usualLeast);
    highest = Math.max(highest, usualMost);
  }
  const room = beyond * (highest - lowest) + falling * fall;
  const min = lowest - room;
  const max = highest + room + steeper * Math.max(0, Math.max(highest, own) - 1);
  const bend = !known ? 0 : left <= own && own <= right ? 1 : left >= own && own >= right ? -1 : 0;
  return {
    bend,
    min: own < min ? own - jump * (min - own) : min,
    max: own > max ? own + jump * (own - max) : max,
  };
}

/** What a curve may be between two sizes, by what it cannot leave: lines through both ends. */
interface Bounds extends Slopes {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  /** Of the straight line between both ends. */
  readonly chord: number;
}

function boundsBetween(curve: KnownCurve, k: number): Bounds {
  const x0 = curve.logN[k] ?? 0;
  const x1 = curve.logN[k + 1] ?? 0;
  const y0 = curve.logT[k] ?? 0;
  const y1 = curve.logT[k + 1] ?? 0;
  const { min, max, bend } = slopesBetween(curve, k);
  return { min, max, bend, x0, x1, y0, y1, chord: (y1 - y0) / (x1 - x0) };
}

/** The least log time at the logarithm of a size. */
function lowerAt({ min, max, bend, x0, x1, y0, y1, chord }: Bounds, u: number): number {
  const straight = y0 + chord * (u - x0);
  const free = Math.max(y0 + min * (u - x0), y1 - max * (x1 - u));
  return straight + (bend < 0 ? againstBend : 1) * (free - straight);
}

/** The greatest. */
function upperAt({ min, max, bend, x0, x1, y0, y1, chord }: Bounds, u: number): number {
  const straight = y0 + chord * (u - x0);
  const free = Math.min(y0 + max * (u - x0), y1 - min * (x1 - u));
  return straight + (bend > 0 ? againstBend : 1) * (free - straight);
}

/** Where the bounds between two sizes turn, with both ends, ascending: room for those of a bootstrap, which asks for thousands. */
const knots = { at: new Float64Array(6), count: 0 };

function addKnot(u: number): void {
  let i = knots.count++;
  for (; i > 0 && (knots.at[i - 1] ?? 0) > u; i--) knots.at[i] = knots.at[i - 1] ?? 0;
  knots.at[i] = u;
}

/** Where a bound turns. */
function addTurns({ min, max, x0, x1, y0, y1 }: Bounds): void {
  if (!(max - min > 1e-9)) return;
  const first = (y1 - y0 + min * x0 - max * x1) / (min - max);
  const second = (y1 - y0 + max * x0 - min * x1) / (max - min);
  if (first > x0 && first < x1) addKnot(first);
  if (second > x0 && second < x1) addKnot(second);
}

/**
 * The first and the last place where the curves may cross between two known sizes (indices) at which different ones of
 * them are below; logarithms of sizes.
 */
export function crossingRange(
  a: KnownCurve,
  b: KnownCurve,
  from: number,
  to: number,
): readonly [number, number] {
  const { logN } = a;
  const at = (i: number): number => logN[i] ?? 0;
  const difference = (i: number): number => (a.logT[i] ?? 0) - (b.logT[i] ?? 0);
  // Seen from the curve that is below at first.
  const [under, over] = difference(from) <= difference(to) ? [a, b] : [b, a];
  let first = Number.NaN;
  let last = Number.NaN;
  for (let k = from; k < to; k++) {
    const low = boundsBetween(under, k);
    const high = boundsBetween(over, k);
    knots.count = 0;
    addKnot(at(k));
    addTurns(low);
    addTurns(high);
    addKnot(at(k + 1));
    if (Number.isNaN(first)) first = firstRise(low, high);
    const rise = lastRise(low, high);
    if (!Number.isNaN(rise)) last = rise;
  }
  const start = Number.isNaN(first) ? at(to) : first;
  return [start, Math.max(start, Number.isNaN(last) ? at(from) : last)];
}

/** Where the one curve can first be above the other, both straight between knots; NaN where it never can. */
function firstRise(low: Bounds, high: Bounds): number {
  let before = Number.NaN;
  for (let i = 0; i < knots.count; i++) {
    const u = knots.at[i] ?? 0;
    const value = upperAt(low, u) - lowerAt(high, u);
    if (value >= 0) return i === 0 ? u : rootBetween(knots.at[i - 1] ?? u, before, u, value);
    before = value;
  }
  return Number.NaN;
}

/** Where it can last be below. */
function lastRise(low: Bounds, high: Bounds): number {
  let after = Number.NaN;
  for (let i = knots.count - 1; i >= 0; i--) {
    const u = knots.at[i] ?? 0;
    const value = lowerAt(low, u) - upperAt(high, u);
    if (value <= 0) {
      return i === knots.count - 1 ? u : rootBetween(knots.at[i + 1] ?? u, after, u, value);
    }
    after = value;
  }
  return Number.NaN;
}

function rootBetween(u0: number, f0: number, u1: number, f1: number): number {
  return f1 === f0 ? u1 : u0 + ((u1 - u0) * -f0) / (f1 - f0);
}
