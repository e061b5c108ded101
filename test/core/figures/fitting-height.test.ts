import { describe, expect, it } from 'vitest';
import { defaultFigureOptions, type FigureSpec } from '../../../src-main/contract/figure.ts';
import { loadCanvas } from '../../../src-main/core/figures/canvas.ts';
import { drawChart, pointsPerMm } from '../../../src-main/core/figures/draw-chart.ts';
import { type FittedOptions, fitted } from '../../../src-main/core/figures/fitting-height.ts';
import { line, scaling } from './specs.ts';

/** How high the axes of a figure are, in millimetres. */
const axesMm = (figure: FigureSpec, options: FittedOptions) =>
  drawChart(
    loadCanvas().createCanvas(1, 1).getContext('2d'),
    figure,
    options,
    null,
    ({ chartArea }) => (chartArea.bottom - chartArea.top) / pointsPerMm,
  );

const one = (id: string) => line(id, 'cpu', 0, [1e3, 1e4, 1e6], (x) => x * 1e-6);
const spec = scaling({ title: 'Times', series: [one('sequential')] });

describe('the height of a figure', () => {
  const crowded: FigureSpec = {
    ...spec,
    caption: 'A sentence that says what was measured and how. '.repeat(9),
    series: Array.from({ length: 14 }, (_, i) => one(`a-variant-${i}`)),
  };

  it('is the usual one where little stands beside the axes', () => {
    expect(fitted({ ...spec, caption: 'n = 5.' }, defaultFigureOptions).heightMm).toBe(75);
  });

  it('grows with legend and caption, so that they leave the axes their share', () => {
    const options = fitted(crowded, defaultFigureOptions);
    expect(options.heightMm).toBeGreaterThan(90);
    expect(axesMm(crowded, options)).toBeGreaterThan(0.4 * options.widthMm);
    const bare = fitted(crowded, { ...defaultFigureOptions, legend: false, caption: false });
    expect(bare.heightMm).toBe(75);
  });

  it('is the given one when one is given', () => {
    expect(fitted(crowded, { ...defaultFigureOptions, heightMm: 60 }).heightMm).toBe(60);
  });
});
