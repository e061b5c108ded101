import type { Chart, Plugin } from 'chart.js';
import { drawMarker } from './draw.ts';
import { drawInPlot } from './plot-area.ts';

/** The median of each process as a point under the ridge of its variant. */
export const rugs: Plugin = {
  id: 'figureRugs',
  afterDatasetsDraw(chart: Chart) {
    drawInPlot(chart, ({ context, drawing: { spec, styles, sizes, theme }, across, up }) => {
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
