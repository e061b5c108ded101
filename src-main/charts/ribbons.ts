import type { Chart, Plugin } from 'chart.js';
import type { Draw2D } from './draw.ts';
import { drawInPlot } from './plot-area.ts';
import { withAlpha } from './style.ts';

/** Intervals of the points of a line as a ribbon behind it, where a window asks for it. */
export const ribbons: Plugin = {
  id: 'figureRibbons',
  beforeDatasetsDraw(chart: Chart) {
    drawInPlot(chart, ({ context, drawing, across, up }) => {
      if (drawing.ribbon !== true) return;
      drawing.spec.series.forEach((series, index) => {
        const style = drawing.styles[index];
        if (series.mark !== 'line' || series.unjoined === true || style === undefined) return;
        const ends = series.points.flatMap(({ x, lo, hi }) =>
          lo === null || hi === null || (up.type === 'logarithmic' && lo <= 0)
            ? []
            : [
                {
                  x: across.getPixelForValue(x),
                  lo: up.getPixelForValue(lo),
                  hi: up.getPixelForValue(hi),
                },
              ],
        );
        if (ends.length < 2) return;
        fillBetween(context, ends, withAlpha(style.colour, 0.14));
      });
    });
  },
};

function fillBetween(
  context: Draw2D,
  ends: readonly { readonly x: number; readonly lo: number; readonly hi: number }[],
  colour: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  ends.forEach(({ x, hi }, i) => {
    if (i === 0) context.moveTo(x, hi);
    else context.lineTo(x, hi);
  });
  for (const { x, lo } of [...ends].reverse()) context.lineTo(x, lo);
  context.closePath();
  context.fill();
}
