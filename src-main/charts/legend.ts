import type { FigureSeries } from '../contract/figure.ts';
import { type Draw2D, drawMarker, strokeLine } from './draw.ts';
import { type Drawing, fontOf } from './drawing.ts';
import type { Area } from './layout-box.ts';
import { type SeriesStyle, withAlpha } from './style.ts';
import { ellipsis, measureIn, wrapText } from './text.ts';

type Place = {
  readonly series: FigureSeries;
  readonly style: SeriesStyle;
  /** One line, or several where the label is wider than a picture that may be as high as it asks for. */
  readonly lines: readonly string[];
  readonly x: number;
  readonly row: number;
};

type Layout = {
  readonly places: readonly Place[];
  readonly rows: number;
  readonly rowHeight: number;
  /** Where `and 7 more` stands; null when all are named. */
  readonly more: { readonly text: string; readonly x: number; readonly row: number } | null;
};

const sampleWidth = (drawing: Drawing) => drawing.sizes.base * 2.4;
const rowHeightOf = (drawing: Drawing) => drawing.sizes.small * 1.4;
/** Part of a given height that a legend may take. */
const maxHeight = 0.36;

/**
 * Columns of equal width, as many as fit whole; where the rows would eat the plot, more and narrower columns with
 * shortened labels, and at last a count of those that are left out. Where the legend stands whole a label that is wider
 * than its only column goes on in further lines.
 */
function layOut(drawing: Drawing, context: Draw2D, width: number, height: number): Layout {
  const { sizes, spec, styles, frame } = drawing;
  const measure = measureIn(context, fontOf(sizes, sizes.small));
  const sample = sampleWidth(drawing) + sizes.base * 0.4;
  const gap = sizes.base * 1.2;
  const count = spec.series.length;
  const widest = Math.max(0, ...spec.series.map(({ label }) => measure(label)));
  const fitting = (label: number) => Math.floor((width + gap) / (sample + label + gap));
  const maxRows =
    frame.whole === true
      ? count
      : Math.max(1, Math.floor((height * maxHeight) / rowHeightOf(drawing)));
  let columns = Math.max(1, Math.min(count, fitting(widest)));
  const narrowest = Math.max(1, Math.min(count, fitting(Math.min(widest, sizes.small * 9))));
  while (columns < narrowest && Math.ceil(count / columns) > maxRows) {
    columns += 1;
  }
  if (frame.whole === true && columns === 1) {
    return inOneColumn(drawing, (label) => wrapText(label, width - sample, measure));
  }
  const rows = Math.min(maxRows, Math.ceil(count / columns));
  const named = rows * columns >= count ? count : rows * columns - 1;
  const column = Math.min((width + gap) / columns, sample + widest + gap);
  // Column by column, so that related series stand under each other.
  const spot = (index: number) => ({ x: Math.floor(index / rows) * column, row: index % rows });
  const places = spec.series.slice(0, named).flatMap((series, index): Place[] => {
    const style = styles[index];
    const text = ellipsis(series.label, column - gap - sample, measure);
    return style === undefined ? [] : [{ series, style, lines: [text], ...spot(index) }];
  });
  const more = named < count ? { text: `and ${count - named} more`, ...spot(named) } : null;
  return { places, rows, rowHeight: rowHeightOf(drawing), more };
}

function inOneColumn(drawing: Drawing, linesOf: (label: string) => readonly string[]): Layout {
  const { spec, styles } = drawing;
  let rows = 0;
  const places = spec.series.flatMap((series, index): Place[] => {
    const style = styles[index];
    if (style === undefined) return [];
    const lines = linesOf(series.label);
    const row = rows;
    rows += Math.max(1, lines.length);
    return [{ series, style, lines, x: 0, row }];
  });
  return { places, rows, rowHeight: rowHeightOf(drawing), more: null };
}

/** Bars of a single series and boxes with their own place on the axis are named by the axes. */
export function needsLegend({ spec }: Pick<Drawing, 'spec'>): boolean {
  const places = spec.x.categories ?? [];
  const named = spec.series.every(
    (series) =>
      (series.mark === 'bar' && spec.series.length === 1) ||
      (series.mark === 'box' && places.includes(series.label)),
  );
  return spec.series.length > 0 && !named;
}

/** Height of the legend in a picture `height` high. */
export function measureLegend(
  drawing: Drawing,
  context: Draw2D,
  width: number,
  height: number,
): number {
  if (!needsLegend(drawing)) {
    return 0;
  }
  const { rows, rowHeight } = layOut(drawing, context, width, height);
  return rows * rowHeight + drawing.sizes.small * 0.6;
}

/** The sample of a series: its line with marker, or a filled swatch. `x` is the left end, `y` the middle. */
export function drawSample(
  context: Draw2D,
  series: FigureSeries,
  style: SeriesStyle,
  drawing: Pick<Drawing, 'sizes' | 'theme'>,
  x: number,
  y: number,
  width: number,
): void {
  const { sizes, theme } = drawing;
  context.strokeStyle = style.colour;
  context.lineWidth = sizes.line;
  if (series.mark === 'bar' || series.mark === 'box') {
    const side = sizes.base * 0.8;
    context.setLineDash([]);
    const filled = style.hollow ? theme.background : style.colour;
    context.fillStyle = series.mark === 'bar' ? filled : withAlpha(style.colour, 0.15);
    context.fillRect(x + (width - side) / 2, y - side / 2, side, side);
    context.strokeRect(x + (width - side) / 2, y - side / 2, side, side);
    return;
  }
  context.setLineDash(style.dash.map((part) => part * sizes.line));
  if (series.mark !== 'line' || series.unjoined !== true) {
    strokeLine(context, x, y, x + width, y);
  }
  if (series.mark === 'line' && series.bare !== true) {
    drawMarker(context, style.marker, x + width / 2, y, {
      colour: style.colour,
      background: theme.background,
      hollow: style.hollow,
      radius: sizes.radius,
    });
  }
}

export function drawLegend(drawing: Drawing, context: Draw2D, area: Area, height: number): void {
  const { sizes, theme } = drawing;
  const { places, rowHeight, more } = layOut(drawing, context, area.right - area.left, height);
  const sample = sampleWidth(drawing);
  context.font = fontOf(sizes, sizes.small);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  for (const { series, style, lines, x, row } of places) {
    const middle = area.top + sizes.small * 0.5 + (row + 0.5) * rowHeight;
    drawSample(context, series, style, drawing, area.left + x, middle, sample);
    context.fillStyle = theme.text;
    const left = area.left + x + sample + sizes.base * 0.4;
    lines.forEach((line, i) => {
      context.fillText(line, left, middle + i * rowHeight + sizes.small * 0.35);
    });
  }
  if (more !== null) {
    const middle = area.top + sizes.small * 0.5 + (more.row + 0.5) * rowHeight;
    context.fillStyle = theme.mutedText;
    context.fillText(more.text, area.left + more.x, middle + sizes.small * 0.35);
  }
}
