import { BreakevenError } from '../../contract/failure.ts';
import type { FigureOptions, FigureSpec } from '../../contract/figure.ts';
import { loadCanvas } from './canvas.ts';
import { drawChart, type FittedOptions, pointsPerMm } from './draw-chart.ts';

/** Of its width, what the axes of a figure are high at least when nobody says how high it is. */
const plotAspect = 0.44;
/** Of its width, the least height of such a figure: one with a short caption and legend keeps the usual shape. */
const leastAspect = 75 / 88.9;
const mostMm = 600;
/** Sizes of the text that axes are wide and high at least: below, ticks and points lie on each other. */
const leastWide = 2;
const leastHigh = 1.5;

/**
 * The options with a height: the given one, else the one at which title, legend and caption stand whole and leave the
 * axes their share of the width.
 *
 * @throws BreakevenError `bad-input` for a width or height that leaves the axes no room, or for a width that needs more
 * height than a figure may have.
 */
export function fitted(spec: FigureSpec, options: FigureOptions): FittedOptions {
  const { widthMm, fontPt } = options;
  const least = (leastHigh * fontPt) / pointsPerMm;
  // What is above and below the axes is the same at every height where nothing is left out for want of it.
  const roomy = measured(spec, { ...options, heightMm: mostMm * 10, whole: true });
  if (roomy.plotWide * pointsPerMm < leastWide * fontPt) {
    throw new BreakevenError(
      'bad-input',
      `width: ${widthMm} mm with text of ${fontPt} pt leave the axes ${millimetres(roomy.plotWide)} of width; ` +
        'take a wider figure or smaller text',
    );
  }
  if (options.heightMm !== null) {
    const given = { ...options, heightMm: options.heightMm, whole: false };
    const { plotHigh } = measured(spec, given);
    if (plotHigh >= least) return given;
    throw new BreakevenError(
      'bad-input',
      `height: ${given.heightMm} mm leave the axes ${millimetres(plotHigh)} of height${besideText(options)}; ` +
        `leave the height out for ${millimetres(fittedMm(widthMm, roomy.around))}, or take a higher figure${fewerText(options)}`,
    );
  }
  const heightMm = fittedMm(widthMm, roomy.around);
  if (heightMm > mostMm) {
    throw new BreakevenError(
      'bad-input',
      `width: ${widthMm} mm with text of ${fontPt} pt need ${millimetres(heightMm)} of height${besideText(options)}, ` +
        `more than the ${mostMm} that a figure may have; take a wider figure or smaller text${fewerText(options)}`,
    );
  }
  return { ...options, heightMm, whole: true };
}

/** Millimetres that the axes are wide and high, and those above and below them. */
function measured(spec: FigureSpec, options: FittedOptions) {
  const ruler = loadCanvas().createCanvas(1, 1).getContext('2d');
  return drawChart(ruler, spec, options, null, ({ height, chartArea }) => {
    const { left, right, top, bottom } = chartArea;
    return {
      plotWide: (right - left) / pointsPerMm,
      plotHigh: (bottom - top) / pointsPerMm,
      around: (height - (bottom - top)) / pointsPerMm,
    };
  });
}

function fittedMm(widthMm: number, around: number): number {
  const needed = Math.max(widthMm * leastAspect, around + widthMm * plotAspect);
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
  return parts.length === 0 ? '' : ` beside ${parts.join(', ')}`;
}

function fewerText(options: FigureOptions): string {
  const parts = partsOf(options);
  return parts.length === 0 ? '' : `, or do without ${parts.join(' or ')}`;
}
