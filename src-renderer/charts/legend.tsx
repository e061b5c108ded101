import { useEffect, useRef } from 'preact/hooks';
import {
  type ChartTheme,
  type Draw2D,
  drawSample,
  seriesStyle,
} from '../../src-main/charts/index.ts';
import type { FigureSeries } from '../../src-main/contract/figure.ts';

const size = { width: 34, height: 14 };

/** Line, dash and marker of a series as the chart draws them. */
function Sample({ series, theme }: { readonly series: FigureSeries; readonly theme: ChartTheme }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || canvas.current === null) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = size.width * ratio;
    canvas.current.height = size.height * ratio;
    context.scale(ratio, ratio);
    const drawing = {
      theme,
      sizes: { family: 'Inter', base: 13, small: 12, line: 1.8, radius: 3.8 },
    };
    const style = seriesStyle(series, theme);
    drawSample(
      context as unknown as Draw2D,
      series,
      style,
      drawing,
      1,
      size.height / 2,
      size.width - 2,
    );
  }, [series, theme]);
  return (
    <span class="sample" aria-hidden="true">
      <canvas ref={canvas} />
    </span>
  );
}

type Props = {
  readonly series: readonly FigureSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  readonly theme: ChartTheme;
};

/** The series by name; each name hides or shows its series. */
export function Legend({ series, hidden, toggle, theme }: Props) {
  return (
    <ul class="legend" aria-label="Series">
      {series.map((each) => (
        <li key={each.key}>
          <button
            type="button"
            class="legend-entry"
            aria-pressed={!hidden.has(each.label)}
            onClick={() => toggle(each.label)}
          >
            <Sample series={each} theme={theme} />
            {each.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
