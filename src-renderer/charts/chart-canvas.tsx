import { Chart, type Plugin } from 'chart.js';
import zoomPlugin from 'chartjs-plugin-zoom';
import { useEffect, useRef } from 'preact/hooks';
import {
  type ChartTheme,
  chartConfiguration,
  registerChartParts,
} from '../../src-main/charts/index.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';

registerChartParts();

/** A point that was chosen: its series, its place, and its run where points are runs. */
export type Point = { readonly label: string; readonly x: number; readonly run?: string };

/** What a chart of a sweep can be worked with. */
export type ChartTools = {
  /** A stretch of the horizontal axis was chosen with the mouse. */
  readonly onZoom?: (ends: { readonly min: number; readonly max: number }) => void;
  /** A point was clicked. */
  readonly onPoint?: (point: Point) => void;
  readonly yWidth?: number;
  /** Height in CSS pixels where it is not that of the style sheet. */
  readonly low?: boolean;
};

/** A line through all series where the pointer is. */
const crosshair: Plugin = {
  id: 'figureCrosshair',
  afterDraw(chart) {
    const [active] = chart.tooltip?.getActiveElements() ?? [];
    if (active === undefined) return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.strokeStyle = String(chart.options.color ?? '#888888');
    ctx.globalAlpha = 0.5;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(active.element.x, chartArea.top);
    ctx.lineTo(active.element.x, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  },
};

/** The picture of a figure. Drawn again only when the figure or the theme is another one. */
export function ChartCanvas({
  spec,
  theme,
  summary,
  tools,
}: {
  readonly spec: FigureSpec;
  readonly theme: ChartTheme;
  readonly summary: string;
  readonly tools?: ChartTools | undefined;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart | null>(null);
  const latest = useRef({ spec, tools });
  latest.current = { spec, tools };
  const worked = tools !== undefined;
  useEffect(() => {
    let gone = false;
    const draw = () => {
      if (gone || canvas.current === null) return;
      const { data, options, plugins } = configured(spec, theme, latest, worked);
      if (chart.current === null) {
        chart.current = new Chart(canvas.current, { type: 'line', data, options, plugins });
        // For whoever waits for the picture: tests, screenshots, benchmarks.
        canvas.current.dataset.drawn = 'true';
        return;
      }
      chart.current.data = data;
      chart.current.options = options;
      chart.current.update('none');
    };
    // Text that is measured before its font is there is laid out for another one.
    void document.fonts.load('13px Inter').then(draw, draw);
    return () => {
      gone = true;
    };
  }, [spec, theme, worked]);
  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );
  return (
    <div class={tools?.low === true ? 'chart-box low' : worked ? 'chart-box worked' : 'chart-box'}>
      <canvas ref={canvas} role="img" aria-label={summary} />
    </div>
  );
}

type Latest = {
  readonly current: { readonly spec: FigureSpec; readonly tools: ChartTools | undefined };
};

/** The configuration of a figure with brush zoom, crosshair and clicks where the chart is worked with. */
function configured(spec: FigureSpec, theme: ChartTheme, latest: Latest, worked: boolean) {
  const { yWidth } = latest.current.tools ?? {};
  const base = chartConfiguration(spec, {
    theme,
    ...(yWidth === undefined ? {} : { yWidth }),
    crosshair: worked,
  }) as unknown as {
    data: Chart['data'];
    options: NonNullable<Chart['config']['options']>;
    plugins: Plugin[];
  };
  if (!worked) return base;
  const zoom = {
    zoom: {
      drag: {
        enabled: latest.current.tools?.onZoom !== undefined,
        threshold: 8,
        backgroundColor: 'rgba(110, 140, 190, 0.25)',
      },
      mode: 'x' as const,
      onZoomComplete({ chart }: { chart: Chart }) {
        const { min, max } = chart.scales.x ?? { min: 0, max: 0 };
        latest.current.tools?.onZoom?.({ min, max });
      },
    },
  };
  const onClick = (event: { native?: Event | null }, _found: unknown, chart: Chart) => {
    const { native } = event;
    if (native === undefined || native === null) return;
    const [hit] = chart.getElementsAtEventForMode(native, 'nearest', { intersect: true }, false);
    const series = hit === undefined ? undefined : latest.current.spec.series[hit.datasetIndex];
    if (hit === undefined || series === undefined || series.mark === 'box') return;
    const point = series.points[hit.index];
    if (point !== undefined) {
      const { run } = point;
      const chosen = { label: series.label, x: point.x };
      latest.current.tools?.onPoint?.(run === undefined ? chosen : { ...chosen, run });
    }
  };
  return {
    data: base.data,
    plugins: [...base.plugins, crosshair, zoomPlugin as unknown as Plugin],
    options: {
      ...base.options,
      onClick: onClick as never,
      plugins: { ...base.options.plugins, zoom } as never,
    },
  };
}
