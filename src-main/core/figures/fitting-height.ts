import { badInput } from '../../contract/failure.ts';
import type { FigureOptions, FigureSpec } from '../../contract/figure.ts';
import { measureText } from './canvas.ts';
import { layOut } from './draw-chart.ts';
import { besideText, type FittedOptions, fewerText, millimetres, pointsPerMm } from './room.ts';
import { SvgContext } from './svg-context.ts';

/** Of its width, what the axes of a figure are high at least when nobody says how high it is. */
const plotAspect = 0.44;
/** Of its width, the minimum height of such a figure: one with a short caption and legend keeps the usual shape. */
const minAspect = 75 / 88.9;
const maxMm = 600;
/** Sizes of the text that the axes of such a figure are high at least: so high is a title next to them. */
const usualHigh = 6;

/**
 * The options with a height: the given one, else the one at which title, legend and caption stand whole and leave the
 * axes their share of the width.
 *
 * @throws BreakevenError `bad-input` for a width that needs more height than a figure may have.
 */
export function fitted(spec: FigureSpec, options: FigureOptions): FittedOptions {
  const { widthMm, fontPt } = options;
  // What is above and below the axes is the same at every height where nothing is left out for want of it.
  const around = aroundMm(spec, options);
  const fittedMm = wholeMm(options, around);
  const settled =
    options.heightMm === null
      ? { ...options, heightMm: fittedMm, fittedMm, whole: true }
      : { ...options, heightMm: options.heightMm, fittedMm, whole: false };
  if (settled.heightMm > maxMm) {
    throw badInput(
      `width: ${widthMm} mm with ${fontPt} pt text needs a height of ${millimetres(fittedMm)}${besideText(options)}, ` +
        `more than the maximum of ${maxMm} mm; use a wider figure or smaller text${fewerText(options)}`,
    );
  }
  return settled;
}

/** Millimetres above and below the axes. */
function aroundMm(spec: FigureSpec, options: FigureOptions): number {
  const high = { ...options, heightMm: maxMm * 10, fittedMm: maxMm, whole: true };
  return layOut(
    new SvgContext(measureText),
    spec,
    high,
    ({ height, chartArea: { top, bottom } }) => (height - (bottom - top)) / pointsPerMm,
  );
}

function wholeMm({ widthMm, fontPt }: FigureOptions, around: number): number {
  const plot = Math.max(widthMm * plotAspect, (usualHigh * fontPt) / pointsPerMm);
  const needed = Math.max(widthMm * minAspect, around + plot);
  return Math.ceil(needed * 10 - 1e-6) / 10;
}
