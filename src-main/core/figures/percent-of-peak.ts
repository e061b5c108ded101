import type { FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { sharedIntensity } from '../../contract/intensity.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format } from '../../contract/units.ts';
import { rateDotsFigure } from './rate-dots.ts';
import { operationOf, percentText, roofGroups } from './roof-points.ts';
import { drawnRoofs, heightAt, roofText } from './roofs.ts';
import { select } from './selection.ts';
import { identityOfGroup } from './series.ts';
import { type FigureRequest, type FigureSource, provenanceOf } from './source.ts';
import { theoreticalOf, theoreticalPeaks } from './theoretical.ts';
import { contextText, countText, joined, titleOf } from './wording.ts';

/**
 * A bullet chart: how much of its measured peak each variant reaches at one size. It says all that a roofline does where
 * all points share one operational intensity, and would stand above each other. Without a measured peak: their rates.
 */
export function percentOfPeakFigure(source: FigureSource, request: FigureRequest = {}): FigureSpec {
  const selection = select(source, request, () => []);
  const groups = roofGroups(source, selection, request);
  const bars = groups.flatMap(({ group, points }) => {
    const [point] = points;
    return point?.percent == null || point.roof === null
      ? []
      : [{ group, point, percent: point.percent, roof: point.roof }];
  });
  const [first] = bars;
  if (first === undefined) return rateDotsFigure(source, selection, groups);
  const operation = operationOf(selection);
  const best = bars.reduce((a, b) => (b.percent > a.percent ? b : a), first);
  const under = groups.flatMap(({ group, points }) =>
    points.map((point) => ({ label: group.label, point, roof: point.roof })),
  );
  const theoretical = bars.flatMap(({ point, roof }, x) => {
    const { bytesPerSecond, operationsPerSecond } = theoreticalOf(source.machine, roof);
    const allowed = heightAt(roof, point.x);
    // Arithmetic is what limits only where the roof is flat; elsewhere the memory is.
    const flat = roof.operationsPerSecond === allowed;
    const slope = bytesPerSecond === null ? null : bytesPerSecond * point.x;
    const rate = flat ? operationsPerSecond : slope;
    return rate === null ? [] : [{ x, y: (100 * rate) / allowed }];
  });
  return {
    kind: 'percent-of-peak',
    title: titleOf(selection, `percent of the measured peak, ${scopeTime(selection.scope)}`),
    caption: joined([
      `Bar: declared work over the median time, as a part of what was measured of the same device (100 %); whisker: 95 % confidence interval; ${countText(bars.map(({ point }) => point.n))} per bar.`,
      sharedIntensity(bars.map(({ point }) => point.x))
        ? `All have ${Number(first.point.x.toPrecision(3))} ${operation} per byte, or near it.`
        : '',
      roofText(drawnRoofs(under), under, operation),
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, 'percent of the measured peak')}: ${best.group.label} reaches most with ` +
      `${percentText(best.percent)}, ${format(best.point.y, 'operations-per-second', { operation })}.`,
    x: {
      label: 'Variant',
      scale: 'category',
      categories: bars.map(({ group }) => group.label),
    },
    y: {
      label: 'Part of the measured peak (%)',
      scale: 'linear',
      min: 0,
      max:
        1.1 *
        Math.max(100, ...bars.map(({ percent }) => percent), ...theoretical.map(({ y }) => y)),
    },
    series: [
      ...bars.map(({ group, point, percent }, x): FigureSeries => {
        const part = (rate: number | null) => (rate === null ? null : (percent * rate) / point.y);
        return {
          key: group.key,
          label: group.label,
          ...identityOfGroup(selection, group),
          published: false,
          mark: 'bar',
          points: [
            {
              ...{ x, y: percent, lo: part(point.lo), hi: part(point.hi), n: point.n },
              label: percentText(percent),
            },
          ],
        };
      }),
      {
        ...{ key: 'measured-peak', label: 'measured peak', device: null, slot: 4 },
        ...{ published: false, mark: 'line', bare: true },
        points: [-0.5, bars.length - 0.5].map((x) => ({ x, y: 100, lo: null, hi: null, n: 0 })),
      },
      ...theoreticalPeaks(theoretical),
    ],
    bands: [],
    provenance: provenanceOf(source),
  };
}
