import { describe, expect, it } from 'vitest';
import { defaultFigureOptions, type FigureSpec } from '../../../src-main/contract/figure.ts';
import { loadCanvas } from '../../../src-main/core/figures/canvas.ts';
import { layOut } from '../../../src-main/core/figures/draw-chart.ts';
import { fitted } from '../../../src-main/core/figures/fitting-height.ts';
import { renderSvg } from '../../../src-main/core/figures/render.ts';
import { type FittedOptions, pointsPerMm } from '../../../src-main/core/figures/room.ts';
import { line, scaling } from './specs.ts';
import { collisions, textBoxes } from './text-boxes.ts';

/** How high the axes of a figure are, in millimetres. */
const axesMm = (figure: FigureSpec, options: FittedOptions) =>
  layOut(
    loadCanvas().createCanvas(1, 1).getContext('2d'),
    figure,
    options,
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

  it.each([
    [24, 5],
    [32, 8],
    [60, 8],
    [88.9, 8],
    [182, 12],
    [600, 30],
  ])('lets the whole caption stand: %d mm wide, text of %d pt', (widthMm, fontPt) => {
    const boxes = textBoxes(renderSvg(worded, { widthMm, fontPt }));
    expect(collisions(boxes)).toEqual([]);
    const texts = boxes.map(({ text }) => text.replaceAll('\u00a0', ' '));
    const whole = texts.join('').replaceAll(' ', '');
    expect(whole).toContain(caption.replaceAll(' ', ''));
    // So does every label of the legend.
    expect(whole).not.toMatch(/and\d+more|…/);
    for (const { label } of worded.series) expect(whole).toContain(label);
  });

  it.each([
    [
      { heightMm: 20 },
      /^height: 20 mm leaves 0 mm for the axes next to title, legend, caption; omit the height \(\d+(\.\d)? mm\), or use a higher figure/,
    ],
    [
      { heightMm: 20, fontPt: 16, title: false, legend: false, caption: false },
      /^height: 20 mm leaves [\d.]+ mm for the axes; omit the height \(75 mm\), or use a higher figure$/,
    ],
    [
      { widthMm: 20, caption: false },
      /^width: 20 mm with 8 pt text leaves no room for the axes and their labels; use a wider figure or smaller text$/,
    ],
    [
      { widthMm: 50, fontPt: 14 },
      /^width: 50 mm with 14 pt text needs a height of [\d.]+ mm next to title, legend, caption, more than the maximum of 600 mm/,
    ],
  ])('is refused where it leaves the axes no room: %j', (given, sentence) => {
    const long = { ...worded, caption: caption.repeat(8) };
    expect(() => renderSvg(long, given)).toThrow(sentence);
  });

  it('is the given one when one is given, refused where the caption would have to be cut', () => {
    expect(fitted(crowded, { ...defaultFigureOptions, heightMm: 110 }).heightMm).toBe(110);
    expect(() => renderSvg(crowded, { heightMm: 60 })).toThrow(
      /^height: 60 mm leaves [\d.]+ mm for the axes next to title, legend, caption/,
    );
  });
});
