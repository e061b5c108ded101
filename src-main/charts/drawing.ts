import type { Chart } from 'chart.js';
import type { FigureSpec } from '../contract/figure.ts';
import type { SeriesStyle } from './style.ts';
import type { ChartTheme } from './theme.ts';

/** Sizes of everything drawn, in drawing units (CSS pixels in a window, points in an export). */
export type ChartSizes = {
  readonly family: string;
  /** Text of axis titles and the legend. */
  readonly base: number;
  /** Text of ticks, bands and the caption. */
  readonly small: number;
  readonly line: number;
  readonly radius: number;
};

/** What the plugins draw from. Travels with the chart's data, so that an update replaces both together. */
export type Drawing = {
  readonly spec: FigureSpec;
  readonly theme: ChartTheme;
  readonly sizes: ChartSizes;
  /** One a series, in the order of the specification, which is the order of the datasets. */
  readonly styles: readonly SeriesStyle[];
  /** Intervals are drawn as ribbons too. */
  readonly ribbon?: boolean;
  readonly frame: {
    readonly title: boolean;
    readonly caption: boolean;
    readonly legend: boolean;
    /** They stand whole, whatever is left to the axes: the picture is as high as they ask for. */
    readonly whole?: boolean;
  };
};

const drawings = new WeakMap<object, Drawing>();

/** Binds a drawing to a chart's data object. */
export function attachDrawing(data: object, drawing: Drawing): void {
  drawings.set(data, drawing);
}

/** The drawing of a chart; undefined for a chart that was not made from a figure. */
export function drawingOf(chart: Chart): Drawing | undefined {
  return drawings.get(chart.config.data);
}

export const fontOf = (sizes: ChartSizes, size: number, weight: 400 | 600 = 400): string =>
  `${weight === 600 ? '600 ' : ''}${size}px ${sizes.family}`;

/** Secondary text is a little smaller, but never under 7 unless the base is. */
export function chartSizes(family: string, base: number, points = 1): ChartSizes {
  const crowded = points > 40 ? 0.5 : points > 24 ? 0.7 : 1;
  return {
    family,
    base,
    small: Math.max(Math.min(7, base), base - 1),
    line: base * 0.14,
    radius: base * 0.29 * crowded,
  };
}
