import { Chart, type Plugin } from 'chart.js';
import zoomPlugin from 'chartjs-plugin-zoom';
import type { TargetedPointerEvent } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  type ChartTheme,
  chartConfiguration,
  registerChartParts,
} from '../../src-main/charts/index.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';
import { type Point, usePointKeys } from './point-keys.ts';

registerChartParts();

/** What a chart of a sweep can be worked with. */
export type ChartTools = {
  /** A stretch of the horizontal axis was chosen with the mouse. */
  readonly onZoom?: (ends: { readonly min: number; readonly max: number }) => void;
  /** A point was clicked. */
  readonly onPoint?: (point: Point) => void;
  readonly yWidth?: number;
  /** A line at one place of the horizontal axis, which can be dragged where `move` is given. */
  readonly marker?: { readonly at: number; readonly move?: (at: number) => void } | undefined;
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

/** So near to the marker, in CSS pixels, a press takes hold of it. */
const reach = 7;

/** The marker of a chart and, while it is dragged, where it is by then. */
function useMarker(
  chart: { readonly current: Chart | null },
  latest: Latest,
): {
  readonly plugin: Plugin;
  readonly handlers: {
    onPointerDownCapture(event: TargetedPointerEvent<HTMLDivElement>): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(): void;
  };
} {
  const dragged = useRef<number | null>(null);
  const marker = () => latest.current.tools?.marker;
  const placeOf = (drawn: Chart) => {
    const at = dragged.current ?? marker()?.at;
    return at === undefined ? undefined : drawn.scales.x?.getPixelForValue(at);
  };
  const plugin = useMemo(
    (): Plugin => ({
      id: 'figureMarker',
      afterDraw(drawn) {
        const x = placeOf(drawn);
        const { ctx, chartArea } = drawn;
        if (x === undefined || x < chartArea.left - 1 || x > chartArea.right + 1) return;
        ctx.save();
        ctx.strokeStyle = String(drawn.options.color ?? '#888888');
        ctx.fillStyle = ctx.strokeStyle;
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        ctx.moveTo(x, chartArea.top);
        ctx.lineTo(x, chartArea.bottom);
        ctx.stroke();
        if (marker()?.move !== undefined) {
          ctx.beginPath();
          ctx.moveTo(x, chartArea.bottom - 8);
          ctx.lineTo(x + 6, chartArea.bottom);
          ctx.lineTo(x - 6, chartArea.bottom);
          ctx.fill();
        }
        ctx.restore();
      },
    }),
    [],
  );
  const pointer = (event: PointerEvent) => {
    const drawn = chart.current;
    if (drawn === null || marker()?.move === undefined) return null;
    const x = event.clientX - drawn.canvas.getBoundingClientRect().left;
    return { drawn, x, near: Math.abs(x - (placeOf(drawn) ?? Number.NaN)) <= reach };
  };
  const handlers = {
    // The press is the marker's alone: the brush of the zoom follows mouse events, which do not come after this.
    onPointerDownCapture(event: TargetedPointerEvent<HTMLDivElement>) {
      const at = pointer(event);
      if (at === null || !at.near) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = latest.current.tools?.marker?.at ?? null;
    },
    onPointerMove(event: PointerEvent) {
      const at = pointer(event);
      if (at === null) return;
      if (dragged.current === null) {
        at.drawn.canvas.style.cursor = at.near ? 'ew-resize' : '';
        return;
      }
      const { x } = at.drawn.scales;
      if (x === undefined) return;
      const inside = Math.min(x.max, Math.max(x.min, x.getValueForPixel(at.x) ?? x.min));
      dragged.current = Number(inside.toPrecision(2));
      at.drawn.draw();
    },
    onPointerUp() {
      const at = dragged.current;
      dragged.current = null;
      if (at !== null) marker()?.move?.(at);
    },
  };
  return { plugin, handlers };
}

type Props = {
  readonly spec: FigureSpec;
  readonly theme: ChartTheme;
  readonly summary: string;
  readonly tools?: ChartTools | undefined;
};

/** The picture of a figure. Drawn again only when the figure or the theme is another one. */
export function ChartCanvas({ spec, theme, summary, tools }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart | null>(null);
  const latest = useRef({ spec, tools });
  latest.current = { spec, tools };
  const worked = tools !== undefined;
  const { plugin, handlers } = useMarker(chart, latest);
  const { onKeyDown, said } = usePointKeys(chart, spec, tools?.onPoint);
  const mark = tools?.marker?.at;
  useEffect(() => void chart.current?.draw(), [mark]);
  useEffect(() => {
    let gone = false;
    const draw = () => {
      if (gone || canvas.current === null) return;
      const { data, options, plugins } = configured(spec, theme, latest, worked, plugin);
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
    <div
      {...handlers}
      class={tools?.low === true ? 'chart-box low' : worked ? 'chart-box worked' : 'chart-box'}
    >
      <canvas ref={canvas} role="img" aria-label={summary} tabIndex={0} onKeyDown={onKeyDown} />
      <p class="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

type Latest = {
  readonly current: { readonly spec: FigureSpec; readonly tools: ChartTools | undefined };
};

/** The configuration of a figure with brush zoom, crosshair and clicks where the chart is worked with. */
function configured(
  spec: FigureSpec,
  theme: ChartTheme,
  latest: Latest,
  worked: boolean,
  marker: Plugin,
) {
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
    plugins: [...base.plugins, crosshair, marker, zoomPlugin as unknown as Plugin],
    options: {
      ...base.options,
      onClick: onClick as never,
      plugins: { ...base.options.plugins, zoom } as never,
    },
  };
}
