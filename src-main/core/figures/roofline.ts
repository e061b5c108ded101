import { BreakevenError } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format, unitFor } from '../../contract/units.ts';
import { drawnRoofs, roofKey, roofReach, roofSeries, roofText } from './roofs.ts';
import { select } from './selection.ts';
import { groupCases, lineSeries } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { contextText, countText, joined, titleOf } from './wording.ts';

/**
 * Operations a second over operations a byte (Williams, Waterman and Patterson 2009), a point a variant at one size
 * (the largest by default). Each stands under the roof of its own device, threads and cache, the one that its share of
 * the peak is of.
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
          roof: source.roofOf?.(stored) ?? null,
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
  const scaled = (value: number | null) => (value === null ? null : value / unit.factor);
  const under = all.map(({ group, point }) => ({ label: group.label, point, roof: point.roof }));
  const roofs = drawnRoofs(under);
  const [from, to] = roofReach(xs, roofs);
  return {
    kind: 'roofline',
    title: titleOf(selection, `roofline, ${scopeTime(selection.span)}`),
    caption: joined([
      `Declared operations over the median time; bar: 95 % confidence interval; ${countText(all.map(({ point }) => point.n))} per point.`,
      roofText(
        roofs.filter((roof) => request.hidden?.includes(roofKey(roof)) !== true),
        under,
        operation,
      ),
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, 'roofline')}: ${best.group.label} is highest with ` +
      `${format(best.point.y, 'operations-per-second', { operation })} at ${Number(best.point.x.toPrecision(3))} ${operation} per byte.`,
    x: { label: `Operational intensity (${operation}/B)`, scale: 'log' },
    y: { label: `Rate (${unit.symbol})`, scale: 'log' },
    series: [
      ...drawn.map(({ group, points }) => ({
        ...lineSeries(
          selection,
          group,
          points.map(({ x, y, lo, hi, n }) => ({
            x,
            y: y / unit.factor,
            lo: scaled(lo),
            hi: scaled(hi),
            n,
          })),
        ),
        unjoined: true,
      })),
      ...roofSeries(roofs, from, to, unit.factor),
    ],
    bands: [],
    provenance: provenanceOf(source),
  };
}
