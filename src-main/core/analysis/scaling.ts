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

export interface ThreadPoint {
  readonly threads: number;
  readonly timeNs: number;
}

export interface Efficiency {
  readonly threads: number;
  /** Time of the fewest threads over this one, times the fewest: 1 thread has a speedup of 1. */
  readonly speedup: number;
  /** Speedup per thread. */
  readonly efficiency: number;
  /** Serial part that this point alone implies (Karp and Flatt 1990); null at one thread. */
  readonly serialPart: number | null;
}

export interface ThreadScaling {
  /** Serial part s of Amdahl's t(p) = t1 (s + (1 - s) / p), from 0 to 1; null with one number of threads. */
  readonly serialPart: number | null;
  /** 1 / s, the speedup that no number of threads exceeds; null when s is (nearly) 0 or not known. */
  readonly limit: number | null;
  readonly points: readonly Efficiency[];
}

/**
 * Speedup, efficiency and Amdahl's law over threads. The base is the point of fewest threads: its time per thread
 * stands for one thread where one was not measured. Throws a RangeError on bad points.
 */
export function threadScaling(points: readonly ThreadPoint[]): ThreadScaling {
  for (const { threads, timeNs } of points) {
    if (!(Number.isInteger(threads) && threads > 0 && timeNs > 0 && Number.isFinite(timeNs))) {
      throw new RangeError(
        `threads must be whole and times greater than 0, got ${threads} and ${timeNs} ns`,
      );
    }
  }
  const ascending = [...points].sort((a, b) => a.threads - b.threads);
  const base = ascending[0];
  if (base === undefined) return { serialPart: null, limit: null, points: [] };
  const one = base.timeNs * base.threads;
  const efficiencies = ascending.map(({ threads, timeNs }): Efficiency => {
    const speedup = one / timeNs;
    const serialPart = threads > 1 ? (1 / speedup - 1 / threads) / (1 - 1 / threads) : null;
    return { threads, speedup, efficiency: speedup / threads, serialPart };
  });
  const counts = new Set(ascending.map((point) => point.threads));
  if (counts.size < 2) return { serialPart: null, limit: null, points: efficiencies };
  // t = serial + parallel / p, by least squares of relative errors: no point is taken for exact.
  const line = fitLine(
    ascending.map(({ threads }) => 1 / threads),
    ascending.map(({ timeNs }) => timeNs),
    ascending.map(({ timeNs }) => timeNs ** -2),
  );
  const serialPart = Math.min(1, Math.max(0, line.intercept / (line.intercept + line.slope)));
  return {
    serialPart,
    limit: serialPart > negligible ? 1 / serialPart : null,
    points: efficiencies,
  };
}

/** A serial part below this is rounding. */
const negligible = 1e-9;
