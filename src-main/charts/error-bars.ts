import type { Chart, Plugin } from 'chart.js';
import { type Draw2D, drawMarker, strokeLine } from './draw.ts';
import { type Drawing, drawingOf } from './drawing.ts';
import { clipped } from './plot-area.ts';

/** Within half a unit, as positions are rounded. */
function inside({ chartArea: { left, right, top, bottom } }: Chart, x: number, y: number): boolean {
  return x >= left - 0.5 && x <= right + 0.5 && y >= top - 0.5 && y <= bottom + 0.5;
}

/** The cap of a bar, or an arrow at the edge of the plot that it goes on beyond. */
function drawEnd(
  context: Draw2D,
  x: number,
  y: number,
  cap: number,
  edge: number | null,
  direction: 1 | -1,
): void {
  if (edge === null) {
    strokeLine(context, x - cap, y, x + cap, y);
    return;
  }
  strokeLine(context, x - cap, edge - direction * cap * 1.4, x, edge);
  strokeLine(context, x + cap, edge - direction * cap * 1.4, x, edge);
}

function drawSeries(chart: Chart, context: Draw2D, drawing: Drawing, index: number): void {
  const series = drawing.spec.series[index];
  const style = drawing.styles[index];
  if (series === undefined || style === undefined || series.mark === 'box') {
    return;
  }
  const scale = chart.scales.y;
  const elements = chart.getDatasetMeta(index).data;
  const { line, radius } = drawing.sizes;
  const cap = radius * 0.95;
  context.lineWidth = line * 0.75;
  context.strokeStyle = series.mark === 'bar' ? drawing.theme.text : style.colour;
  context.setLineDash([]);
  series.points.forEach(({ lo, hi }, i) => {
    const element = elements[i];
    if (element === undefined || scale === undefined || lo === null || hi === null) {
      return;
    }
    const x = element.x;
    const { top, bottom } = chart.chartArea;
    // On a logarithmic axis an end at or below zero lies beyond the axis.
    const low = scale.type === 'logarithmic' && lo <= 0 ? bottom * 2 : scale.getPixelForValue(lo);
    const high = scale.getPixelForValue(hi);
    strokeLine(context, x, Math.min(low, bottom), x, Math.max(high, top));
    drawEnd(context, x, low, cap, low > bottom ? bottom : null, 1);
    drawEnd(context, x, high, cap, high < top ? top : null, -1);
  });
  if (series.mark !== 'line' || series.bare === true) {
    return;
  }
  const paint = {
    colour: style.colour,
    background: drawing.theme.background,
    hollow: style.hollow,
    radius,
  };
  for (const { x, y } of elements) {
    if (inside(chart, x, y)) {
      drawMarker(context, style.marker, x, y, paint);
    }
  }
}

/** Confidence intervals as bars with caps, and the markers above them. */
export const errorBars: Plugin = {
  id: 'figureErrorBars',
  afterDatasetsDraw(chart) {
    const drawing = drawingOf(chart);
    if (drawing === undefined) {
      return;
    }
    clipped(
      chart,
      (context) => {
        // The first series is drawn last, on top, as Chart.js does with its lines.
        for (let index = drawing.spec.series.length - 1; index >= 0; index -= 1) {
          if (chart.isDatasetVisible(index)) {
            drawSeries(chart, context, drawing, index);
          }
        }
      },
      drawing.sizes.radius * 1.5,
    );
  },
};
