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

/** log t over log n of one family, fitted to (log n, log t) with weights of the logarithms. */
export function fitFamily(
  family: Family,
  logN: Float64Array,
  logT: Float64Array,
  weights: Float64Array,
): (logSize: number) => number {
  if (family === 'power') {
    const line = fitLine(logN, logT, weights);
    return (u) => line.intercept + line.slope * u;
  }
  // Relative errors: weights of the times themselves are those of the logarithms over t squared.
  const scale = Math.exp(logT[0] ?? 0);
  const n = logN.map(Math.exp);
  const t = logT.map((value) => Math.exp(value) / scale);
  const line = fitLine(
    n,
    t,
    weights.map((weight, i) => weight / (t[i] ?? 1) ** 2),
  );
  const lowest = 1e-12 * Math.min(...t);
  return (u) => Math.log(Math.max(line.intercept + line.slope * Math.exp(u), lowest) * scale);
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
 * are from their own bounds what interpolation can be off by.
 */
export function crossings(
  logN: Float64Array,
  [logA, logB]: readonly [Float64Array, Float64Array],
  [familyA, familyB]: readonly [Family, Family],
  weights: Float64Array,
  [from, to]: readonly [number, number],
): Crossings {
  let [own, straight] = [from, from];
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  const fitsOf = (logT: Float64Array) =>
    families.map((family) => [family, fitFamily(family, logN, logT, weights)] as const);
  const fitsB = fitsOf(logB);
  for (const [ofA, fitA] of fitsOf(logA)) {
    for (const [ofB, fitB] of fitsB) {
      const one = rootOf((u) => fitA(u) - fitB(u), from, to);
      if (ofA === familyA && ofB === familyB) own = one;
      if (ofA === 'power' && ofB === 'power') straight = one;
      lowest = Math.min(lowest, one);
      highest = Math.max(highest, one);
    }
  }
  return { own: from < own && own < to ? own : straight, lowest, highest };
}

/** Root by the Illinois variant of false position; the nearer end where both ends have one sign. */
function rootOf(f: (u: number) => number, from: number, to: number): number {
  let a = from;
  let b = to;
  let fa = f(a);
  let fb = f(b);
  if (fa * fb > 0) return Math.abs(fa) < Math.abs(fb) ? a : b;
  for (let i = 0; i < 60 && Math.abs(b - a) > 1e-9; i++) {
    if (fa === fb) return a;
    const c = (a * fb - b * fa) / (fb - fa);
    const fc = f(c);
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
