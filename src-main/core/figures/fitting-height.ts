import { BreakevenError } from '../../contract/failure.ts';
import type { FigureOptions, FigureSpec } from '../../contract/figure.ts';
import { loadCanvas } from './canvas.ts';
import { drawChart, type FittedOptions, pointsPerMm } from './draw-chart.ts';

/** Of its width, what the axes of a figure are high at least when nobody says how high it is. */
const plotAspect = 0.44;
/** Of its width, the minimum height of such a figure: one with a short caption and legend keeps the usual shape. */
const minAspect = 75 / 88.9;
const maxMm = 600;
/** Sizes of the text that the axes of such a figure are high at least: so high is a title next to them. */
const usualHigh = 6;
/** Sizes of the text that axes are wide and high at least: below, ticks and points lie on each other. */
const minWidth = 2;
const minHeight = 1.5;

/**
 * The options with a height: the given one, else the one at which title, legend and caption stand whole and leave the
 * axes their share of the width.
 *
 * @throws BreakevenError `bad-input` for a width or height that leaves the axes no room, or for a width that needs more
 * height than a figure may have.
 */
export function fitted(spec: FigureSpec, options: FigureOptions): FittedOptions {
  const { widthMm, fontPt } = options;
  // What is above and below the axes is the same at every height where nothing is left out for want of it.
  const { around } = measured(spec, { ...options, heightMm: maxMm * 10, whole: true });
  const fittedMm = wholeMm(options, around);
  const settled =
    options.heightMm === null
      ? { ...options, heightMm: fittedMm, whole: true }
      : { ...options, heightMm: options.heightMm, whole: false };
  if (settled.heightMm > maxMm) {
    throw new BreakevenError(
      'bad-input',
      `width: ${widthMm} mm with ${fontPt} pt text needs a height of ${millimetres(fittedMm)}${besideText(options)}, ` +
        `more than the maximum of ${maxMm} mm; use a wider figure or smaller text${fewerText(options)}`,
    );
  }
  const { plotHigh, plotWide, squeezed } = measured(spec, settled);
  if (plotHigh * pointsPerMm < minHeight * fontPt) {
    throw new BreakevenError(
      'bad-input',
      `height: ${settled.heightMm} mm leaves ${millimetres(plotHigh)} for the axes${besideText(options)}; ` +
        `omit the height (${millimetres(fittedMm)}), or use a higher figure${fewerText(options)}`,
    );
  }
  if (squeezed || plotWide * pointsPerMm < minWidth * fontPt) {
    throw new BreakevenError(
      'bad-input',
      `width: ${widthMm} mm with ${fontPt} pt text leaves no room for the axes and their labels; ` +
        'use a wider figure or smaller text',
    );
  }
  return settled;
}

/** Millimetres that the axes are wide and high, and those above and below them. */
function measured(spec: FigureSpec, options: FittedOptions) {
  const ruler = loadCanvas().createCanvas(1, 1).getContext('2d');
  return drawChart(ruler, spec, options, null, ({ height, chartArea, scales }) => {
    const { left, right, top, bottom } = chartArea;
    return {
      // The layout gives labels and title of an axis half the picture: more would lie on each other.
      squeezed: scales.y !== undefined && scales.y.width >= scales.y.maxWidth,
      plotWide: (right - left) / pointsPerMm,
      plotHigh: (bottom - top) / pointsPerMm,
      around: (height - (bottom - top)) / pointsPerMm,
    };
  });
}

function wholeMm({ widthMm, fontPt }: FigureOptions, around: number): number {
  const plot = Math.max(widthMm * plotAspect, (usualHigh * fontPt) / pointsPerMm);
  const needed = Math.max(widthMm * minAspect, around + plot);
  return Math.ceil(needed * 10 - 1e-6) / 10;
}

const millimetres = (value: number): string => `${Number(Math.max(0, value).toFixed(1))} mm`;

function partsOf({ title, legend, caption }: FigureOptions): readonly string[] {
  return [
    ...(title ? ['title'] : []),
    ...(legend ? ['legend'] : []),
    ...(caption ? ['caption'] : []),
  ];
}

function besideText(options: FigureOptions): string {
  const parts = partsOf(options);
  return parts.length === 0 ? '' : ` next to ${parts.join(', ')}`;
}

function fewerText(options: FigureOptions): string {
  const parts = partsOf(options);
  return parts.length === 0 ? '' : `, or omit ${parts.join(' or ')}`;
}
