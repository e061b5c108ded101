import { valueText } from '../../contract/axis-values.ts';
import {
  caseEnergy,
  devicesText,
  type EnergyDevice,
  energyDevices,
  measuredDevices,
} from '../../contract/energy.ts';
import { notFound } from '../../contract/failure.ts';
import type { FigurePoint, FigureSpec } from '../../contract/figure.ts';
import type { StoredCase } from '../../contract/run.ts';
import { amountOf, rateOf } from '../../contract/throughput.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format } from '../../contract/units.ts';
import type { Hint } from '../../contract/workload.ts';
import { type MeasuredCase, select } from './selection.ts';
import { groupCases, lineSeries, numberAt, scaleFor } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { contextText, countText, joined, numberAxis, titleOf, unitOn } from './wording.ts';

const bytes = { hint: 'bytes-per-second', operation: '' } as const;

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

/** Joules of one execution, over all devices that every case has. */
function energyPoint(
  each: MeasuredCase,
  axis: string,
  devices: readonly EnergyDevice[],
): FigurePoint | undefined {
  const x = numberAt(each, axis);
  const energy = caseEnergy(each.stored.energy, devices);
  if (x === undefined || energy === null) return undefined;
  const { joules, low, high, repetitions } = energy;
  return { x, y: joules, lo: low, hi: high, n: repetitions };
}

const scaled = (point: FigurePoint, factor: number): FigurePoint => ({
  ...point,
  y: point.y / factor,
  lo: point.lo === null ? null : point.lo / factor,
  hi: point.hi === null ? null : point.hi / factor,
});

/** What a figure shows over an axis. */
type Measure = {
  readonly kind: 'throughput' | 'energy';
  readonly hint: Hint;
  readonly operation?: string;
  readonly label: string;
  readonly caption: string;
  /** Of the title, what is timed behind it. */
  readonly timed: string;
  readonly least: boolean;
  /** What n is of a point. */
  readonly counted?: string;
  readonly lacking: string;
  readonly point: (each: MeasuredCase, over: string) => FigurePoint | undefined;
};

/** Declared bytes (or operations) over the median time: throughput over bins. */
export function throughputFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  return figureOver(source, request, (cases, scope) => {
    const rate = rateOf(cases) ?? bytes;
    const isBytes = rate.hint === 'bytes-per-second';
    const what = isBytes ? 'bytes' : 'operations';
    return {
      ...{ kind: 'throughput', ...rate, least: false, label: isBytes ? 'Throughput' : 'Rate' },
      caption: `Declared ${what} over the median ${scopeTime(scope)}; bar: 95 % confidence interval`,
      timed: `, ${scopeTime(scope)}`,
      lacking: 'declares bytes or operations',
      point: (each, over) => ratePoint(each, over, amountOf(each.stored, rate)),
    };
  });
}

/** Joules of one execution. */
export function energyFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  return figureOver(source, request, (cases) => {
    const known = cases
      .map(({ energy }) => measuredDevices(energy))
      .filter((one) => one.length > 0);
    const devices = energyDevices.filter((device) => known.every((own) => own.includes(device)));
    return {
      ...{
        kind: 'energy',
        hint: 'energy',
        label: 'Energy',
        timed: '',
        least: true,
        counted: 'repetition',
      },
      caption: `Joules of one execution, ${devicesText(devices)}; bar: what the intervals of all repetitions allow`,
      lacking: 'has an energy (run --energy)',
      point: (each, over) => energyPoint(each, over, devices),
    };
  });
}

/** Over the size or another swept axis; other swept axes are fixed: at the value asked for, or the most common one. */
function figureOver(
  source: FigureSource,
  request: FigureRequest,
  measureOf: (cases: readonly StoredCase[], scope: string) => Measure,
): FigureSpec {
  let over = '';
  const selection = select(source, request, (size, swept, cases) => {
    over = axisOver(cases, size, swept, request.over);
    return [over];
  });
  const measure = measureOf(
    selection.cases.map(({ stored }) => stored),
    selection.scope,
  );
  const { hint, operation = '' } = measure;
  const drawn = groupCases(selection, request.seriesBy)
    .map((group) => ({
      group,
      points: group.cases.flatMap((each) => measure.point(each, over) ?? []),
    }))
    .filter(({ points }) => points.length > 0);
  const all = drawn.flatMap(({ group, points }) => points.map((point) => ({ group, point })));
  const [first] = all;
  if (first === undefined) {
    throw notFound(
      `no case of ${selection.workload} ${measure.lacking} and has a number for ${over}`,
    );
  }
  const values = all.map(({ point }) => point.y);
  const xs = all.map(({ point }) => point.x);
  const scale = scaleFor(xs);
  const yScale = scaleFor(values);
  const unit = unitOn(yScale, values, hint, operation);
  const best = all.reduce((a, b) => (b.point.y > a.point.y !== measure.least ? b : a), first);
  return {
    kind: measure.kind,
    title: titleOf(selection, `${measure.kind} over ${over}${measure.timed}`),
    caption: joined([
      `${measure.caption}; ${countText(
        all.map(({ point }) => point.n),
        measure.counted,
      )} per point.`,
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, measure.kind)}: ${best.group.label} is ${measure.least ? 'lowest' : 'highest'} with ` +
      `${format(best.point.y, hint, { operation })} at ${over} = ${valueText(best.point.x)}.`,
    x: numberAxis(selection.descriptor, over, xs, scale),
    y: { label: `${measure.label} (${unit.symbol})`, scale: yScale },
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
