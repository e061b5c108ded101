import type { Chart, Plugin } from 'chart.js';
import type { FigureSeries } from '../contract/figure.ts';
import type { Draw2D } from './draw.ts';
import { type Drawing, drawingOf, fontOf } from './drawing.ts';
import { clipped } from './plot-area.ts';
import { measureIn } from './text.ts';

type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const within = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** The first of the boxes that lies in the area and touches none of those that are taken. */
export function firstFree(
  candidates: readonly Box[],
  taken: readonly Box[],
  area: Box,
): Box | undefined {
  return candidates.find((box) => within(box, area) && !taken.some((other) => overlap(box, other)));
}

/** Where a text of that size may stand, the best place first: next to a marker, above a bar, along a bare line. */
function candidates(
  series: FigureSeries,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  gap: number,
  /** The bare line goes up from here: it would pass through a text above it. */
  rises: boolean,
): readonly Box[] {
  const at = (left: number, top: number): Box => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  const above = y - gap - height;
  if (series.mark === 'bar') return [at(x - width / 2, above)];
  if (series.mark === 'line' && series.bare === true) {
    const low = y + gap;
    return (rises ? [low, above] : [above, low]).flatMap((top) => [
      at(x + gap, top),
      at(x - gap - width, top),
      at(x - width / 2, top),
    ]);
  }
  const beside = y - height / 2;
  return [
    at(x + gap, beside),
    at(x - gap - width, beside),
    at(x - width / 2, above),
    at(x - width / 2, y + gap),
  ];
}

/** Boxes of the markers, on which no label is to lie. */
function markersOf(chart: Chart, { spec, sizes: { radius } }: Drawing): readonly Box[] {
  return spec.series.flatMap((series, index) =>
    series.mark !== 'line' || series.bare === true
      ? []
      : chart.getDatasetMeta(index).data.map(({ x, y }) => ({
          left: x - radius,
          right: x + radius,
          top: y - radius,
          bottom: y + radius,
        })),
  );
}

/** What is written next to points: a percentage, the name of a roof, a ridge. One that finds no free place is left out. */
export const pointLabels: Plugin = {
  id: 'figurePointLabels',
  afterDatasetsDraw(chart: Chart) {
    const drawing = drawingOf(chart);
    if (drawing === undefined) return;
    const { spec, sizes, theme } = drawing;
    const context = chart.ctx as unknown as Draw2D;
    const font = fontOf(sizes, sizes.small);
    const measure = measureIn(context, font);
    const taken = [...markersOf(chart, drawing)];
    clipped(chart, (inside) => {
      inside.font = font;
      inside.textAlign = 'left';
      inside.textBaseline = 'alphabetic';
      spec.series.forEach((series, index) => {
        if (series.mark === 'box' || !chart.isDatasetVisible(index)) return;
        series.points.forEach(({ label, hi }, i) => {
          const element = chart.getDatasetMeta(index).data[i];
          if (label === undefined || element === undefined) return;
          const size = [measure(label), sizes.small * 1.15] as const;
          // Above the whisker of a bar, not on it.
          const top =
            series.mark === 'bar' && hi !== null ? chart.scales.y?.getPixelForValue(hi) : element.y;
          const place = [element.x, Math.min(element.y, top ?? element.y)] as const;
          const next = chart.getDatasetMeta(index).data[i + 1];
          const rises = next !== undefined && next.y < element.y - 1;
          const spots = candidates(series, place, size, sizes.radius * 1.6, rises);
          const box = firstFree(spots, taken, chart.chartArea);
          if (box === undefined) return;
          taken.push(box);
          inside.fillStyle = theme.text;
          inside.fillText(label, box.left, box.bottom - sizes.small * 0.28);
        });
      });
    });
  },
};
