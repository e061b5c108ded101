import { BreakevenError } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format, unitFor } from '../../contract/units.ts';
import { operationOf, percentText, roofGroups } from './roof-points.ts';
import { drawnRoofs, roofKey, roofReach, roofSeries, roofText } from './roofs.ts';
import { select } from './selection.ts';
import { lineSeries } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { theoreticalSeries, theoreticalText } from './theoretical.ts';
import { contextText, countText, joined, titleOf } from './wording.ts';

/**
 * Operations a second over operations a byte (Williams, Waterman and Patterson 2009), a point a variant at one size
 * (the largest by default), or one at each size joined by arrows where it is drawn `over` the size. Each stands under the roof of its own device, threads and cache, the one that its share of
 * the peak is of.
 */
export function rooflineFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  const { over } = request;
  const selection = select(source, request, () => (over === undefined ? [] : [over]));
  const drawn = roofGroups(source, selection, request);
  const all = drawn.flatMap(({ group, points }) => points.map((point) => ({ group, point })));
  const [first] = all;
  if (first === undefined) throw new BreakevenError('internal', 'a group without points');
  const best = all.reduce((a, b) => (b.point.y > a.point.y ? b : a), first);
  const operation = operationOf(selection);
  const unit = unitFor(best.point.y, 'operations-per-second', operation);
  const xs = all.map(({ point }) => point.x);
  const scaled = (value: number | null) => (value === null ? null : value / unit.factor);
  const under = all.map(({ group, point }) => ({ label: group.label, point, roof: point.roof }));
  const roofs = drawnRoofs(under);
  if (roofs.length === 0) {
    throw new BreakevenError(
      'bad-input',
      'a roofline needs a roof, and no peak of this device is measured: "breakeven doctor --peaks" measures them on the machine of the run; the figure percent-of-peak draws the rates without one',
    );
  }
  const [from, to] = roofReach(xs, roofs);
  const theoretical = theoreticalSeries(roofs, from, to, unit.factor, operation, source.machine);
  return {
    kind: 'roofline',
    title: titleOf(selection, `roofline, ${scopeTime(selection.scope)}`),
    caption: joined([
      `Declared operations over the median time; bar: 95 % confidence interval; ${countText(all.map(({ point }) => point.n))} per point.`,
      over === undefined ? '' : `Arrows: from small to large ${over}.`,
      all.some(({ point }) => point.percent !== null)
        ? 'Percentages: of what the roof allows at that intensity.'
        : '',
      roofText(
        roofs.filter((roof) => request.hidden?.includes(roofKey(roof)) !== true),
        under,
        operation,
      ),
      theoreticalText(roofs, source.machine),
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
          points.map(({ x, y, lo, hi, n, percent }) => ({
            ...{ x, y: y / unit.factor, lo: scaled(lo), hi: scaled(hi), n },
            ...(percent === null ? {} : { label: percentText(percent) }),
          })),
          false,
        ),
        ...(points.length > 1 ? { arrows: true } : { unjoined: true }),
      })),
      ...roofSeries(roofs, from, to, unit.factor, operation),
      ...theoretical,
    ],
    ...(over === undefined ? {} : { over }),
    bands: [],
    provenance: provenanceOf(source),
  };
}
