import type { Machine } from '../../contract/machine.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { StudyTable } from '../../contract/study.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import type { Values } from '../../contract/workload.ts';
import { mean } from '../../stats/order.ts';
import { type PeakAttributes, peakOf, peakText } from '../analysis/nominal-peak.ts';
import { casesOf, timeOf } from './cases.ts';

/** How the total time of a workload on pictures is predicted: operations over the nominal peak. */
export type Theory = {
  readonly workload: string;
  /** Variants on one core, and on all of them. */
  readonly sequential: readonly string[];
  readonly parallel: readonly string[];
  /** Operations as the study counts them, and in words: `xres*yres*(6*maxiter + 5)`. */
  readonly flops: (values: Values) => number;
  readonly text: string;
  /** Every pixel is taken to need every step, of which most need fewer. */
  readonly worstCase?: boolean;
  readonly notes?: readonly string[];
};

const axis = 'xres';
const scope = 'total';

/** Said where there is no theory because the peak is not known. */
export function lacksPeak(machine: Machine): readonly string[] {
  return peakOf(machine) === null
    ? ['No theory: the clock of this CPU or its operations per cycle are not known.']
    : [];
}

/** `xres*yres + 1 flop`, and whether that is the worst case. */
export function workText({ text, worstCase = false }: Theory): string {
  return `${text} flop${worstCase ? ', the worst case' : ''}`;
}

/**
 * Measured time next to theory (work over peak; over one core's part of it for sequential code) and prediction: k times
 * theory, with one k a machine and variant, the mean of measured over theory. With the correlation over sizes, and the
 * slopes from size to size of both. One table a variant that was measured.
 */
export function theoryTables(
  theory: Theory,
  cases: readonly StoredCase[],
  machine: PeakAttributes,
): readonly StudyTable[] {
  const peak = peakOf(machine);
  if (peak === null) return [];
  const { flopsPerSecond, cores } = peak;
  const table = (variant: string, perSecond: number): readonly StudyTable[] => {
    const points = pointsOf(theory, variant, cases, perSecond);
    if (points.length === 0) return [];
    return [tableOf(theory, variant, points, perSecond, peakText(machine))];
  };
  return [
    ...theory.sequential.flatMap((variant) => table(variant, flopsPerSecond / cores)),
    ...theory.parallel.flatMap((variant) => table(variant, flopsPerSecond)),
  ];
}

/** Times in seconds. */
type TheoryPoint = {
  readonly x: number;
  /** The median. */
  readonly measured: number;
  readonly theory: number;
  /** Operations that were really done, where the case declares them. */
  readonly done: number | null;
};

function pointsOf(
  { workload, flops }: Theory,
  variant: string,
  cases: readonly StoredCase[],
  perSecond: number,
): readonly TheoryPoint[] {
  return casesOf(cases, workload, { variant })
    .flatMap((one): TheoryPoint[] => {
      const [x, ns] = [one.values[axis], timeOf(one, scope)];
      if (typeof x !== 'number' || ns === undefined) return [];
      const theory = flops(one.values) / perSecond;
      return [{ x, measured: ns / 1e9, theory, done: one.operations }];
    })
    .sort((a, b) => a.x - b.x);
}

function tableOf(
  theory: Theory,
  variant: string,
  points: readonly TheoryPoint[],
  perSecond: number,
  peak: string,
): StudyTable {
  const { k, correlation } = fitOf(points);
  const rows = points.map((point, i) => {
    const before = points[i - 1];
    const slope = (of: (one: TheoryPoint) => number): number | null =>
      before === undefined ? null : (of(point) - of(before)) / (point.x - before.x);
    const slopes = [slope((one) => one.measured), slope((one) => k * one.theory)];
    return [point.x, point.measured, point.theory, k * point.theory, ...slopes, point.done];
  });
  const second = { unit: 's', source: 'derived' } as const;
  const perStep = { unit: `s/${axis}`, source: 'derived' } as const;
  return {
    title: `Theory, ${theory.workload} ${variant}`,
    columns: [
      { title: axis, unit: null, source: 'key' },
      { title: 'measured', unit: 's', source: 'measured' },
      { title: 'theory', ...second },
      { title: 'predicted', ...second },
      { title: 'slope measured', ...perStep },
      { title: 'slope predicted', ...perStep },
      { title: 'flop done', unit: null, source: 'measured' },
    ],
    rows,
    notes: [
      `Theory: ${workText(theory)}, at ${(perSecond / 1e9).toPrecision(4)} GFLOP/s of the nominal peak (${peak}). Measured: median ${scopeTime(scope)}.`,
      `Predicted: k times theory, k = ${k.toPrecision(4)}, the mean of measured over theory.`,
      correlation === null
        ? 'A correlation needs at least three sizes.'
        : `Correlation of measured and theory over ${points.length} sizes: ${correlation.toFixed(6)}.`,
      ...(theory.notes ?? []),
    ],
  };
}

/** k is the mean of measured over theory; the correlation is Pearson's, null below three points. */
export function fitOf(points: readonly Pick<TheoryPoint, 'measured' | 'theory'>[]): {
  readonly k: number;
  readonly correlation: number | null;
} {
  const k = mean(points.map((one) => one.measured / one.theory));
  if (points.length < 3) return { k, correlation: null };
  const [xs, ys] = [points.map((one) => one.measured), points.map((one) => one.theory)];
  const [x, y] = [mean(xs), mean(ys)];
  let [both, left, right] = [0, 0, 0];
  for (const { measured, theory } of points) {
    both += (measured - x) * (theory - y);
    left += (measured - x) ** 2;
    right += (theory - y) ** 2;
  }
  return { k, correlation: left > 0 && right > 0 ? both / Math.sqrt(left * right) : null };
}
