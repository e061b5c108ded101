import { studentQuantile } from './distributions.ts';
import { mean, variance } from './order.ts';

/** What one process says of the cost of k calls: `onceNs + k eachNs`, in nanoseconds. */
export interface CallCost {
  readonly repetition: number;
  readonly onceNs: number;
  readonly eachNs: number;
}

export interface BreakEvenCalls {
  readonly answer: 'from' | 'always' | 'never' | 'unclear';
  /** Smallest whole number of calls from which on the contender costs less; null where there is none. */
  readonly at: number | null;
  /** The whole numbers of calls whose sign the processes do not decide; the second is null where they have no end. */
  readonly ci95: readonly [number, number | null] | null;
}

/** Fewer processes say nothing of their variation. */
export const minProcesses = 3;

/**
 * From how many calls on `contender` costs less than `baseline`. The difference of process p is
 * `D_p(k) = a_p - k b_p`, a the extra cost once and b what each call saves. The interval holds all k at which Student's
 * test on D_p(k) over processes does not decide the sign (Fieller 1954): it is open where b is not distinguishable from 0.
 * Only processes that measured both sides count; fewer than three give no answer.
 */
export function breakEvenCalls(
  baseline: readonly CallCost[],
  contender: readonly CallCost[],
): BreakEvenCalls {
  const pairs = pairsOf(baseline, contender);
  const n = pairs.length;
  if (n < minProcesses) return { answer: 'unclear', at: null, ci95: null };
  const extra = pairs.map(([base, head]) => head.onceNs - base.onceNs);
  const saved = pairs.map(([base, head]) => base.eachNs - head.eachNs);
  const [a, b] = [mean(extra), mean(saved)];
  const over = (n - 1) * n;
  const squares = (
    one: readonly number[],
    p: number,
    other: readonly number[],
    q: number,
  ): number => one.reduce((sum, value, i) => sum + (value - p) * ((other[i] ?? q) - q), 0) / over;
  const [varianceA, varianceB, covariance] = [
    squares(extra, a, extra, a),
    squares(saved, b, saved, b),
    squares(extra, a, saved, b),
  ];
  const t2 = studentQuantile(0.95, n - 1) ** 2;
  /** Positive where the sign of D(k) is decided. */
  const decided = (k: number): number =>
    (a - k * b) ** 2 - t2 * (varianceA - 2 * k * covariance + k * k * varianceB);
  const savingDecided = b * b > t2 * varianceB;
  if (b <= 0) return { answer: savingDecided && a > b ? 'never' : 'unclear', at: null, ci95: null };
  const at = Math.max(1, Math.ceil(a / b));
  if (at === 1 && decided(1) > 0) return { answer: 'always', at, ci95: [1, 1] };
  const square = b * b - t2 * varianceB;
  const constant = a * a - t2 * varianceA;
  const roots = rootsOf(square, -2 * (a * b - t2 * covariance), constant);
  // Without roots no number of calls is decided.
  if (roots === null) return { answer: 'unclear', at: null, ci95: null };
  const [first, last] = roots;
  if (savingDecided) return { answer: 'from', at, ci95: [whole(first), whole(last)] };
  // The undecided numbers lie outside of the roots: from the upper one on, and from 1 on where `a` may be 0. Where no
  // number of calls lies between them, none is decided.
  if (!(constant > 0 || last > 1)) return { answer: 'unclear', at: null, ci95: null };
  return { answer: 'from', at, ci95: [constant > 0 ? whole(last) : 1, null] };
}

/** A mean over processes with its Student interval, nanoseconds; none of fewer than three. */
export interface MeanCost {
  readonly ns: number;
  readonly ci95: readonly [number, number] | null;
}

export interface CallSaving {
  /** Processes that measured both sides. */
  readonly processes: number;
  readonly baseline: MeanCost;
  readonly contender: MeanCost;
  /** What each call of the contender saves, by the differences of these processes; negative where it costs more. */
  readonly saved: MeanCost;
}

/** What one further call costs on both sides, by the processes that measured both; null where none did. */
export function callSaving(
  baseline: readonly CallCost[],
  contender: readonly CallCost[],
): CallSaving | null {
  const pairs = pairsOf(baseline, contender);
  if (pairs.length === 0) return null;
  return {
    processes: pairs.length,
    baseline: meanCost(pairs.map(([base]) => base.eachNs)),
    contender: meanCost(pairs.map(([, head]) => head.eachNs)),
    saved: meanCost(pairs.map(([base, head]) => base.eachNs - head.eachNs)),
  };
}

function meanCost(values: readonly number[]): MeanCost {
  const n = values.length;
  const ns = mean(values);
  if (n < minProcesses) return { ns, ci95: null };
  const half = studentQuantile(0.95, n - 1) * Math.sqrt(variance(values) / n);
  return { ns, ci95: [ns - half, ns + half] };
}

function pairsOf(
  baseline: readonly CallCost[],
  contender: readonly CallCost[],
): readonly (readonly [CallCost, CallCost])[] {
  const others = new Map(baseline.map((cost) => [cost.repetition, cost]));
  return contender.flatMap((head) => {
    const base = others.get(head.repetition);
    return base === undefined ? [] : [[base, head] as const];
  });
}

const whole = (calls: number): number => Math.max(1, Math.ceil(calls));

/** Both roots of a x^2 + b x + c, ascending; null where they are not real. */
function rootsOf(a: number, b: number, c: number): readonly [number, number] | null {
  const exact = b * b - 4 * a * c;
  // Where all processes agree both roots are one, and rounding leaves less than nothing.
  const discriminant = exact < 0 && exact > -1e-9 * b * b ? 0 : exact;
  if (!(discriminant >= 0)) return null;
  const q = -(b + Math.sign(b || 1) * Math.sqrt(discriminant)) / 2;
  const roots = [q / a, c / q].sort((x, y) => x - y);
  return [roots[0] ?? Number.NaN, roots[1] ?? Number.NaN];
}
