import { studentQuantile } from '../../stats/distributions.ts';
import { fitLine } from '../../stats/fits.ts';
import { mean } from '../../stats/order.ts';

export interface Sized {
  readonly x: number;
  /** Median time in nanoseconds. */
  readonly timeNs: number;
}

export interface ScalingFit {
  /** b of t = a n^b. */
  readonly exponent: number;
  /** a of t = a n^b, in nanoseconds. */
  readonly factorNs: number;
  /** 95 % interval of the exponent (Student); null with fewer than three sizes. */
  readonly ci95: readonly [number, number] | null;
  /** Part of the variance of log t that the fit explains; null with fewer than three sizes. */
  readonly r2: number | null;
  readonly n: number;
}

/**
 * Fits t = a n^b by least squares in the logarithms. Null with fewer than two different sizes. Throws a RangeError on a
 * size or time that is not finite and greater than 0.
 */
export function fitScaling(points: readonly Sized[]): ScalingFit | null {
  for (const { x, timeNs } of points) {
    if (!(x > 0 && timeNs > 0 && Number.isFinite(x) && Number.isFinite(timeNs))) {
      throw new RangeError(`sizes and times must be greater than 0, got ${x} and ${timeNs} ns`);
    }
  }
  if (new Set(points.map((point) => point.x)).size < 2) return null;
  const n = points.length;
  const u = points.map((point) => Math.log(point.x));
  const v = points.map((point) => Math.log(point.timeNs));
  const line = fitLine(u, v, new Float64Array(n).fill(1));
  const fit = { exponent: line.slope, factorNs: Math.exp(line.intercept), n };
  if (n < 3) return { ...fit, ci95: null, r2: null };
  const centerU = mean(u);
  const centerV = mean(v);
  let residual = 0;
  let total = 0;
  let leverage = 0;
  u.forEach((value, i) => {
    residual += ((v[i] ?? 0) - line.intercept - line.slope * value) ** 2;
    total += ((v[i] ?? 0) - centerV) ** 2;
    leverage += (value - centerU) ** 2;
  });
  const half = studentQuantile(0.95, n - 2) * Math.sqrt(residual / (n - 2) / leverage);
  return {
    ...fit,
    ci95: [line.slope - half, line.slope + half],
    r2: total > 0 ? 1 - residual / total : 1,
  };
}
