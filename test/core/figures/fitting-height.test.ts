import { describe, expect, it } from 'vitest';
import { defaultFigureOptions, type FigureSpec } from '../../../src-main/contract/figure.ts';
import { loadCanvas } from '../../../src-main/core/figures/canvas.ts';
import {
  drawChart,
  type FittedOptions,
  pointsPerMm,
} from '../../../src-main/core/figures/draw-chart.ts';
import { fitted } from '../../../src-main/core/figures/fitting-height.ts';
import { renderSvg } from '../../../src-main/core/figures/render.ts';
import { line, scaling } from './specs.ts';
import { textBoxes } from './text-boxes.ts';

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

  const caption = `${crowded.caption}xres*yres*(6*maxiter+5)*somethingLongWithoutASpace freshInput = false.`;
  const worded = { ...crowded, caption };

  it.each([20, 30, 60, 88.9, 182, 600])('lets the whole caption stand: %d mm wide', (widthMm) => {
    const svg = renderSvg(worded, { widthMm });
    const texts = textBoxes(svg).map(({ text }) => text.replaceAll('\u00a0', ' '));
    const whole = texts.join('').replaceAll(' ', '');
    expect(whole).toContain(caption.replaceAll(' ', ''));
    // Every variant has its place in the legend, shortened or not.
    expect(whole).not.toMatch(/and\d+more/);
  });

  it.each([
    [
      { heightMm: 20 },
      /^height: 20 mm leave the axes 0 mm of height beside title, legend, caption; leave the height out for \d+(\.\d)? mm, or take a higher figure/,
    ],
    [
      { heightMm: 20, fontPt: 16, title: false, legend: false, caption: false },
      /^height: 20 mm leave the axes [\d.]+ mm of height; leave the height out for 75 mm, or take a higher figure$/,
    ],
    [
      { widthMm: 20, fontPt: 30 },
      /^width: 20 mm with text of 30 pt leave the axes 4.7 mm of width; take a wider figure or smaller text$/,
    ],
    [
      { widthMm: 60, fontPt: 30 },
      /^width: 60 mm with text of 30 pt need [\d.]+ mm of height beside title, legend, caption, more than the 600 /,
    ],
  ])('is refused where it leaves the axes no room: %j', (given, sentence) => {
    expect(() => fitted(worded, { ...defaultFigureOptions, ...given })).toThrow(sentence);
  });

  it('is the given one when one is given', () => {
    expect(fitted(crowded, { ...defaultFigureOptions, heightMm: 60 }).heightMm).toBe(60);
  });
});
