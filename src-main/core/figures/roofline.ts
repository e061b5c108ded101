import { BreakevenError } from '../../contract/failure.ts';
import type { FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { format, unitFor } from '../../contract/units.ts';
import { select } from './selection.ts';
import { groupCases, lineSeries } from './series.ts';
import { type Ceilings, type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { contextText, countText, joined, titleOf } from './wording.ts';

/** The measured roof: bandwidth times intensity up to the measured rate of operations. */
function roof(ceilings: Ceilings, from: number, to: number, factor: number): FigureSeries {
  const { bytesPerSecond, operationsPerSecond } = ceilings;
  const at = (x: number) =>
    Math.min(bytesPerSecond * x, operationsPerSecond ?? Number.POSITIVE_INFINITY);
  const ridge = operationsPerSecond === null ? from : operationsPerSecond / bytesPerSecond;
  const xs = [from, ...(ridge > from && ridge < to ? [ridge] : []), to];
  return {
    key: 'ceiling',
    label: 'measured ceiling',
    device: null,
    slot: 4,
    published: false,
    mark: 'line',
    bare: true,
    points: xs.map((x) => ({ x, y: at(x) / factor, lo: null, hi: null, n: 0 })),
  };
}

/**
 * Operations a second over operations a byte (Williams, Waterman and Patterson 2009), a point a variant at one size (the
 * largest unless given), under the
 * ceilings measured on this device where they are known.
 */
export function rooflineFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  const selection = select(source, request, () => []);
  const groups = groupCases(selection, request.seriesBy).map((group) => ({
    group,
    points: group.cases.flatMap(({ stored, metric }) => {
      const { operations, bytesMoved } = stored;
      if (
        operations === null ||
        bytesMoved === null ||
        !(operations > 0) ||
        !(bytesMoved > 0) ||
        !(metric.median_ns > 0)
      ) {
        return [];
      }
      const rate = (ns: number | null) =>
        ns === null || !(ns > 0) ? null : operations / (ns / 1e9);
      return [
        {
          x: operations / bytesMoved,
          y: operations / (metric.median_ns / 1e9),
          lo: rate(metric.ci95_hi_ns),
          hi: rate(metric.ci95_lo_ns),
          n: metric.n,
        },
      ];
    }),
  }));
  const drawn = groups.filter(({ points }) => points.length > 0);
  const all = drawn.flatMap(({ group, points }) => points.map((point) => ({ group, point })));
  const [first] = all;
  if (first === undefined) {
    throw new BreakevenError(
      'not-found',
      `a roofline needs declared bytes and operations; no case of ${selection.workload} has both`,
    );
  }
  const best = all.reduce((a, b) => (b.point.y > a.point.y ? b : a), first);
  const operation =
    selection.cases.find(({ stored }) => stored.operationUnit !== null)?.stored.operationUnit ??
    'op';
  const unit = unitFor(best.point.y, 'operations-per-second', operation);
  const xs = all.map(({ point }) => point.x);
  const from = Math.min(...xs) / 3;
  const to = Math.max(...xs) * 3;
  const scaled = (value: number | null) => (value === null ? null : value / unit.factor);
  const { ceilings } = source;
  return {
    kind: 'roofline',
    title: titleOf(selection, `roofline, ${selection.span} span`),
    caption: joined([
      `Declared operations over the median time; bar: 95 % confidence interval; ${countText(all.map(({ point }) => point.n))} a point.`,
      ceilings === undefined ? 'The ceilings of this device have not been measured.' : '',
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, 'roofline')}: ${best.group.label} is highest with ` +
      `${format(best.point.y, 'operations-per-second', { operation })} at ${Number(best.point.x.toPrecision(3))} ${operation} a byte.`,
    x: { label: `Operational intensity (${operation}/B)`, scale: 'log' },
    y: { label: `Rate (${unit.symbol})`, scale: 'log' },
    series: [
      ...drawn.map(({ group, points }) => ({
        ...lineSeries(
          selection,
          group,
          points.map((point) => ({
            ...point,
            y: point.y / unit.factor,
            lo: scaled(point.lo),
            hi: scaled(point.hi),
          })),
        ),
        unjoined: true,
      })),
      ...(ceilings === undefined ? [] : [roof(ceilings, from, to, unit.factor)]),
    ],
    bands: [],
    provenance: provenanceOf(source),
  };
}
