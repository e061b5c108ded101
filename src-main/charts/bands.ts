import type { Chart, Plugin } from 'chart.js';
import type { FigureSpec } from '../contract/figure.ts';
import { axisDomain } from './domain.ts';
import { type Draw2D, strokeLine } from './draw.ts';
import { type Drawing, drawingOf, fontOf } from './drawing.ts';
import { addBox, type Box } from './layout-box.ts';
import { withAlpha } from './style.ts';
import { measureIn, wrapText } from './text.ts';

type Band = FigureSpec['bands'][number];
export type BandLabel = {
  readonly lines: readonly string[];
  readonly left: number;
  readonly width: number;
  readonly row: number;
};

/**
 * Puts labels over their bands: centred where there is room, pushed inside the plot at its ends, in as many rows as
 * it takes so that none touches another; `row` is that of the last line. `centres` and the result are relative to a plot
 * `width` wide.
 */
export function placeLabels(
  labels: readonly {
    readonly lines: readonly string[];
    readonly centre: number;
    readonly width: number;
  }[],
  width: number,
  gap: number,
): readonly BandLabel[] {
  const rowEnds: number[] = [];
  const sorted = [...labels].sort((a, b) => a.centre - b.centre);
  return sorted.map((label) => {
    const left = Math.max(0, Math.min(width - label.width, label.centre - label.width / 2));
    const fits = (from: number) =>
      label.lines.every((_, i) => left >= (rowEnds[from + i] ?? Number.NEGATIVE_INFINITY) + gap);
    let row = 0;
    while (!fits(row)) row += 1;
    label.lines.forEach((_, i) => {
      rowEnds[row + i] = left + label.width;
    });
    return { lines: label.lines, left, width: label.width, row };
  });
}

function shown(spec: FigureSpec, min: number, max: number): readonly Band[] {
  return spec.bands.filter(({ at, lo, hi }) => (hi ?? at) >= min && (lo ?? at) <= max);
}

function labelsOf(chart: Chart, drawing: Drawing, width: number): readonly BandLabel[] {
  const { spec, sizes } = drawing;
  const context = chart.ctx as unknown as Draw2D;
  const measure = measureIn(context, fontOf(sizes, sizes.small));
  const natural = axisDomain(spec, 'x');
  const scale = chart.scales.x;
  // A zoom sets new ends in the options; the scale itself is not laid out yet when this is first asked.
  const end = (value: unknown, otherwise: number) =>
    typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
  const min = end(scale?.options.min, natural.min);
  const max = end(scale?.options.max, natural.max);
  const log = spec.x.scale === 'log';
  const place = (value: number) =>
    log
      ? (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min))
      : (value - min) / (max - min);
  const labels = shown(spec, min, max).map((band) => {
    // A label that is cut would lose its number: it goes on to a further line.
    const lines =
      measure(band.label) <= width ? [band.label] : wrapText(band.label, width, measure);
    const centre = Math.max(0, Math.min(1, place(Math.max(band.at, log ? min : band.at)))) * width;
    return { lines, centre, width: Math.max(...lines.map(measure)) };
  });
  return placeLabels(labels, width, sizes.base);
}

/** Room above the plot for the labels of the bands, so that they never lie on the data. */
function bandBox(chart: Chart): Box {
  let height = 0;
  return {
    position: 'top',
    weight: 1,
    fullSize: false,
    measure(width) {
      const drawing = drawingOf(chart);
      if (drawing === undefined || drawing.spec.bands.length === 0) {
        height = 0;
        return 0;
      }
      const rows = Math.max(
        0,
        ...labelsOf(chart, drawing, width).map(({ row, lines }) => row + lines.length),
      );
      height = rows * drawing.sizes.small * 1.35 + (rows > 0 ? drawing.sizes.small * 0.35 : 0);
      return height;
    },
    draw(context, area) {
      const drawing = drawingOf(chart);
      if (drawing === undefined || height === 0) {
        return;
      }
      const { sizes, theme } = drawing;
      const { left, right } = chart.chartArea;
      context.font = fontOf(sizes, sizes.small);
      context.fillStyle = theme.text;
      context.textAlign = 'left';
      context.textBaseline = 'alphabetic';
      for (const label of labelsOf(chart, drawing, right - left)) {
        // The first row is nearest to the plot.
        label.lines.forEach((line, i) => {
          const row = label.row + label.lines.length - 1 - i;
          const y = area.bottom - sizes.small * 0.45 - row * sizes.small * 1.35;
          context.fillText(line, left + label.left, y);
        });
      }
    },
  };
}

/** Diagonal lines over a stretch of the plot, so many pixels apart. */
function hatch(
  context: Draw2D,
  [from, to]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  step: number,
): void {
  for (let start = from - (bottom - top); start < to; start += step) {
    const [left, right] = [Math.max(from, start), Math.min(to, start + bottom - top)];
    if (left < right)
      strokeLine(context, left, bottom - (left - start), right, bottom - (right - start));
  }
}

/** Break-even sizes as vertical bands: interval shaded, estimate dashed; hatched what is not known; a speedup of 1. */
export const bands: Plugin = {
  id: 'figureBands',
  beforeInit(chart) {
    addBox(chart, bandBox(chart));
  },
  beforeDatasetsDraw(chart) {
    const drawing = drawingOf(chart);
    const scale = chart.scales.x;
    if (drawing === undefined || scale === undefined) {
      return;
    }
    const context = chart.ctx as unknown as Draw2D;
    const { left, right, top, bottom } = chart.chartArea;
    const { sizes, theme } = drawing;
    context.save();
    context.strokeStyle = theme.mutedText;
    context.lineWidth = sizes.line * 0.3;
    context.setLineDash([]);
    const { y } = chart.scales;
    if (drawing.spec.kind === 'speedup' && y !== undefined && y.min < 1 && y.max > 1) {
      const at = y.getPixelForValue(1);
      context.lineWidth = sizes.line * 0.7;
      strokeLine(context, left, at, right, at);
      context.lineWidth = sizes.line * 0.3;
    }
    for (const [from, to] of drawing.spec.unknown ?? []) {
      const ends = [Math.max(from, scale.min), Math.min(to, scale.max)] as const;
      if (ends[0] > ends[1]) continue;
      const [begin, end] = [scale.getPixelForValue(ends[0]), scale.getPixelForValue(ends[1])];
      hatch(context, [begin, Math.max(end, begin + sizes.line)], [top, bottom], sizes.base * 0.8);
    }
    for (const { at, lo, hi, series } of shown(drawing.spec, scale.min, scale.max)) {
      const own = drawing.spec.series.findIndex(({ key }) => key === series);
      const colour = drawing.styles[own]?.colour;
      if (lo !== null && hi !== null) {
        const from = Math.max(left, scale.getPixelForValue(Math.max(lo, scale.min)));
        const to = Math.min(right, scale.getPixelForValue(Math.min(hi, scale.max)));
        context.fillStyle = colour === undefined ? theme.band : withAlpha(colour, 0.1);
        context.fillRect(from, top, Math.max(to - from, sizes.line * 0.5), bottom - top);
      }
      if (at >= scale.min && at <= scale.max) {
        const x = scale.getPixelForValue(at);
        context.strokeStyle = colour ?? theme.bandLine;
        context.lineWidth = sizes.line * 0.7;
        context.setLineDash([sizes.line * 3, sizes.line * 2]);
        strokeLine(context, x, top, x, bottom);
      }
    }
    context.restore();
  },
};
