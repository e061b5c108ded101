import type { Chart, Plugin } from 'chart.js';
import { strokeLine } from './draw.ts';
import { drawingOf } from './drawing.ts';
import { clipped } from './plot-area.ts';

/** Arrowheads in the middle of the pieces of a line, in the order of its points; pieces too short for one have none. */
export const arrows: Plugin = {
  id: 'figureArrows',
  afterDatasetsDraw(chart: Chart) {
    const drawing = drawingOf(chart);
    if (drawing === undefined) return;
    const { spec, styles, sizes } = drawing;
    const head = sizes.radius * 1.5;
    clipped(chart, (context) => {
      spec.series.forEach((series, index) => {
        const style = styles[index];
        if (series.mark !== 'line' || series.arrows !== true || style === undefined) return;
        if (!chart.isDatasetVisible(index)) return;
        context.strokeStyle = style.colour;
        context.lineWidth = sizes.line;
        context.setLineDash([]);
        const places = chart.getDatasetMeta(index).data;
        places.slice(1).forEach((to, i) => {
          const from = places[i];
          if (from === undefined) return;
          const [dx, dy] = [to.x - from.x, to.y - from.y];
          if (Math.hypot(dx, dy) < head * 4) return;
          const angle = Math.atan2(dy, dx);
          const [x, y] = [from.x + dx * 0.55, from.y + dy * 0.55];
          for (const turn of [2.6, -2.6]) {
            const [ex, ey] = [Math.cos(angle + turn) * head, Math.sin(angle + turn) * head];
            strokeLine(context, x, y, x + ex, y + ey);
          }
        });
      });
    });
  },
};
