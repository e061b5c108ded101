import { normalTwoSided } from './distributions.ts';
import { sorted } from './order.ts';

export interface MannWhitney {
  /** Pairs in which the sample of a is the greater one; ties count half. */
  readonly u: number;
  /** Two-sided p of "neither side tends to be greater". */
  readonly p: number;
  readonly exact: boolean;
}

/** Exact counting is used up to this many samples a side. */
const exactLimit = 25;

/**
 * Mann-Whitney U test. Small sets without ties are counted exactly, others use the normal approximation with the variance
 * corrected for ties and a continuity correction. It takes samples for independent: with samples that are alike in time
 * its p is too small. Throws a RangeError when a side is empty.
 */
export function mannWhitney(a: Float64Array, b: Float64Array): MannWhitney {
  return mannWhitneySorted(sorted(a), sorted(b));
}

/** The same for samples that are ascending already. */
export function mannWhitneySorted(a: Float64Array, b: Float64Array): MannWhitney {
  const m = a.length;
  const n = b.length;
  if (m === 0 || n === 0) throw new RangeError('Mann-Whitney needs samples on both sides');
  const { rankSum, tieTerm } = ranksOfFirst(a, b);
  const u = rankSum - (m * (m + 1)) / 2;
  if (tieTerm === 0 && Math.max(m, n) <= exactLimit) return { u, p: exactP(u, m, n), exact: true };
  const total = m + n;
  const variance = ((m * n) / 12) * (total + 1 - tieTerm / (total * (total - 1)));
  if (!(variance > 0)) return { u, p: 1, exact: false };
  const distance = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5);
  return { u, p: normalTwoSided(distance / Math.sqrt(variance)), exact: false };
}

/** Sum of the mid-ranks of the first of two ascending sets in both together, and the sum of t^3 - t over ties. */
function ranksOfFirst(a: Float64Array, b: Float64Array): { rankSum: number; tieTerm: number } {
  let rankSum = 0;
  let tieTerm = 0;
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const value = Math.min(a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY);
    const before = i + j;
    const startA = i;
    while (i < a.length && a[i] === value) i++;
    while (j < b.length && b[j] === value) j++;
    const tied = i + j - before;
    if (tied === 0) throw new RangeError('Mann-Whitney needs finite samples');
    rankSum += (i - startA) * (before + (tied + 1) / 2);
    tieTerm += tied ** 3 - tied;
  }
  return { rankSum, tieTerm };
}

/**
 * Two-sided exact p: twice the smaller tail of the number of arrangements with at most that U. The counts are the
 * coefficients of the Gaussian binomial (m + n choose m), built by multiplying and dividing polynomials.
 */
function exactP(u: number, m: number, n: number): number {
  const top = m * n;
  const counts = new Float64Array(top + 1);
  counts[0] = 1;
  for (let k = 1; k <= m; k++) {
    for (let i = top; i >= n + k; i--) counts[i] = (counts[i] ?? 0) - (counts[i - n - k] ?? 0);
    for (let i = k; i <= top; i++) counts[i] = (counts[i] ?? 0) + (counts[i - k] ?? 0);
  }
  const smaller = Math.min(u, top - u);
  let tail = 0;
  let all = 0;
  for (let i = 0; i <= top; i++) {
    all += counts[i] ?? 0;
    if (i <= smaller) tail += counts[i] ?? 0;
  }
  return Math.min(1, (2 * tail) / all);
}
