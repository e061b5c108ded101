import { valueText } from '../../contract/axis-values.ts';
import { BreakevenError } from '../../contract/failure.ts';
import type { FigurePoint, FigureSpec } from '../../contract/figure.ts';
import type { StoredCase } from '../../contract/run.ts';
import { amountOf, rateOf } from '../../contract/throughput.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format, unitFor } from '../../contract/units.ts';
import { type MeasuredCase, select } from './selection.ts';
import { groupCases, lineSeries, numberAt, scaleFor } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { axisLabel, contextText, countText, isWhole, joined, titleOf } from './wording.ts';

const bytes = { hint: 'bytes-per-second', operation: '' } as const;

const largest = (values: readonly number[]) => Math.max(...values);

/**
 * The numeric axis to draw over: the one asked for, else a swept one that is not the size, else the size. Where the
 * size was swept too, only an axis that all cases have takes its place: a block size would leave the processor out.
 */
function axisOver(
  cases: readonly StoredCase[],
  sizeAxis: string,
  swept: readonly string[],
  wanted?: string,
): string {
  if (wanted !== undefined) {
    return wanted;
  }
  const isNumber = (axis: string) => (stored: StoredCase) =>
    typeof stored.values[axis] === 'number';
  const numeric = (axis: string) =>
    axis !== 'seed' &&
    (swept.includes(sizeAxis) ? cases.every(isNumber(axis)) : cases.some(isNumber(axis)));
  return swept.find((axis) => axis !== sizeAxis && numeric(axis)) ?? sizeAxis;
}

/** A rate with its interval: the ends of the time's interval change places. Per second. */
function ratePoint(
  each: MeasuredCase,
  axis: string,
  amount: number | null,
): FigurePoint | undefined {
  const x = numberAt(each, axis);
  const { medianNs, ci95LoNs, ci95HiNs, n } = each.metric;
  if (x === undefined || amount === null || !(medianNs > 0)) {
    return undefined;
  }
  const rate = (ns: number | null) => (ns === null || !(ns > 0) ? null : amount / (ns / 1e9));
  return { x, y: amount / (medianNs / 1e9), lo: rate(ci95HiNs), hi: rate(ci95LoNs), n };
}

const scaled = (point: FigurePoint, factor: number): FigurePoint => ({
  ...point,
  y: point.y / factor,
  lo: point.lo === null ? null : point.lo / factor,
  hi: point.hi === null ? null : point.hi / factor,
});

/**
 * Declared bytes (or operations) over the median time, over the size or another swept axis: throughput over bins.
 * Other swept axes are fixed: at the value asked for, or the most common one.
 */
export function throughputFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  let over = '';
  const selection = select(source, request, (size, swept, cases) => {
    over = axisOver(cases, size, swept, request.over);
    return [over];
  });
  const rate = rateOf(selection.cases.map(({ stored }) => stored)) ?? bytes;
  const groups = groupCases(selection, request.seriesBy).map((group) => ({
    group,
    points: group.cases.flatMap((each) => ratePoint(each, over, amountOf(each.stored, rate)) ?? []),
  }));
  const drawn = groups.filter(({ points }) => points.length > 0);
  const rates = drawn.flatMap(({ points }) => points.map(({ y }) => y));
  if (rates.length === 0) {
    throw new BreakevenError(
      'not-found',
      `no case of ${selection.workload} declares bytes or operations and has a number for ${over}`,
    );
  }
  const xs = drawn.flatMap(({ points }) => points.map(({ x }) => x));
  const scale = scaleFor(xs);
  const yScale = scaleFor(rates);
  const unit = unitFor(
    yScale === 'log' ? Math.sqrt(Math.min(...rates) * largest(rates)) : largest(rates),
    rate.hint,
    rate.operation,
  );
  const best = drawn
    .flatMap(({ group, points }) => points.map((point) => ({ group, point })))
    .reduce((a, b) => (b.point.y > a.point.y ? b : a));
  return {
    kind: 'throughput',
    title: titleOf(selection, `throughput over ${over}, ${scopeTime(selection.scope)}`),
    caption: joined([
      `Declared ${rate.hint === 'bytes-per-second' ? 'bytes' : 'operations'} over the median ${scopeTime(selection.scope)}; bar: 95 % confidence interval; ` +
        `${countText(selection.cases.map(({ metric }) => metric.n))} per point.`,
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, 'throughput')}: ${best.group.label} is highest with ` +
      `${format(best.point.y, rate.hint, { operation: rate.operation })} at ${over} = ${valueText(best.point.x)}.`,
    x: {
      label: axisLabel(selection.descriptor, over),
      ...(isWhole(selection.descriptor, over) ? { whole: true } : {}),
      scale,
      ticks: largest(xs) >= 10_000 ? 'si' : 'plain',
    },
    y: {
      label: `${rate.hint === 'bytes-per-second' ? 'Throughput' : 'Rate'} (${unit.symbol})`,
      scale: yScale,
    },
    series: drawn.map(({ group, points }) =>
      lineSeries(
        selection,
        group,
        points
          .filter(({ x }) => scale === 'linear' || x > 0)
          .map((point) => scaled(point, unit.factor)),
      ),
    ),
    bands: [],
    provenance: provenanceOf(source),
  };
}
