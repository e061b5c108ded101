import type { Machine } from '../../contract/machine.ts';
import type { StoredCase } from '../../contract/run.ts';
import type { StudyTable } from '../../contract/study.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import type { Values } from '../../contract/workload.ts';
import { type PeakAttributes, peakOf, peakText } from '../analysis/nominal-peak.ts';
import { casesOf } from './cases.ts';
import type { TheoryDefinition } from './definition.ts';

/** Said where there is no theory because the peak is not known. */
export function lacksPeak(machine: Machine): readonly string[] {
  return peakOf(machine) === null
    ? ['No theory: the clock of this CPU or its operations per cycle are not known.']
    : [];
}

/** Operations as the study counts them: the worst case, every pixel taking every step. */
export function workOf({ flops }: Pick<TheoryDefinition, 'flops'>, values: Values): number {
  const { xres, yres, maxiter = 0 } = values;
  const perPixel = flops.perPixel + flops.perPixelAndStep * Number(maxiter);
  return Number(xres) * Number(yres) * perPixel + flops.constant;
}

/** `xres*yres*(6*maxiter + 5)`, `xres*yres + 1`. */
export function workText({ flops }: Pick<TheoryDefinition, 'flops'>): string {
  const { perPixel, perPixelAndStep, constant } = flops;
  const pixel =
    perPixelAndStep > 0
      ? `*(${perPixelAndStep}*maxiter + ${perPixel})`
      : perPixel === 1
        ? ''
        : `*${perPixel}`;
  return `xres*yres${pixel}${constant > 0 ? ` + ${constant}` : ''}`;
}

/** Said where the steps of a pixel are counted, of which most pixels need fewer. */
export function worstCase({ flops }: Pick<TheoryDefinition, 'flops'>): string {
  return flops.perPixelAndStep > 0 ? ', the worst case' : '';
}

/**
 * Measured time next to theory (work over peak; over one core's part of it for sequential code) and prediction: k times
 * theory, with one k a machine and variant, the mean of measured over theory. With the correlation over sizes, and the
 * slopes from size to size of both. One table a variant that was measured.
 */
export function theoryTables(
  theory: TheoryDefinition,
  cases: readonly StoredCase[],
  machine: PeakAttributes,
): readonly StudyTable[] {
  const peak = peakOf(machine);
  if (peak === null) return [];
  const { flopsPerSecond, cores } = peak;
  const table = (variant: string, perSecond: number): StudyTable[] => {
    const points = pointsOf(theory, variant, cases, perSecond);
    return points.length === 0
      ? []
      : [tableOf(theory, variant, points, perSecond, peakText(machine))];
  };
  return [
    ...theory.sequential.flatMap((variant) => table(variant, flopsPerSecond / cores)),
    ...theory.parallel.flatMap((variant) => table(variant, flopsPerSecond)),
  ];
}

export type TheoryPoint = {
  readonly x: number;
  /** Median, in seconds. */
  readonly measured: number;
  readonly theory: number;
  /** Operations that were really done, where the case declares them. */
  readonly done: number | null;
};

function pointsOf(
  theory: TheoryDefinition,
  variant: string,
  cases: readonly StoredCase[],
  perSecond: number,
): readonly TheoryPoint[] {
  return casesOf(cases, theory.workload, { variant, values: {} })
    .flatMap((one): TheoryPoint[] => {
      const [x, metric] = [one.values[theory.axis], one.metrics[theory.span]];
      if (typeof x !== 'number' || metric === undefined) return [];
      const measured = metric.median_ns / 1e9;
      return [
        { x, measured, theory: workOf(theory, one.values) / perSecond, done: one.operations },
      ];
    })
    .sort((a, b) => a.x - b.x);
}

function tableOf(
  definition: TheoryDefinition,
  variant: string,
  points: readonly TheoryPoint[],
  perSecond: number,
  peak: string,
): StudyTable {
  const { axis, workload, span: scope, notes } = definition;
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
    title: `Theory, ${workload} ${variant}`,
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
      `Theory: ${workText(definition)} flop${worstCase(definition)}, at ${(perSecond / 1e9).toPrecision(4)} GFLOP/s of the nominal peak (${peak}). Measured: median ${scopeTime(scope)}.`,
      `Predicted: k times theory, k = ${k.toPrecision(4)}, the mean of measured over theory.`,
      correlation === null
        ? 'A correlation needs at least three sizes.'
        : `Correlation of measured and theory over ${points.length} sizes: ${correlation.toFixed(6)}.`,
      ...notes,
    ],
  };
}

/** k is the mean of measured over theory; the correlation is Pearson's, null below three points. */
export function fitOf(points: readonly Pick<TheoryPoint, 'measured' | 'theory'>[]): {
  readonly k: number;
  readonly correlation: number | null;
} {
  const n = points.length;
  const k = points.reduce((sum, one) => sum + one.measured / one.theory, 0) / n;
  if (n < 3) return { k, correlation: null };
  const meanOf = (of: (one: Pick<TheoryPoint, 'measured' | 'theory'>) => number): number =>
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
