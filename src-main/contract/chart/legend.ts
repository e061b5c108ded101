import type { FigureSeries } from '../figure.ts';
import { type Draw2D, drawMarker, strokeLine } from './draw.ts';
import { type Drawing, fontOf } from './drawing.ts';
import type { Area } from './layout-box.ts';
import { type SeriesStyle, withAlpha } from './style.ts';
import { ellipsis, measureIn } from './text.ts';

type Place = {
  readonly series: FigureSeries;
  readonly style: SeriesStyle;
  readonly text: string;
  readonly x: number;
  readonly row: number;
};

type Layout = {
  readonly places: readonly Place[];
  readonly rows: number;
  readonly rowHeight: number;
};

const sampleWidth = (drawing: Drawing) => drawing.sizes.base * 2.4;

/** Columns of equal width, as many as fit; a label that is wider than the picture is shortened. */
function layOut(drawing: Drawing, context: Draw2D, width: number): Layout {
  const { sizes, spec, styles } = drawing;
  const measure = measureIn(context, fontOf(sizes, sizes.small));
  const sample = sampleWidth(drawing) + sizes.base * 0.4;
  const gap = sizes.base * 1.2;
  const widest = Math.max(0, ...spec.series.map(({ label }) => measure(label)));
  const columns = Math.max(
    1,
    Math.min(spec.series.length, Math.floor((width + gap) / (sample + widest + gap))),
  );
  const rows = Math.ceil(spec.series.length / columns);
  const column = (width + gap) / columns;
  // Column by column, so that related series stand under each other.
  const places = spec.series.flatMap((series, index): Place[] => {
    const style = styles[index];
    return style === undefined
      ? []
      : [
          {
            series,
            style,
            text: ellipsis(series.label, column - gap - sample, measure),
            x: Math.floor(index / rows) * column,
            row: index % rows,
          },
        ];
  });
  return { places, rows, rowHeight: sizes.small * 1.4 };
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

export function measureLegend(
  drawing: Drawing,
  context: Draw2D,
  width: number,
  _height: number,
): number {
  if (!needsLegend(drawing)) {
    return 0;
  }
  const { rows, rowHeight } = layOut(drawing, context, width);
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
    context.fillStyle = series.mark === 'bar' ? style.colour : withAlpha(style.colour, 0.15);
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

export function drawLegend(drawing: Drawing, context: Draw2D, area: Area): void {
  const { sizes, theme } = drawing;
  const { places, rowHeight } = layOut(drawing, context, area.right - area.left);
  const sample = sampleWidth(drawing);
  context.font = fontOf(sizes, sizes.small);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  for (const { series, style, text, x, row } of places) {
    const middle = area.top + sizes.small * 0.5 + (row + 0.5) * rowHeight;
    drawSample(context, series, style, drawing, area.left + x, middle, sample);
    context.fillStyle = theme.text;
    context.fillText(text, area.left + x + sample + sizes.base * 0.4, middle + sizes.small * 0.35);
  }
}
