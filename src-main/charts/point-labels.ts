import type { Chart, Plugin } from 'chart.js';
import type { FigureSeries } from '../contract/figure.ts';
import type { Draw2D } from './draw.ts';
import { type Drawing, drawingOf, fontOf } from './drawing.ts';
import {
  aboveBar,
  alongBare,
  type Box,
  besideMarker,
  crosses,
  firstFree,
  type Place,
  type Segment,
} from './label-places.ts';
import { clipped } from './plot-area.ts';
import { measureIn } from './text.ts';

/** Where a text of that size may stand, the best place first: next to a marker, above a bar, along a bare line. */
function candidates(
  series: FigureSeries,
  place: Place,
  [next, before]: readonly [Place | undefined, Place | undefined],
  size: Place,
  gap: number,
): readonly Box[] {
  if (series.mark === 'bar') return aboveBar(place, size, gap);
  return series.mark === 'line' && series.bare === true
    ? alongBare(place, next, before, size, gap)
    : besideMarker(place, size, gap);
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

const placeOf = (element: { readonly x: number; readonly y: number } | undefined) =>
  element === undefined ? undefined : ([element.x, element.y] as const);

/** Lines that are drawn, piece by piece. */
function linesOf(chart: Chart, { spec }: Drawing): readonly Segment[] {
  return spec.series.flatMap((series, index) => {
    if (series.mark !== 'line' || series.unjoined === true || !chart.isDatasetVisible(index)) {
      return [];
    }
    const { data } = chart.getDatasetMeta(index);
    return data.slice(1).map((to, i): Segment => {
      const from = data[i] ?? to;
      return [
        [from.x, from.y],
        [to.x, to.y],
      ];
    });
  });
}

/**
 * What is written next to points: a percentage, the name of a roof, a ridge. One that finds no free place is left out; one
 * that lies on a line hides it.
 */
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
    const lines = linesOf(chart, drawing);
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
          const { data } = chart.getDatasetMeta(index);
          const ends = [placeOf(data[i + 1]), placeOf(data[i - 1])] as const;
          const spots = candidates(series, place, ends, size, sizes.radius * 1.6);
          const box = firstFree(spots, { boxes: taken, lines }, chart.chartArea);
          if (box === undefined) return;
          if (lines.some((line) => crosses(line, box))) {
            inside.fillStyle = theme.background;
            inside.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
          }
          taken.push(box);
          inside.fillStyle = theme.text;
          inside.fillText(label, box.left, box.bottom - sizes.small * 0.28);
        });
      });
    });
  },
};
