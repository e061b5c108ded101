import type { Chart, Plugin } from 'chart.js';
import { drawMarker, strokeLine } from './draw.ts';
import { drawInPlot } from './plot-area.ts';

/** The crossing of each break-even on its line: a marker, and the interval of n* in a neutral colour. */
export const crossings: Plugin = {
  id: 'figureCrossings',
  afterDatasetsDraw(chart: Chart) {
    drawInPlot(chart, ({ context, drawing: { spec, styles, sizes, theme }, across, up }) => {
      for (const { series, at, y, lo, hi } of spec.bands) {
        const index = spec.series.findIndex(({ key }) => key === series);
        const style = styles[index];
        if (style === undefined || y === undefined) continue;
        const [place, height] = [across.getPixelForValue(at), up.getPixelForValue(y)];
        const cap = sizes.radius * 2;
        context.setLineDash([]);
        context.strokeStyle = theme.mutedText;
        context.lineWidth = sizes.line * 0.75;
        if (lo !== null && hi !== null) {
          const [from, to] = [across.getPixelForValue(lo), across.getPixelForValue(hi)];
          strokeLine(context, from, height, to, height);
          strokeLine(context, from, height - cap, from, height + cap);
          strokeLine(context, to, height - cap, to, height + cap);
        }
        const paint = { colour: style.colour, background: theme.background, hollow: true };
        drawMarker(context, style.marker, place, height, { ...paint, radius: sizes.radius * 1.7 });
      }
    });
  },
};
