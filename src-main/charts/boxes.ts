import type { Plugin } from 'chart.js';
import { strokeLine } from './draw.ts';
import { drawingOf } from './drawing.ts';
import { clipped } from './plot-area.ts';
import { withAlpha } from './style.ts';

/** Box plots: box from the first to the third quartile, line at the median, whiskers, and points beyond them. */
export const boxes: Plugin = {
  id: 'figureBoxes',
  afterDatasetsDraw(chart) {
    const drawing = drawingOf(chart);
    const { x: xScale, y: yScale } = chart.scales;
    if (drawing === undefined || xScale === undefined || yScale === undefined) {
      return;
    }
    const { spec, styles, sizes } = drawing;
    const places = Math.max(1, spec.x.categories?.length ?? spec.series.length);
    const half = Math.min((chart.chartArea.width / places) * 0.3, sizes.base * 2.5);
    clipped(chart, (context) => {
      spec.series.forEach((series, index) => {
        const style = styles[index];
        if (series.mark !== 'box' || style === undefined || !chart.isDatasetVisible(index)) {
          return;
        }
        context.setLineDash([]);
        context.strokeStyle = style.colour;
        context.lineWidth = sizes.line * 0.8;
        for (const box of series.boxes) {
          const x = xScale.getPixelForValue(box.x);
          const at = (value: number) => yScale.getPixelForValue(value);
          const top = at(box.q3);
          const height = at(box.q1) - top;
          const [low, high] = box.whiskers;
          strokeLine(context, x, at(high), x, top);
          strokeLine(context, x, top + height, x, at(low));
          for (const end of box.whiskers) {
            strokeLine(context, x - half * 0.5, at(end), x + half * 0.5, at(end));
          }
          for (const outlier of box.outliers) {
            context.beginPath();
            context.arc(x, at(outlier), sizes.line * 1.5, 0, 2 * Math.PI);
            context.stroke();
          }
          context.fillStyle = withAlpha(style.colour, 0.15);
          context.fillRect(x - half, top, half * 2, height);
          context.strokeRect(x - half, top, half * 2, height);
          context.lineWidth = sizes.line * 1.5;
          strokeLine(context, x - half, at(box.median), x + half, at(box.median));
          context.lineWidth = sizes.line * 0.8;
        }
      });
    });
  },
};
