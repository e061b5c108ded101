import { studentQuantile } from './distributions.ts';
import { mean, variance } from './order.ts';

/** The time of one process with `count` workers, over its time with one. */
export interface RelativeTime {
  readonly count: number;
  readonly ratio: number;
}

export interface AmdahlFit {
  /** Part of the work that does not speed up: s of t(p) / t(1) = s + (1 - s) / p. */
  readonly serial: number;
  /** 95 % interval (Student over processes). */
  readonly ci95: readonly [number, number];
  /** Largest relative distance of a mean ratio from the fitted law, and where. */
  readonly worst: { readonly count: number; readonly distance: number };
  readonly processes: number;
}

const minCounts = 4;
const minProcesses = 3;

/**
 * The serial part by Amdahl's law (1967), fitted in each process by least squares; the interval is that of the mean over
 * processes. Null with fewer than four counts besides none, or three processes that measured them all.
 *
 * @param processes what each process measured, the count of 1 left out
 */
export function fitAmdahl(processes: readonly (readonly RelativeTime[])[]): AmdahlFit | null {
  const counts = [...new Set(processes.flat().map(({ count }) => count))].filter((p) => p > 1);
  const whole = processes.filter((own) =>
    counts.every((p) => own.some(({ count }) => count === p)),
  );
  // With one worker itself there are four.
  if (counts.length + 1 < minCounts || whole.length < minProcesses) return null;
  const serials = whole.map(serialPart);
  const serial = mean(serials);
  const half =
    studentQuantile(0.95, whole.length - 1) * Math.sqrt(variance(serials) / whole.length);
  const distances = counts.map((count) => {
    const measured = mean(
      whole.map((own) => own.find((each) => each.count === count)?.ratio ?? Number.NaN),
    );
    return { count, distance: measured / (serial + (1 - serial) / count) - 1 };
  });
  const [worst] = distances.sort((a, b) => Math.abs(b.distance) - Math.abs(a.distance));
  return worst === undefined
    ? null
    : { serial, ci95: [serial - half, serial + half], worst, processes: whole.length };
}

/** Least squares of `ratio - 1/p = s (1 - 1/p)`. */
function serialPart(own: readonly RelativeTime[]): number {
  let product = 0;
  let square = 0;
  for (const { count, ratio } of own) {
    const rest = 1 - 1 / count;
    product += (ratio - 1 / count) * rest;
    square += rest * rest;
  }
  return product / square;
}
