import { studentTwoSided } from '../../stats/distributions.ts';
import { fitFamily, fitLine } from '../../stats/fits.ts';
import { fitScaling, type ScalingFit, type Sized } from './scaling.ts';

/** Exponent b of t = a x^b over all sizes, with its 95 % interval, and over the last two alone. */
export type Exponent = Pick<ScalingFit, 'ci95'> & {
  readonly value: number;
  readonly last: number;
};

/** Null with fewer than two sizes; no interval with fewer than three. */
export function exponentOf(points: readonly Sized[]): Exponent | null {
  const fit = fitScaling(points);
  if (fit === null) return null;
  const ascending = [...points].sort((a, b) => a.x - b.x);
  const last = fitScaling(ascending.slice(-2))?.exponent ?? fit.exponent;
  return { value: fit.exponent, ci95: fit.ci95, last };
}

/** How much a law misses the times by, and whether the other one misses them by clearly more or less. */
export type Laws = {
  readonly power: number;
  readonly exponential: number;
  /** Null where the two are not distinguishable. */
  readonly law: 'power' | 'exponential' | null;
};

const minSizes = 4;

/**
 * Power law or exponential: t = a x^b or t = a + b x, whichever is nearer, against t = a e^(b x). All have two
 * parameters and are fitted to the logarithm of the times. Their residual variances are compared by the F test, whose
 * level is halved because the better of two power laws was taken: with as many degrees of freedom d on both sides,
 * sqrt(d)/2 (sqrt F - 1/sqrt F) follows Student's distribution (T. Cacoullos 1965, "A relation between t and F
 * distributions"). Null with fewer than four sizes.
 */
export function lawsOf(points: readonly Sized[]): Laws | null {
  if (new Set(points.map(({ x }) => x)).size < minSizes) return null;
  const x = Float64Array.from(points, (one) => one.x);
  const u = x.map(Math.log);
  const v = Float64Array.from(points, ({ timeNs }) => Math.log(timeNs));
  const ones = new Float64Array(points.length).fill(1);
  const missed = (of: (i: number) => number): number =>
    Math.sqrt(v.reduce((sum, each, i) => sum + (each - of(i)) ** 2, 0) / (points.length - 2));
  const powers = (['power', 'linear'] as const).map((family) => {
    const curve = fitFamily(family, u, v, ones);
    return missed((i) => curve(u[i] ?? 0));
  });
  const line = fitLine(x, v, ones);
  const power = Math.min(...powers);
  const exponential = missed((i) => line.intercept + line.slope * (x[i] ?? 0));
  const degrees = points.length - 2;
  const t = (Math.sqrt(degrees) / 2) * (exponential / power - power / exponential);
  // Both exact: a single power of one size, say.
  const p = Number.isNaN(t) ? 1 : Number.isFinite(t) ? studentTwoSided(t, degrees) : 0;
  return {
    power,
    exponential,
    law: p >= 0.025 ? null : power < exponential ? 'power' : 'exponential',
  };
}
