import type { Chart } from 'chart.js';
import { badInput } from '../../contract/failure.ts';
import type { FigureOptions } from '../../contract/figure.ts';

/** Points (1/72 inch) in a millimetre: the unit in which exports are laid out, so that a font size is in points. */
export const pointsPerMm = 72 / 25.4;

/** Options whose height is settled. */
export type FittedOptions = FigureOptions & {
  readonly heightMm: number;
  /** The height at which nothing is cut. */
  readonly fittedMm: number;
  /** Title, legend and caption are not cut: the height is what they ask for. */
  readonly whole: boolean;
};

/** The least width and height of the axes, in font sizes: below, ticks and points overlap. */
const minWidth = 2;
const minHeight = 1.5;

/** @throws BreakevenError `bad-input` for a width or height that leaves the axes no room. */
export function checkRoom({ chartArea, scales }: Chart, options: FittedOptions): void {
  const { widthMm, heightMm, fittedMm, fontPt } = options;
  const { left, right, top, bottom } = chartArea;
  if (bottom - top < minHeight * fontPt) {
    throw badInput(
      `height: ${heightMm} mm leaves ${millimetres((bottom - top) / pointsPerMm)} for the axes${besideText(options)}; ` +
        `omit the height (${millimetres(fittedMm)}), or use a higher figure${fewerText(options)}`,
    );
  }
  // The layout gives labels and title of an axis half the picture: more would lie on each other.
  const squeezed = scales.y !== undefined && scales.y.width >= scales.y.maxWidth;
  if (squeezed || right - left < minWidth * fontPt) {
    throw badInput(
      `width: ${widthMm} mm with ${fontPt} pt text leaves no room for the axes and their labels; ` +
        'use a wider figure or smaller text',
    );
  }
}

export const millimetres = (value: number): string => `${Number(Math.max(0, value).toFixed(1))} mm`;

function partsOf({ title, legend, caption }: FigureOptions): readonly string[] {
  return [
    ...(title ? ['title'] : []),
    ...(legend ? ['legend'] : []),
    ...(caption ? ['caption'] : []),
  ];
}

export function besideText(options: FigureOptions): string {
  const parts = partsOf(options);
  return parts.length === 0 ? '' : ` next to ${parts.join(', ')}`;
}

export function fewerText(options: FigureOptions): string {
  const parts = partsOf(options);
  return parts.length === 0 ? '' : `, or omit ${parts.join(' or ')}`;
}
