import type { Machine } from '../../contract/machine.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { StudyTable } from '../../contract/study.ts';
import { casesOf } from './cases.ts';
import type { StudyDefinition } from './definition.ts';

/** What a processor can do at most: sockets * cores * clock * operations a cycle, as the study counts it. */
export type Peak = { readonly flopsPerSecond: number; readonly cores: number };

/**
 * The peak of a machine; null where its clock is not known. `physicalCores` counts the cores of all sockets.
 */
export function peakOf({ physicalCores, clockHz, flopsPerCycle }: Machine): Peak | null {
  if (clockHz === undefined || flopsPerCycle === undefined) return null;
  return { flopsPerSecond: physicalCores * clockHz * flopsPerCycle, cores: physicalCores };
}

/** Operations of the fractal as the study counts them: the worst case, every pixel taking every step. */
export function fractalFlops(xres: number, yres: number, maxiter: number): number {
  return xres * yres * (6 * maxiter + 5);
}

/**
 * Measured time beside theory (work over peak; over one core's part of it for sequential code) and prediction: k times
 * theory, with one k a machine and variant, the mean of measured over theory. With the correlation over sizes, and the
 * slopes from size to size of both. One table a variant that was measured.
 */
export function theoryTables(
  theory: NonNullable<StudyDefinition['theory']>,
  cases: readonly StoredCase[],
  machine: Machine,
): readonly StudyTable[] {
  const peak = peakOf(machine);
  if (peak === null) return [];
  const { flopsPerSecond, cores } = peak;
  const table = (variant: string, perSecond: number): StudyTable[] => {
    const points = pointsOf(theory, variant, cases, perSecond);
    return points.length === 0 ? [] : [tableOf(variant, theory.axis, points, perSecond)];
  };
  return [
    ...theory.sequential.flatMap((variant) => table(variant, flopsPerSecond / cores)),
    ...theory.parallel.flatMap((variant) => table(variant, flopsPerSecond)),
  ];
}

export type TheoryPoint = {
  readonly x: number;
  readonly measured: number;
  readonly theory: number;
  /** Operations that were really done, where the case declares them. */
  readonly done: number | null;
};

function pointsOf(
  { workload, span, axis }: NonNullable<StudyDefinition['theory']>,
  variant: string,
  cases: readonly StoredCase[],
  perSecond: number,
): readonly TheoryPoint[] {
  return casesOf(cases, workload, { variant, values: {} })
    .flatMap((one): TheoryPoint[] => {
      const { xres, yres, maxiter } = one.values;
      const [x, metric] = [one.values[axis], one.metrics[span]];
      if (typeof x !== 'number' || metric === undefined) return [];
      const work = fractalFlops(Number(xres), Number(yres), Number(maxiter));
      const measured = metric.mean_ns / 1e9;
      return [{ x, measured, theory: work / perSecond, done: one.operations }];
    })
    .sort((a, b) => a.x - b.x);
}

function tableOf(
  variant: string,
  axis: string,
  points: readonly TheoryPoint[],
  perSecond: number,
): StudyTable {
  const { k, correlation } = fitOf(points);
  const rows = points.map((point, i) => {
    const before = points[i - 1];
    const slope = (of: (one: TheoryPoint) => number): number | null =>
      before === undefined ? null : (of(point) - of(before)) / (point.x - before.x);
    const measured = slope((one) => one.measured);
    const predicted = slope((one) => k * one.theory);
    return [
      point.x,
      point.measured,
      point.theory,
      k * point.theory,
      measured,
      predicted,
      point.done,
    ];
  });
  const second = { unit: 's', source: 'derived' } as const;
  const perStep = { unit: `s/${axis}`, source: 'derived' } as const;
  return {
    title: `Theory, ${variant}`,
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
      `Theory: xres*yres*(6*maxiter + 5) flop, every pixel taking every step, at ${(perSecond / 1e9).toPrecision(4)} GFLOP/s.`,
      `Predicted: k times theory, k = ${k.toPrecision(4)}, the mean of measured over theory.`,
      correlation === null
        ? 'The correlation needs three sizes.'
        : `Correlation of measured and theory over ${points.length} sizes: ${correlation.toFixed(6)}.`,
    ],
  };
}

/** k is the mean of measured over theory; the correlation is Pearson's, null below three points. */
export function fitOf(points: readonly TheoryPoint[]): {
  readonly k: number;
  readonly correlation: number | null;
} {
  const n = points.length;
  const k = points.reduce((sum, one) => sum + one.measured / one.theory, 0) / n;
  if (n < 3) return { k, correlation: null };
  const meanOf = (of: (one: TheoryPoint) => number): number =>
    points.reduce((sum, one) => sum + of(one), 0) / n;
  const [measured, theory] = [meanOf((one) => one.measured), meanOf((one) => one.theory)];
  let [both, left, right] = [0, 0, 0];
  for (const one of points) {
    const [a, b] = [one.measured - measured, one.theory - theory];
    both += a * b;
    left += a * a;
    right += b * b;
  }
  return { k, correlation: left > 0 && right > 0 ? both / Math.sqrt(left * right) : null };
}
