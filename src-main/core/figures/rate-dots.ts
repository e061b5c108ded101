import type { FigureSeries, FigureSpec } from '../../contract/figure.ts';
import { sharedIntensity } from '../../contract/intensity.ts';
import { scopeTime } from '../../contract/timing-scopes.ts';
import { format } from '../../contract/units.ts';
import { operationOf, percentText, type RoofGroup } from './roof-points.ts';
import type { Selection } from './selection.ts';
import { identityOfGroup, scaleFor } from './series.ts';
import { type FigureSource, provenanceOf } from './source.ts';
import { theoreticalPeaks, theoreticalRateOf } from './theoretical.ts';
import { contextText, countText, joined, titleOf, unitOn } from './wording.ts';

/**
 * The rate of each variant at one size as a point, where no peak is measured that a bar could be a part of. Points, not
 * bars, since rates that differ by decades have no zero in common. What the data sheet allows stands above a point
 * where the run has a record of it.
 */
export function rateDotsFigure(
  source: FigureSource,
  selection: Selection,
  groups: readonly RoofGroup[],
): FigureSpec {
  const dots = groups.flatMap(({ group, points: [point] }) => {
    if (point === undefined) return [];
    const identity = identityOfGroup(selection, group);
    const peak = theoreticalRateOf(source.machine, point.stored, identity.device, point.x);
    return [{ group, point, identity, peak }];
  });
  const operation = operationOf(selection);
  const best = dots.reduce((a, b) => (b.point.y > a.point.y ? b : a));
  const peaks = dots.flatMap(({ peak }, x) => (peak === null ? [] : [{ x, y: peak }]));
  const rates = [...dots.map(({ point }) => point.y), ...peaks.map(({ y }) => y)];
  const scale = scaleFor(rates);
  const unit = unitOn(scale, rates, 'operations-per-second', operation);
  const rateText = (rate: number) => format(rate, 'operations-per-second', { operation });
  const scaled = (value: number | null) => (value === null ? null : value / unit.factor);
  const without = dots.filter(({ peak }) => peak === null).map(({ group }) => group.label);
  return {
    kind: 'percent-of-peak',
    title: titleOf(selection, `rate, ${scopeTime(selection.scope)}`),
    caption: joined([
      `Declared operations over the median time; bar: 95 % confidence interval; ${countText(dots.map(({ point }) => point.n))} per point.`,
      sharedIntensity(dots.map(({ point }) => point.x))
        ? `All have ${Number(best.point.x.toPrecision(3))} ${operation} per byte, or near it.`
        : '',
      'No peak of these devices is measured, so there is no percentage of one: "breakeven doctor --peaks" measures them on the machine of the run.',
      peaks.length === 0
        ? ''
        : 'Percentages: of the theoretical peak, two transfers per reported memory clock times the width of the bus, or multiprocessors times clock times FP64 operations per cycle where that is lower.',
      peaks.length === 0 || without.length === 0
        ? ''
        : `No theoretical peak of ${without.join(', ')}: the bandwidth of what holds the working set is not on record.`,
      contextText(selection, source),
    ]),
    summary:
      `${titleOf(selection, 'rate')}: ${best.group.label} is highest with ` +
      `${rateText(best.point.y)}. No peak is measured.`,
    x: {
      label: 'Variant',
      scale: 'category',
      categories: dots.map(({ group }) => group.label),
    },
    y: { label: `Rate (${unit.symbol})`, scale, ...(scale === 'linear' ? { min: 0 } : {}) },
    series: [
      ...dots.map(({ group, point, identity, peak }, x): FigureSeries => {
        const { y, lo, hi, n } = point;
        return {
          ...{ key: group.key, label: group.label, ...identity, published: false },
          ...{ mark: 'line', unjoined: true },
          points: [
            {
              ...{ x, y: y / unit.factor, lo: scaled(lo), hi: scaled(hi), n },
              label:
                peak === null ? rateText(y) : `${rateText(y)}, ${percentText((100 * y) / peak)}`,
            },
          ],
        };
      }),
      ...theoreticalPeaks(peaks.map(({ x, y }) => ({ x, y: y / unit.factor }))),
    ],
    bands: [],
    provenance: provenanceOf(source),
  };
}
