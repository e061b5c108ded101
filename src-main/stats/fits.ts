/** A straight line y = intercept + slope x. */
export interface Line {
  readonly intercept: number;
  readonly slope: number;
}

/** Weighted least squares through points; through two points exactly, a constant through one. */
export function fitLine(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: ArrayLike<number>,
): Line {
  let total = 0;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < x.length; i++) {
    const w = weights[i] ?? 0;
    total += w;
    sumX += w * (x[i] ?? 0);
    sumY += w * (y[i] ?? 0);
  }
  const meanX = sumX / total;
  const meanY = sumY / total;
  let top = 0;
  let bottom = 0;
  for (let i = 0; i < x.length; i++) {
    const w = weights[i] ?? 0;
    const dx = (x[i] ?? 0) - meanX;
    top += w * dx * ((y[i] ?? 0) - meanY);
    bottom += w * dx * dx;
  }
  const slope = bottom > 0 ? top / bottom : 0;
  return { intercept: meanY - slope * meanX, slope };
}

/** The two families that times over sizes are taken from: t = a + b n, and t = a n^b. */
export type Family = 'linear' | 'power';

/** log t over log n: log(max(intercept + slope n, lowest) scale), or intercept + slope log n where a power has no scale. */
interface Fit extends Line {
  readonly lowest: number;
  readonly scale: number;
}

const valueAt = ({ intercept, slope, lowest, scale }: Fit, u: number, n: number): number =>
  scale === 0 ? intercept + slope * u : Math.log(Math.max(intercept + slope * n, lowest) * scale);

/** One family fitted to (log n, log t) with weights of the logarithms. */
function fitOf(
  family: Family,
  logN: Float64Array,
  n: Float64Array,
  logT: Float64Array,
  weights: Float64Array,
  { t, relative } = { t: new Float64Array(n.length), relative: new Float64Array(n.length) },
): Fit {
  if (family === 'power') return { ...fitLine(logN, logT, weights), lowest: 0, scale: 0 };
  // Relative errors: weights of the times themselves are those of the logarithms over t squared.
  const scale = Math.exp(logT[0] ?? 0);
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < logN.length; i++) {
    const time = Math.exp(logT[i] ?? 0) / scale;
    t[i] = time;
    relative[i] = (weights[i] ?? 0) / time ** 2;
    shortest = Math.min(shortest, time);
  }
  const { intercept, slope } = fitLine(n, t, relative);
  return { intercept, slope, lowest: 1e-12 * shortest, scale };
}

/** log t over log n of one family, fitted to (log n, log t) with weights of the logarithms. */
export function fitFamily(
  family: Family,
  logN: Float64Array,
  logT: Float64Array,
  weights: Float64Array,
): (logSize: number) => number {
  const fit = fitOf(family, logN, logN.map(Math.exp), logT, weights);
  return (u) => valueAt(fit, u, Math.exp(u));
}

const families = ['linear', 'power'] as const;

/** The family that these points are nearer to; two points tell nothing, and a n^b is straight between them. */
export function nearerFamily(
  logN: Float64Array,
  logT: Float64Array,
  weights: Float64Array,
): Family {
  if (logN.length < 3) return 'power';
  const residual = (family: Family): number => {
    const curve = fitFamily(family, logN, logT, weights);
    const off = logT.map((y, i) => (weights[i] ?? 0) * (curve(logN[i] ?? 0) - y) ** 2);
    return off.reduce((sum, one) => sum + one, 0);
  };
  return residual('linear') < residual('power') ? 'linear' : 'power';
}

/** Where two curves cross; logarithms of the size. */
export interface Crossings {
  /** By the family of each; by t = a n^b where these do not cross in the range. */
  readonly own: number;
  /** By each pair of families. */
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Crossings of two curves known at few sizes, kept inside `range` (logarithms of sizes). How far the other pairs of families
 * are from their own bounds what interpolation can be off by. Bootstraps ask for thousands at the same sizes.
 */
export function crossings(
  logN: Float64Array,
  [familyA, familyB]: readonly [Family, Family],
  weights: Float64Array,
  [from, to]: readonly [number, number],
): (logA: Float64Array, logB: Float64Array) => Crossings {
  const n = logN.map(Math.exp);
  const [nFrom, nTo] = [Math.exp(from), Math.exp(to)];
  const room = { t: new Float64Array(logN.length), relative: new Float64Array(logN.length) };
  const sideOf = (family: Family, logT: Float64Array): Side => {
    const fit = fitOf(family, logN, n, logT, weights, room);
    return { family, fit, first: valueAt(fit, from, nFrom), last: valueAt(fit, to, nTo) };
  };
  return (logA, logB) => {
    let [own, straight] = [from, from];
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    const sidesB = families.map((family) => sideOf(family, logB));
    for (const family of families) {
      const a = sideOf(family, logA);
      for (const b of sidesB) {
        const one = rootOf(a, b, from, to);
        if (a.family === familyA && b.family === familyB) own = one;
        if (a.family === 'power' && b.family === 'power') straight = one;
        lowest = Math.min(lowest, one);
        highest = Math.max(highest, one);
      }
    }
    return { own: from < own && own < to ? own : straight, lowest, highest };
  };
}

/** A fit with its values at both ends of the range. */
interface Side {
  readonly family: Family;
  readonly fit: Fit;
  readonly first: number;
  readonly last: number;
}

/** Where two curves are equal, by the Illinois variant of false position; the nearer end where they never are. */
function rootOf(one: Side, other: Side, from: number, to: number): number {
  let a = from;
  let b = to;
  let fa = one.first - other.first;
  let fb = one.last - other.last;
  if (fa * fb > 0) return Math.abs(fa) < Math.abs(fb) ? a : b;
  const curved = one.family === 'linear' || other.family === 'linear';
  if (one.family === other.family && curved) {
    const c = Math.log(meeting(one.fit, other.fit));
    const n = Math.exp(c);
    const apart = valueAt(one.fit, c, n) - valueAt(other.fit, c, n);
    if (c > from && c < to && Math.abs(apart) < 1e-12) return c;
  }
  for (let i = 0; i < 60 && Math.abs(b - a) > 1e-9; i++) {
    if (fa === fb) return a;
    const c = (a * fb - b * fa) / (fb - fa);
    const n = curved ? Math.exp(c) : 0;
    const fc = valueAt(one.fit, c, n) - valueAt(other.fit, c, n);
    if (Math.abs(fc) < 1e-12) return c;
    if (fc * fb < 0) {
      a = b;
      fa = fb;
    } else fa /= 2;
    b = c;
    fb = fc;
  }
  return b;
}

/** The size at which two straight lines are equal, of lines that times do not keep above 0. */
const meeting = (a: Fit, b: Fit): number =>
  (b.intercept * b.scale - a.intercept * a.scale) / (a.slope * a.scale - b.slope * b.scale);
