import { Chart } from 'chart.js';
import { useEffect, useRef } from 'preact/hooks';
import {
  type ChartTheme,
  chartConfiguration,
  registerChartParts,
} from '../../src-main/charts/index.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';

registerChartParts();

/** The picture of a figure. Drawn again only when the figure or the theme is another one. */
export function ChartCanvas({
  spec,
  theme,
  summary,
}: {
  readonly spec: FigureSpec;
  readonly theme: ChartTheme;
  readonly summary: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart | null>(null);
  useEffect(() => {
    let gone = false;
    const draw = () => {
      if (gone || canvas.current === null) return;
      const configuration = chartConfiguration(spec, { theme });
      if (chart.current === null) {
        chart.current = new Chart(canvas.current, configuration) as unknown as Chart;
        // For whoever waits for the picture: tests, screenshots, benchmarks.
        canvas.current.dataset.drawn = 'true';
        return;
      }
      const { data, options } = configuration as unknown as Pick<Chart, 'data' | 'options'>;
      chart.current.data = data;
      chart.current.options = options;
      chart.current.update('none');
    };
    // Text that is measured before its font is there is laid out for another one.
    void document.fonts.load('13px Inter').then(draw, draw);
    return () => {
      gone = true;
    };
  }, [spec, theme]);
  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );
  return (
    <div class="chart-box">
      <canvas ref={canvas} role="img" aria-label={summary} />
    </div>
  );
}
