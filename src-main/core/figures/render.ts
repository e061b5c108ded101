import { badInput } from '../../contract/failure.ts';
import {
  defaultFigureOptions,
  type FigureOptions,
  type FigureSpec,
} from '../../contract/figure.ts';
import { loadCanvas } from './canvas.ts';
import { drawChart } from './draw-chart.ts';
import { fitted } from './fitting-height.ts';
import { annotatePng } from './png-chunks.ts';
import { pointsPerMm } from './room.ts';
import { drawSvg } from './svg.ts';

/** A canvas of 400 MB: width, height and resolution may each be large, their product may not. */
const maxPixels = 100_000_000;

/** What is written into every exported file. */
function texts(spec: FigureSpec): Readonly<Record<string, string>> {
  return {
    Title: spec.title,
    Description: spec.summary,
    Comment: spec.caption,
    Software: 'Breakeven',
    ...spec.provenance,
  };
}

/**
 * The figure as a PNG file: white background, `pHYs` with the resolution, provenance in text chunks. Its width is
 * `widthMm` at `dpi`, rounded to whole pixels. The same specification gives the same bytes.
 *
 * @throws BreakevenError `bad-input` for a size with more pixels than can be drawn.
 */
export function renderPng(spec: FigureSpec, options: Partial<FigureOptions> = {}): Buffer {
  const all = fitted(spec, { ...defaultFigureOptions, ...options });
  const scale = all.dpi / 25.4;
  const width = Math.round(all.widthMm * scale);
  const height = Math.round(all.heightMm * scale);
  if (width * height > maxPixels) {
    throw badInput(
      `dpi: ${all.widthMm} x ${all.heightMm} mm at ${all.dpi} dots per inch are ${width} x ${height} pixels, more than the ${maxPixels} that a PNG may have; take fewer dots, or SVG or PDF`,
    );
  }
  const { createCanvas } = loadCanvas();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.lang = 'en';
  const png = drawChart(context, spec, all, all.dpi / 72, () => canvas.encodeSync('png'));
  return annotatePng(png, all.dpi, texts(spec));
}

/** The figure as an SVG file of the given size in millimetres, with real text. */
export function renderSvg(spec: FigureSpec, options: Partial<FigureOptions> = {}): string {
  return drawSvg(spec, fitted(spec, { ...defaultFigureOptions, ...options }), texts(spec));
}

/** The figure as a one-page PDF of the given size, as vectors with the font embedded. */
export function renderPdf(spec: FigureSpec, options: Partial<FigureOptions> = {}): Buffer {
  const all = fitted(spec, { ...defaultFigureOptions, ...options });
  const { PDFDocument } = loadCanvas();
  const attributes = texts(spec);
  const document = new PDFDocument({
    title: spec.title,
    subject: spec.summary,
    creator: attributes.Software ?? 'Breakeven',
    keywords: Object.entries(spec.provenance)
      .map(([name, text]) => `${name}: ${text}`)
      .join('; '),
  });
  const context = document.beginPage(all.widthMm * pointsPerMm, all.heightMm * pointsPerMm);
  drawChart(context, spec, all, null, () => document.endPage());
  return document.close();
}
