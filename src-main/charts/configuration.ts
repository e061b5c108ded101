import type {
  ChartConfiguration,
  ChartDataset,
  ChartOptions,
  Plugin,
  Scale,
  ScriptableLineSegmentContext,
  TooltipItem,
} from 'chart.js';
import type { FigureSeries, FigureSpec } from '../contract/figure.ts';
import { commaNumbers } from '../contract/numbers.ts';
import { arrows } from './arrows.ts';
import { bands } from './bands.ts';
import { boxes } from './boxes.ts';
import { crossings } from './crossings.ts';
import { axisDomain } from './domain.ts';
import type { Draw2D } from './draw.ts';
import { attachDrawing, chartSizes, type Drawing, fontOf } from './drawing.ts';
import { errorBars } from './error-bars.ts';
import { frame } from './frame.ts';
import { pointLabels } from './point-labels.ts';
import { ribbons } from './ribbons.ts';
import { rugs } from './rugs.ts';
import { type SeriesStyle, seriesStyle, withAlpha } from './style.ts';
import { describePoint } from './table.ts';
import { ellipsis, measureIn, wrapText } from './text.ts';
import { type ChartTheme, lightTheme } from './theme.ts';
import { fittingMarks, linearTicks, logTicks } from './ticks.ts';

export type ChartSettings = {
  readonly theme: ChartTheme;
  /** CSS font family; must be loaded. */
  readonly fontFamily: string;
  /** Size of the base text in drawing units: CSS pixels in a window, points in an export. */
  readonly fontSize: number;
  /** Parts drawn into the picture. A window shows its own title, caption and legend. */
  readonly frame: Drawing['frame'];
  /** Drawing units around everything. */
  readonly padding: number;
  /** Whether the chart follows its container and the pointer (a window), or is drawn once. */
  readonly interactive: boolean;
  /** Width of the vertical axis with its labels, so that charts one above the other share their horizontal axis. */
  readonly yWidth?: number;
  /** The pointer reads all series at its place instead of the nearest point. */
  readonly crosshair?: boolean;
};

export const windowSettings: ChartSettings = {
  theme: lightTheme,
  fontFamily: 'Inter, sans-serif',
  fontSize: 13,
  frame: { title: false, caption: false, legend: false },
  padding: 4,
  interactive: true,
};

/** Chart.js plugins that draw what Chart.js alone does not. Part of every configuration made here. */
export const figurePlugins: readonly Plugin[] = [
  frame,
  bands,
  ribbons,
  boxes,
  arrows,
  errorBars,
  crossings,
  rugs,
  pointLabels,
];

/** The level of a segment ends with it: nothing joins it to the next. */
const level = {
  borderColor: ({ p0, p1 }: ScriptableLineSegmentContext) =>
    p0.parsed.y === p1.parsed.y ? undefined : 'transparent',
};

export type FigureChart = ChartConfiguration<'line' | 'bar'>;

function dataset(
  series: FigureSeries,
  style: SeriesStyle,
  { theme, sizes, spec }: Drawing,
): ChartDataset<'line' | 'bar'> {
  const common = { label: series.label, borderColor: style.colour };
  const border = style.dash.map((part) => part * sizes.line);
  switch (series.mark) {
    case 'line':
    case 'step': {
      const step = series.mark === 'step';
      return {
        ...common,
        type: 'line',
        data: series.points.map(({ x, y }) => ({ x, y })),
        borderWidth: series.published ? sizes.line * 0.8 : sizes.line,
        borderDash: border,
        borderJoinStyle: 'round',
        // The plugin draws the markers; these only catch the pointer.
        pointRadius: 0,
        pointHoverRadius: 0,
        pointHitRadius: sizes.base,
        showLine: !(series.mark === 'line' && series.unjoined === true),
        stepped: step ? 'before' : false,
        ...(spec.kind === 'trend' && !step && series.bare === true ? { segment: level } : {}),
        fill: step && series.fill === true ? { value: series.base ?? 0 } : false,
        backgroundColor: withAlpha(style.colour, 0.12),
      };
    }
    case 'bar':
      return {
        ...common,
        type: 'bar',
        data: series.points.map(({ x, y }) => ({ x, y })),
        backgroundColor: style.hollow ? theme.background : style.colour,
        borderWidth: style.hollow ? sizes.line : 0,
        maxBarThickness: sizes.base * 4,
        // Bars of one category stand on each other, or there is one of each category.
        grouped: false,
      };
    case 'box':
      return {
        ...common,
        type: 'line',
        showLine: false,
        pointRadius: 0,
        pointHoverRadius: 0,
        pointHitRadius: sizes.base * 2,
        data: series.boxes.map(({ x, median }) => ({ x, y: median })),
      };
  }
}

/** Replaces the ticks of a scale by ones whose labels do not touch. */
function chooseTicks(scale: Scale, spec: FigureSpec, { sizes }: Drawing): void {
  const horizontal = scale.isHorizontal();
  const axis = horizontal ? spec.x : spec.y;
  const measure = measureIn(scale.ctx as unknown as Draw2D, fontOf(sizes, sizes.small));
  const room = {
    // What the labels of the other axis and the ends take is not known yet: one in twenty-five to be safe.
    length: (horizontal ? scale.maxWidth : scale.maxHeight) * 0.96,
    extent: (text: string) => (horizontal ? measure(text) : sizes.small * 1.1),
    gap: horizontal ? sizes.small * 0.8 : sizes.small * 0.5,
    style: axis.ticks ?? 'plain',
    whole: axis.whole === true,
  };
  const log = axis.scale === 'log';
  if (axis.marks !== undefined) {
    const length = scale.max - scale.min || 1;
    const place = (at: number) => ((at - scale.min) / length) * room.length;
    scale.ticks = fittingMarks(axis.marks, place, room).map(({ at, text }) => ({
      ...{ value: at, text, major: text !== '' },
    }));
    return;
  }
  const ticks = (log ? logTicks : linearTicks)(scale.min, scale.max, room);
  const written = spec.decimalComma === true ? commaNumbers : (text: string) => text;
  scale.ticks = ticks.map(({ value, text }) => ({
    ...{ value, text: written(text), major: text !== '' },
  }));
}

function chooseCategories(scale: Scale, spec: FigureSpec, { sizes }: Drawing): void {
  const categories = (scale.isHorizontal() ? spec.x : spec.y).categories ?? [];
  const measure = measureIn(scale.ctx as unknown as Draw2D, fontOf(sizes, sizes.small));
  if (!scale.isHorizontal()) {
    scale.ticks = categories.map((text, value) => ({
      ...{ value, major: true, turned: false, lines: null },
      text: ellipsis(text, scale.maxWidth * 0.4, measure),
    }));
    return;
  }
  const cell = (scale.maxWidth / Math.max(1, categories.length)) * 0.92;
  // Under about four letters a cell cannot hold a name: those are turned, and cut at a length that leaves a plot.
  const turned =
    cell < sizes.small * 2.4 ||
    categories.some((text) => {
      const lines = wrapText(text.replaceAll('-', '-\u200b'), cell, measure);
      return lines.length > 3 || text.split(/[\s-]+/).some((word) => measure(word) > cell);
    });
  scale.ticks = categories.map((text, value) => ({
    value,
    major: true,
    text: turned ? ellipsis(text, sizes.small * 11, measure) : text,
    turned,
    lines: turned ? null : wrapHyphens(text, cell, measure),
  }));
}

/** Wraps at spaces and after hyphens: `shared-atomics` may become two lines. */
function wrapHyphens(text: string, width: number, measure: (text: string) => number): string[] {
  const pieces = text.split(/(?<=[\s-])/);
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece;
    } else {
      line += piece;
    }
  }
  lines.push(line.trimEnd());
  return lines;
}

/** A title that is longer than its axis goes on to further lines: three, or as many as it takes below a picture of any height. */
function wrapTitle(scale: Scale, label: string, { sizes, frame: parts }: Drawing): void {
  const horizontal = scale.isHorizontal();
  const measure = measureIn(scale.ctx as unknown as Draw2D, fontOf(sizes, sizes.base));
  const max = horizontal && parts.whole === true ? undefined : 3;
  const lines = wrapText(label, horizontal ? scale.maxWidth : scale.maxHeight, measure, max);
  (scale.options as unknown as { title: { text: string[] } }).title.text = [...lines];
}

type TextTick = {
  readonly text?: string;
  readonly lines?: string[] | null;
  readonly major?: boolean;
  readonly turned?: boolean;
};

function scaleOptions(spec: FigureSpec, which: 'x' | 'y', drawing: Drawing) {
  const axis = spec[which];
  const { theme, sizes } = drawing;
  const domain = axisDomain(spec, which);
  const category = axis.scale === 'category';
  const font = { family: sizes.family, size: sizes.small };
  return {
    type: category ? 'linear' : axis.scale === 'log' ? 'logarithmic' : 'linear',
    position: which === 'x' ? 'bottom' : 'left',
    min: domain.min,
    max: domain.max,
    offset: false,
    stacked: spec.stacked === true,
    afterSetDimensions: (scale: Scale) => wrapTitle(scale, axis.label, drawing),
    afterBuildTicks: (scale: Scale) =>
      category ? chooseCategories(scale, spec, drawing) : chooseTicks(scale, spec, drawing),
    afterCalculateLabelRotation: (scale: Scale) => {
      const turned = scale.ticks.some((tick) => (tick as TextTick).turned === true);
      scale.labelRotation = turned ? 90 : 0;
    },
    title: {
      display: axis.label !== '',
      text: axis.label,
      color: theme.text,
      font: { family: sizes.family, size: sizes.base },
      padding: { top: sizes.base * 0.3, bottom: sizes.base * 0.3 },
    },
    border: { color: theme.axis, width: sizes.line * 0.6 },
    grid: {
      display: !category,
      color: (context: { readonly tick?: TextTick }) =>
        context.tick?.major === true ? theme.grid : theme.minorGrid,
      lineWidth: sizes.line * 0.5,
      tickLength: sizes.base * 0.35,
      tickColor: (context: { readonly tick?: TextTick }) =>
        context.tick?.major === true ? theme.axis : 'transparent',
      tickWidth: sizes.line * 0.6,
    },
    ticks: {
      color: theme.text,
      font,
      padding: sizes.small * 0.25,
      autoSkip: false,
      includeBounds: false,
      minRotation: 0,
      maxRotation: 0,
      callback: (_value: unknown, index: number, ticks: readonly TextTick[]) =>
        ticks[index]?.lines ?? ticks[index]?.text ?? '',
    },
  };
}

type Item = TooltipItem<'line' | 'bar'>;

/** Of what lies under the crosshair, the points at one place: that of the first series that has one. */
function onePerSeries(item: Item, _index: number, items: readonly Item[]): boolean {
  const [first] = items;
  return first === undefined || item.parsed.x === first.parsed.x;
}

const byHeight = (a: Item, b: Item): number => (b.parsed.y ?? 0) - (a.parsed.y ?? 0);

/** `, 3.2×`: how many times the lowest value at the same place; nothing for the lowest itself. */
function besideFastest(spec: FigureSpec, { datasetIndex, parsed }: Item): string {
  const series = spec.series[datasetIndex];
  if (series?.mark !== 'line' || series.bare === true || spec.kind !== 'scaling') return '';
  const there = spec.series.flatMap((each) =>
    each.mark === 'line' && each.bare !== true
      ? each.points.filter(({ x }) => x === parsed.x).map(({ y }) => y)
      : [],
  );
  const ratio = (parsed.y ?? Number.NaN) / Math.min(...there);
  return ratio > 1 ? `, ${Number(ratio.toPrecision(3))}×` : ', fastest';
}

/**
 * A Chart.js configuration that draws the figure: pure, without a DOM. To follow new data on a living chart, set
 * `chart.data` and `chart.options` from a new configuration and call `chart.update('none')`.
 */
export function chartConfiguration(
  spec: FigureSpec,
  settings: Partial<ChartSettings> = {},
): FigureChart {
  const {
    theme,
    fontFamily,
    fontSize,
    frame: parts,
    padding,
    interactive,
    yWidth,
    crosshair = false,
  } = {
    ...windowSettings,
    ...settings,
  };
  const max = Math.max(
    0,
    ...spec.series.map((series) => (series.mark === 'line' ? series.points.length : 0)),
  );
  const drawing: Drawing = {
    spec,
    theme,
    sizes: chartSizes(fontFamily, fontSize, max),
    styles: spec.series.map((series) => seriesStyle(series, theme)),
    frame: parts,
    ribbon: interactive,
  };
  const data = {
    datasets: spec.series.flatMap((series, index) => {
      const style = drawing.styles[index];
      return style === undefined ? [] : [dataset(series, style, drawing)];
    }),
  };
  attachDrawing(data, drawing);
  const options = {
    animation: false,
    responsive: interactive,
    maintainAspectRatio: false,
    parsing: false,
    normalized: false,
    events: interactive ? undefined : [],
    layout: { padding, autoPadding: true },
    font: { family: fontFamily, size: drawing.sizes.base },
    color: theme.text,
    interaction: crosshair ? { mode: 'x', intersect: false } : { mode: 'nearest', intersect: true },
    scales: {
      x: scaleOptions(spec, 'x', drawing),
      y: {
        ...scaleOptions(spec, 'y', drawing),
        ...(yWidth === undefined
          ? {}
          : {
              afterFit: (scale: Scale) => {
                scale.width = yWidth;
              },
            }),
      },
    },
    plugins: {
      legend: { display: false },
      title: { display: false },
      tooltip: {
        enabled: interactive,
        callbacks: {
          title: () => '',
          label: (item: TooltipItem<'line' | 'bar'>) =>
            describePoint(spec, item.datasetIndex, item.dataIndex) +
            (crosshair ? besideFastest(spec, item) : ''),
        },
        ...(crosshair ? { filter: onePerSeries, itemSort: byHeight } : {}),
      },
    },
  };
  return {
    type: 'line',
    data,
    // Scriptable options of mixed charts are beyond what the library's types can say.
    options: options as unknown as ChartOptions<'line' | 'bar'>,
    plugins: [...figurePlugins] as Plugin<'line' | 'bar'>[],
  };
}
