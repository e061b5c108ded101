import { BreakevenError, badInput } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format, type Unit, unitFor } from '../../contract/units.ts';
import {
  operationOf,
  percentText,
  type RoofGroup,
  type RoofPoint,
  roofGroups,
} from './roof-points.ts';
import { drawnRoofs, roofKey, roofReach, roofSeries, roofText } from './roofs.ts';
import { type Selection, select } from './selection.ts';
import { type LineSeries, lineSeries } from './series.ts';
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
  const counted = over === undefined ? all.flatMap(({ point }) => point.measuredX ?? []) : [];
  const xs = [...all.map(({ point }) => point.x), ...counted];
  const scaled = (value: number | null) => (value === null ? null : value / unit.factor);
  const under = all.map(({ group, point }) => ({ label: group.label, point, roof: point.roof }));
  const roofs = drawnRoofs(under);
  if (roofs.length === 0) {
    throw badInput(
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
      counted.length === 0
        ? ''
        : 'Hollow: declared bytes; filled: bytes that a profiler counted in the memory of the device.',
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
      ...(over === undefined ? drawn.flatMap((one) => measuredSeries(selection, one, unit)) : []),
      ...drawn.map(({ group, points }) => ({
        ...(over === undefined && points.some(isCounted) ? { secondary: true } : {}),
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

const isCounted = ({ measuredX }: RoofPoint): boolean => measuredX !== null;

/** From declared bytes to counted ones: the hollow mark of the case is drawn over the first. */
function measuredSeries(
  selection: Selection,
  { group, points }: RoofGroup,
  { factor }: Unit,
): readonly LineSeries[] {
  return points.filter(isCounted).map(({ x, measuredX, y, n }) => {
    const at = { y: y / factor, lo: null, hi: null, n };
    const joined = [
      { x, ...at },
      { x: measuredX ?? x, ...at },
    ];
    const series = lineSeries(selection, group, joined, false);
    return { ...series, key: `${group.key} counted`, label: `${group.label}, counted bytes` };
  });
}
