import type { Chart, Scale } from 'chart.js';
import type { Draw2D } from './draw.ts';
import { type Drawing, drawingOf } from './drawing.ts';

/** Draws inside the plot area only, and `margin` around it, so that a marker at an end of an axis stays whole. */
export function clipped(chart: Chart, draw: (context: Draw2D) => void, margin = 0): void {
  const context = chart.ctx as unknown as Draw2D;
  const { left, top, right, bottom } = chart.chartArea;
  context.save();
  context.beginPath();
  context.rect(left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin);
  context.clip();
  draw(context);
  context.restore();
}

/** What is drawn over the data of a figure with two axes. */
export type Plot = {
  readonly context: Draw2D;
  readonly drawing: Drawing;
  readonly across: Scale;
  readonly up: Scale;
};

/** Draws inside the plot area of a chart that was made from a figure with two axes; nothing where it was not. */
export function drawInPlot(chart: Chart, draw: (plot: Plot) => void): void {
  const drawing = drawingOf(chart);
  const { x: across, y: up } = chart.scales;
  if (drawing === undefined || across === undefined || up === undefined) return;
  clipped(chart, (context) => draw({ context, drawing, across, up }));
}
