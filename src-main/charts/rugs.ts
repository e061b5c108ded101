import type { Chart, Plugin } from 'chart.js';
import { drawMarker } from './draw.ts';
import { drawingOf } from './drawing.ts';
import { clipped } from './error-bars.ts';

/** The median of each process as a point under the ridge of its variant. */
export const rugs: Plugin = {
  id: 'figureRugs',
  afterDatasetsDraw(chart: Chart) {
    const drawing = drawingOf(chart);
    const { x: across, y: up } = chart.scales;
    if (drawing === undefined || across === undefined || up === undefined) return;
    const { spec, styles, sizes, theme } = drawing;
    clipped(chart, (context) => {
      spec.series.forEach((series, index) => {
        const style = styles[index];
        if (series.mark !== 'step' || series.rug === undefined || style === undefined) return;
        if (!chart.isDatasetVisible(index)) return;
        const y = up.getPixelForValue(series.base ?? 0) + sizes.radius * 1.7;
        for (const value of series.rug) {
          drawMarker(context, style.marker, across.getPixelForValue(value), y, {
            ...{ colour: style.colour, background: theme.background },
            ...{ hollow: true, radius: sizes.radius },
          });
        }
      });
    });
  },
};
