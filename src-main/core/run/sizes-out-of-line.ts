import type { Metric, PlannedCase } from '../../contract/run.ts';

/** One size of one variant: its time, with the interval where that is known. Nanoseconds. */
export type SizeTime = {
  readonly index: number;
  readonly size: number;
  readonly medianNs: number;
  readonly ci95?: readonly [number, number] | undefined;
};

export type OutOfLine = {
  readonly index: number;
  /** Its time per element over the larger one of those of both neighbours. */
  readonly factor: number;
};

const maxFactor = 1.3;

/**
 * Sizes of a variant, whatever their spacing, that are slow against both neighbours: more time per element by more than
 * 1.3, or more time than the next larger size beyond their intervals. Interference makes a size slower, never faster.
 */
export function sizesOutOfLine(given: readonly SizeTime[]): readonly OutOfLine[] {
  const sizes = given.filter(({ size, medianNs }) => size > 0 && medianNs > 0);
  const ascending = sizes.toSorted((a, b) => a.size - b.size);
  return ascending.flatMap((here, i): OutOfLine[] => {
    const [before, after] = [ascending[i - 1], ascending[i + 1]];
    if (after === undefined) return [];
    const beside = before === undefined ? [after] : [before, after];
    const factor = perElement(here) / Math.max(...beside.map(perElement));
    const slow = before !== undefined && factor > maxFactor;
    const falls = (here.ci95?.[0] ?? 0) > (after.ci95?.[1] ?? Number.POSITIVE_INFINITY);
    return slow || falls ? [{ index: here.index, factor }] : [];
  });
}

function perElement({ size, medianNs }: SizeTime): number {
  return medianNs / size;
}

/** What one curve over sizes is of. Axes that equal the size (a square's sides) follow it. */
export function curveOf({ workload, variant, values }: PlannedCase, sizeAxis: string): string {
  const size = values[sizeAxis];
  const others = Object.entries(values).flatMap(([axis, value]) =>
    axis === sizeAxis ? [] : [[axis, value === size ? '=' : value] as const],
  );
  return JSON.stringify([workload, variant, others.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** A case of a curve, with its median of each repetition. */
export type SizedCase = {
  readonly index: number;
  /** Null where the size of its workload is not known. */
  readonly curve: string | null;
  readonly size: number;
  readonly metric: Metric | undefined;
  readonly mediansNs: ReadonlyMap<number, number>;
};

export type LineCheck = {
  /** Out of line in all that is known, by case index. */
  readonly now: ReadonlyMap<number, number>;
  readonly first: ReadonlySet<number>;
  /** In each repetition that has the neighbours too: what interference does not explain. */
  readonly always: ReadonlySet<number>;
};

export function checkSizes(cases: readonly SizedCase[]): LineCheck {
  const now = new Map<number, number>();
  const first = new Set<number>();
  const always = new Set<number>();
  for (const [curve, sizes] of Map.groupBy(cases, (each) => each.curve)) {
    if (curve === null || sizes.length < 2) continue;
    const repetitions = new Set(sizes.flatMap(({ mediansNs }) => [...mediansNs.keys()]));
    const inRepetitions = [...repetitions].map((repetition) => {
      const measured = sizes.flatMap(({ index, size, mediansNs }): SizeTime[] => {
        const medianNs = mediansNs.get(repetition);
        return medianNs === undefined ? [] : [{ index, size, medianNs }];
      });
      const out = new Set(sizesOutOfLine(measured).map(({ index }) => index));
      if (repetition === 0) for (const index of out) first.add(index);
      return { out, whole: measured.length === sizes.length };
    });
    for (const { index, factor } of sizesOutOfLine(sizes.flatMap(timeOf))) {
      now.set(index, factor);
      const whole = inRepetitions.filter((each) => each.whole);
      if (whole.length >= 2 && whole.every(({ out }) => out.has(index))) always.add(index);
    }
  }
  return { now, first, always };
}

function timeOf({ index, size, metric }: SizedCase): readonly SizeTime[] {
  if (metric === undefined) return [];
  const { medianNs, ci95LoNs: low, ci95HiNs: high } = metric;
  return [{ index, size, medianNs, ci95: low === null || high === null ? undefined : [low, high] }];
}
