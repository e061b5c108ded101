import {
  defaultFigureOptions,
  type FigureOptions,
  type FigureSpec,
} from '../../contract/figure.ts';
import { measureText } from './canvas.ts';
import { drawChart } from './draw-chart.ts';
import { fitted } from './fitting-height.ts';
import { figureFamily, fontFiles } from './fonts.ts';
import { type FittedOptions, pointsPerMm } from './room.ts';
import { escapeXml, SvgContext } from './svg-context.ts';

/** Subsets of the font by the characters they hold; Latin is always there. */
const subsets: readonly (readonly [string, RegExp])[] = [
  ['latin-ext', /[\u0100-\u02af\u1e00-\u1eff\u20a0-\u20cf]/],
  ['greek', /[\u0370-\u03ff]/],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491]/],
];

/** `@font-face` rules with the font itself for what the picture uses, so that it looks the same everywhere. */
export function fontRules(body: string, weights: ReadonlySet<string>): string {
  const used = [
    'latin',
    ...subsets.filter(([, characters]) => characters.test(body)).map(([name]) => name),
  ];
  return fontFiles()
    .filter(
      ({ name, weight }) =>
        weights.has(String(weight)) &&
        used.some((subset) => name.startsWith(`inter-${subset}-${weight}-`)),
    )
    .map(
      ({ weight, bytes }) =>
        `@font-face{font-family:"${figureFamily}";font-weight:${weight};` +
        `src:url(data:font/woff2;base64,${bytes.toString('base64')}) format("woff2")}`,
    )
    .join('\n');
}

/** The elements of a figure, and how large it is in points. */
function drawn(spec: FigureSpec, options: FittedOptions) {
  const context = new SvgContext(measureText);
  const { definitions, body } = drawChart(context, spec, options, null, () => context.content());
  const rounded = (value: number) => Number(value.toFixed(3));
  const width = rounded(options.widthMm * pointsPerMm);
  const height = rounded(options.heightMm * pointsPerMm);
  return { definitions, body, viewBox: `viewBox="0 0 ${width} ${height}"`, fonts: context.fonts };
}

/** The figure as SVG: physical size in millimetres, text as text, the font inside, provenance in `metadata`. */
export function drawSvg(
  spec: FigureSpec,
  options: FittedOptions,
  texts: Readonly<Record<string, string>>,
): string {
  const { definitions, body, viewBox, fonts } = drawn(spec, options);
  const attributes = Object.entries(texts)
    .map(([name, text]) => `${escapeXml(name)}: ${escapeXml(text)}`)
    .join('\n');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${options.widthMm}mm" height="${options.heightMm}mm" ` +
      `${viewBox} role="img" aria-labelledby="title summary">`,
    `<title id="title">${escapeXml(spec.title)}</title>`,
    `<desc id="summary">${escapeXml(spec.summary)}</desc>`,
    `<metadata>${attributes}</metadata>`,
    `<style>${fontRules(body, fonts)}</style>`,
    `<defs>${definitions}</defs>`,
    body,
    '</svg>',
    '',
  ].join('\n');
}

/**
 * The figure as an element of a page, which has the fonts.
 *
 * @param prefix of its ids, another for each figure of the page
 */
export function inlineSvg(spec: FigureSpec, given: Partial<FigureOptions>, prefix: string): string {
  const options = fitted(spec, { ...defaultFigureOptions, ...given });
  const { definitions, body, viewBox } = drawn(spec, options);
  return [
    `<svg ${viewBox} role="img" aria-label="${escapeXml(spec.summary)}">`,
    `<defs>${definitions.replaceAll('id="clip', `id="${prefix}clip`)}</defs>`,
    body.replaceAll('url(#clip', `url(#${prefix}clip`),
    '</svg>',
  ].join('\n');
}
