import { badInput, notFound } from '../../contract/failure.ts';
import type { FigurePoint, FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { type Peak, peakOf, peakText } from '../analysis/nominal-peak.ts';
import { fitOf, type Theory, workText } from '../study/theory.ts';
import { type MeasuredCase, select } from './selection.ts';
import { type CaseGroup, groupCases, lineSeries, numberAt, scaleFor } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import {
  contextText,
  countText,
  joined,
  numberAxis,
  scopeNote,
  timeAxis,
  titleOf,
} from './wording.ts';

type Drawn = {
  readonly group: CaseGroup;
  readonly points: readonly {
    readonly x: number;
    readonly each: MeasuredCase;
    /** Median and work over peak, in nanoseconds. */
    readonly measured: number;
    readonly theory: number;
  }[];
  readonly k: number;
  readonly correlation: number | null;
};

/**
 * Measured time over size next to what theory predicts: k times work over peak, with one k a variant, and the correlation of
 * the two in the caption. Work over peak itself is drawn too where the peak of the machine is known.
 *
 * @throws BreakevenError `bad-input` for a workload without such a theory, `not-found` when the run has no case of a
 * variant that it speaks about.
 */
export function theoryFigure(
  source: FigureSource,
  request: FigureRequest,
  theoryOf: (workload: string) => Theory | null,
): FigureSpec {
  const preferred = ['total'];
  const selection = select(source, request, (sizeAxis) => [sizeAxis], preferred);
  const theory = theoryOf(selection.workload);
  if (theory === null) {
    throw badInput(`no study predicts the time of ${selection.workload} from its operations`);
  }
  const peak = peakOf(source.machine);
  const drawn = groupCases(selection, request.seriesBy)
    .filter(({ variant }) => [...theory.sequential, ...theory.parallel].includes(variant))
    .map((group) => drawnOf(group, selection.sizeAxis, theory, peak))
    .filter(({ points }) => points.length > 0);
  const all = drawn.flatMap(({ points }) => points);
  if (all.length === 0) {
    const known = [...theory.sequential, ...theory.parallel].join(', ');
    throw notFound(
      `the theory of ${selection.workload} is about ${known}; the run has no measured case of them`,
    );
  }
  const xs = all.map(({ x }) => x);
  const scale = scaleFor(xs);
  const times = drawn.flatMap(({ points, k }) =>
    points.flatMap((one) => [one.measured, k * one.theory, ...(peak === null ? [] : [one.theory])]),
  );
  const yScale = scaleFor(times);
  const time = timeAxis(times, yScale);
  const { factor, symbol } = time.unit;
  const at = (x: number, ns: number): FigurePoint => ({
    x,
    y: ns / factor,
    lo: null,
    hi: null,
    n: 0,
  });
  const scaled = (ns: number | null): number | null => (ns === null ? null : ns / factor);
  const series = drawn.flatMap(({ group, points, k }): FigureSeries[] => {
    const measured = lineSeries(
      selection,
      group,
      points.map(({ x, each: { metric } }) => ({
        x,
        y: metric.medianNs / factor,
        lo: scaled(metric.ci95LoNs),
        hi: scaled(metric.ci95HiNs),
        n: metric.n,
      })),
    );
    const predicted = {
      ...measured,
      key: `${measured.key}/predicted`,
      label: `${group.label}, predicted`,
      // With the markers of its variant, hollow: dots of one hue are of two variants where there are many.
      secondary: true,
      points: points.map(({ x, theory: ns }) => at(x, k * ns)).sort((a, b) => a.x - b.x),
    };
    return [measured, predicted];
  });
  return {
    kind: 'theory',
    title: titleOf(selection, `${scopeTime(selection.scope)}, measured and predicted`),
    caption: joined([
      `Centre: median ${scopeTime(selection.scope)}; bar: its 95 % confidence interval; ${countText(all.map(({ each }) => each.metric.n))} per point.`,
      scopeNote(selection.scope),
      `Hollow, dotted: predicted, k times work over peak, the work ${workText(theory)}; k is the mean of measured over theory${kText(drawn, peak)}.`,
      peak === null
        ? 'The peak of this CPU is not known, so k is fitted to the work alone.'
        : `Theory: work over the nominal peak, ${gigaflops(peak)} GFLOP/s (${peakText(source.machine)}).`,
      correlationText(drawn),
      contextText(selection, source),
    ]),
    summary: summaryOf(titleOf(selection, 'measured and predicted time'), drawn),
    x: numberAxis(selection.descriptor, selection.sizeAxis, xs, scale),
    y: { label: `Time (${symbol})`, scale: yScale, ticks: time.ticks },
    series: [...series, ...(peak === null ? [] : bareTheory(drawn, theory, at))],
    bands: [],
    provenance: provenanceOf(source),
  };
}

function drawnOf(group: CaseGroup, axis: string, theory: Theory, peak: Peak | null): Drawn {
  const { flopsPerSecond, cores: all } = peak ?? { flopsPerSecond: 1e9, cores: 1 };
  const perSecond = theory.sequential.includes(group.variant)
    ? flopsPerSecond / all
    : flopsPerSecond;
  const points = group.cases.flatMap((each) => {
    const x = numberAt(each, axis);
    const ns = (theory.flops(each.stored.values) / perSecond) * 1e9;
    const measured = each.metric.medianNs;
    return x !== undefined && x > 0 && ns > 0 && measured > 0
      ? [{ x, each, measured, theory: ns }]
      : [];
  });
  return { group, points, ...fitOf(points) };
}

/** Work over peak, once for one core and once for all of them. */
function bareTheory(
  drawn: readonly Drawn[],
  theory: Theory,
  at: (x: number, ns: number) => FigurePoint,
): readonly FigureSeries[] {
  return (['sequential', 'parallel'] as const).flatMap((side): FigureSeries[] => {
    const points = drawn
      .filter(({ group }) => theory[side].includes(group.variant))
      .flatMap((one) => one.points.map(({ x, theory: ns }) => at(x, ns)));
    const byX = [...new Map(points.map((point) => [point.x, point])).values()];
    if (byX.length === 0) return [];
    return [
      {
        key: `theory/${side}`,
        label: side === 'sequential' ? 'theory, one core' : 'theory, all cores',
        device: null,
        slot: 4,
        ...(side === 'parallel' ? { secondary: true } : {}),
        published: false,
        mark: 'line',
        bare: true,
        points: byX.sort((a, b) => a.x - b.x),
      },
    ];
  });
}

function gigaflops({ flopsPerSecond }: Peak): string {
  return String(Number((flopsPerSecond / 1e9).toPrecision(4)));
}

/** `: 8.98 for sequential, 11.4 for omp-collapse`; nothing where theory has no seconds to compare. */
function kText(drawn: readonly Drawn[], peak: Peak | null): string {
  if (peak === null) return '';
  const parts = drawn.map(({ group, k }) => `${Number(k.toPrecision(3))} for ${group.label}`);
  return `: ${parts.join(', ')}`;
}

function correlationText(drawn: readonly Drawn[]): string {
  const known = drawn.flatMap(({ group, correlation }) =>
    correlation === null ? [] : [`${correlation.toFixed(4)} for ${group.label}`],
  );
  const few = drawn.filter(({ correlation }) => correlation === null);
  const names = few.map(({ group }) => group.label).join(', ');
  return joined([
    known.length > 0 ? `Correlation of measured and predicted: ${known.join(', ')}.` : '',
    few.length === 0
      ? ''
      : `No correlation${known.length > 0 ? ` of ${names}` : ''}: at least three sizes with different times are needed.`,
  ]);
}

function summaryOf(title: string, drawn: readonly Drawn[]): string {
  const known = drawn.flatMap(({ group, correlation }) =>
    correlation === null ? [] : [{ label: group.label, correlation }],
  );
  const [first, ...others] = known;
  if (first === undefined) return `${title}: too few sizes for a correlation.`;
  const min = others.reduce((a, b) => (b.correlation < a.correlation ? b : a), first);
  return `${title}: minimum correlation ${min.correlation.toFixed(4)} (${min.label}).`;
}
