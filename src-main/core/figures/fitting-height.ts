import type { FigureOptions, FigureSpec } from '../../contract/figure.ts';
import { loadCanvas } from './canvas.ts';
import { drawChart, pointsPerMm } from './draw-chart.ts';

/** Options whose height is settled. */
export type FittedOptions = FigureOptions & { readonly heightMm: number };

/** Of its width, what the axes of a figure are high at least when nobody says how high it is. */
const plotAspect = 0.44;
/** Of its width, the least height of such a figure: one with a short caption and legend keeps the usual shape. */
const leastAspect = 75 / 88.9;
const mostMm = 600;

/**
 * The options with a height: the given one, else the one at which title, legend and caption stand whole and leave the
 * axes their share of the width.
 */
export function fitted(spec: FigureSpec, options: FigureOptions): FittedOptions {
  if (options.heightMm !== null) return { ...options, heightMm: options.heightMm };
  // So high that nothing is left out for want of room: what is above and below the axes is what they need.
  const roomy = { ...options, heightMm: Math.max(400, options.widthMm * 2) };
  const ruler = loadCanvas().createCanvas(1, 1).getContext('2d');
  const around = drawChart(
    ruler,
    spec,
    roomy,
    null,
    ({ height, chartArea }) => height - (chartArea.bottom - chartArea.top),
  );
  const needed = around / pointsPerMm + options.widthMm * plotAspect;
  const heightMm = Math.max(options.widthMm * leastAspect, needed);
  return { ...options, heightMm: Math.min(mostMm, Math.ceil(heightMm * 10 - 1e-6) / 10) };
}
