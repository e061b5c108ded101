/** A stretch of a history with one level: values [from, to) and their median. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

export interface Step {
  /** Index of the first value after the step. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  /** after / before. */
  readonly ratio: number;
}

export interface StepOptions {
  /** Neighbouring levels that differ by less than this part are one. Default 0.05. */
  readonly threshold?: number;
  /** Minimum number of values of a level, but for the last one. Default 2. */
  readonly shortest?: number;
}

export interface History {
  readonly segments: readonly Segment[];
  readonly steps: readonly Step[];
}

/** Longest history that is fitted; of a longer one the newest values. */
export const longestHistory = 1000;
const maxSegments = 20;

/**
 * Change points in a history of values > 0 (oldest first): the piecewise-constant fit of their logarithms with the least
 * absolute deviations, as asv fits its regressions. The number of levels is the one with the best Bayesian information
 * criterion for Laplace errors, so that a single outlier is no change point; segments closer than `threshold` are joined. Throws
 * a RangeError on a value that is not finite and greater than 0.
 */
export function fitSegments(values: ArrayLike<number>, options: StepOptions = {}): History {
  const { threshold = 0.05, shortest = 2 } = options;
  const skipped = Math.max(0, values.length - longestHistory);
  const logs = Float64Array.from({ length: values.length - skipped }, (_, i) => {
    const value = values[skipped + i] ?? Number.NaN;
    if (!(value > 0 && Number.isFinite(value))) {
      throw new RangeError(
        `value ${skipped + i} of a history must be greater than 0, got ${value}`,
      );
    }
    return Math.log(value);
  });
  if (logs.length === 0) return { segments: [], steps: [] };
  const bounds = joinLevels(logs, bestBounds(logs, shortest), Math.log1p(threshold));
  const segments = bounds.slice(0, -1).map((from, i): Segment => {
    const to = bounds[i + 1] ?? logs.length;
    return { from: from + skipped, to: to + skipped, level: Math.exp(medianOf(logs, from, to)) };
  });
  const steps = segments.slice(1).map((segment, i): Step => {
    const before = segments[i]?.level ?? Number.NaN;
    return { at: segment.from, before, after: segment.level, ratio: segment.level / before };
  });
  return { segments, steps };
}

/** Bounds 0 = b0 < b1 < ... = n of the fit that the criterion prefers. */
function bestBounds(logs: Float64Array, shortest: number): readonly number[] {
  const n = logs.length;
  const cost = deviations(logs);
  const max = Math.max(1, Math.min(maxSegments, Math.floor(n / Math.max(1, shortest))));
  // best[k][j]: minimum cost of the first j values in k + 1 segments; cut[k][j]: where the last of them begins.
  const best: Float64Array[] = [new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY)];
  const cut: Int32Array[] = [new Int32Array(n + 1)];
  for (let j = 1; j <= n; j++) (best[0] as Float64Array)[j] = cost(0, j);
  for (let k = 1; k < max; k++) {
    const previous = best[k - 1] as Float64Array;
    const row = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
    const begins = new Int32Array(n + 1);
    for (let j = (k + 1) * shortest; j <= n; j++) {
      let min = Number.POSITIVE_INFINITY;
      for (let i = k * shortest; i <= j - shortest; i++) {
        const total = (previous[i] ?? 0) + cost(i, j);
        if (total < min) {
          min = total;
          begins[j] = i;
        }
      }
      row[j] = min;
    }
    best.push(row);
    cut.push(begins);
  }
  let chosen = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < max; k++) {
    const error = Math.max(best[k]?.[n] ?? Number.POSITIVE_INFINITY, n * quietest);
    // A level and a place for each further segment; a place is picked among n and costs more than a parameter.
    const criterion = 2 * n * Math.log(error / n) + 5 * k * Math.log(n);
    if (criterion < lowest - 1e-9) {
      lowest = criterion;
      chosen = k;
    }
  }
  const bounds = [n];
  for (let k = chosen; k > 0; k--) bounds.unshift(cut[k]?.[bounds[0] ?? n] ?? 0);
  bounds.unshift(0);
  return bounds;
}

/** Smallest mean deviation that is believed (relative): a history without any noise is still a measurement. */
const quietest = 1e-4;

/** Sums of absolute deviations from the median of [i, j) for all i < j, each row grown by two heaps. */
function deviations(logs: Float64Array): (from: number, to: number) => number {
  const n = logs.length;
  const table = new Float32Array((n * (n + 1)) / 2);
  const offset = (from: number): number => from * n - (from * (from - 1)) / 2;
  for (let from = 0; from < n; from++) {
    const window = new RunningMedian();
    for (let to = from + 1; to <= n; to++) {
      window.add(logs[to - 1] ?? 0);
      table[offset(from) + (to - from - 1)] = window.deviation();
    }
  }
  return (from, to) => table[offset(from) + (to - from - 1)] ?? 0;
}

/** Median and deviation sum of a growing set: a heap of the lower half, one of the upper, and their sums. */
class RunningMedian {
  private readonly lower: number[] = [];
  private readonly upper: number[] = [];
  private lowerSum = 0;
  private upperSum = 0;

  add(value: number): void {
    if (this.lower.length === 0 || value <= -(this.lower[0] ?? 0)) {
      push(this.lower, -value);
      this.lowerSum += value;
    } else {
      push(this.upper, value);
      this.upperSum += value;
    }
    if (this.lower.length > this.upper.length + 1) {
      const moved = -pop(this.lower);
      push(this.upper, moved);
      this.lowerSum -= moved;
      this.upperSum += moved;
    } else if (this.upper.length > this.lower.length) {
      const moved = pop(this.upper);
      push(this.lower, -moved);
      this.upperSum -= moved;
      this.lowerSum += moved;
    }
  }

  deviation(): number {
    const center = -(this.lower[0] ?? 0);
    const below = center * this.lower.length - this.lowerSum;
    return Math.max(0, below + (this.upperSum - center * this.upper.length));
  }
}

function push(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] ?? 0;
    if (above <= value) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = value;
}

function pop(heap: number[]): number {
  const top = heap[0] ?? Number.NaN;
  const last = heap.pop() ?? Number.NaN;
  const n = heap.length;
  if (n === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= n) break;
    if (child + 1 < n && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
    if ((heap[child] ?? 0) >= last) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = last;
  return top;
}

/** Joins the two most similar neighbouring segments until all differ by the threshold. */
function joinLevels(
  logs: Float64Array,
  given: readonly number[],
  threshold: number,
): readonly number[] {
  const bounds = [...given];
  while (bounds.length > 2) {
    let min = Number.POSITIVE_INFINITY;
    let at = 0;
    for (let i = 1; i + 1 < bounds.length; i++) {
      const before = medianOf(logs, bounds[i - 1] ?? 0, bounds[i] ?? 0);
      const after = medianOf(logs, bounds[i] ?? 0, bounds[i + 1] ?? 0);
      if (Math.abs(after - before) < min) {
        min = Math.abs(after - before);
        at = i;
      }
    }
    if (min >= threshold) break;
    bounds.splice(at, 1);
  }
  return bounds;
}

function medianOf(values: Float64Array, from: number, to: number): number {
  const part = values.slice(from, to).sort();
  const middle = part.length >> 1;
  const high = part[middle] ?? Number.NaN;
  return part.length % 2 === 1 ? high : ((part[middle - 1] ?? Number.NaN) + high) / 2;
}
