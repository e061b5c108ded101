import { createRequire } from 'node:module';
import type * as NapiCanvas from '@napi-rs/canvas';
import type { Draw2D } from '../../charts/index.ts';
import { type Measure, measureIn } from '../../charts/text.ts';
import { BreakevenError, environmentFault } from '../../contract/failure.ts';
import { wayToInstall } from '../util/installation.ts';
import { createLru } from '../util/lru.ts';
import { figureFamily, fontFiles } from './fonts.ts';

type Canvas = typeof NapiCanvas;

let canvas: Canvas | undefined;

/**
 * The native canvas with the product's own font in it. Loaded on first use: most commands draw nothing, and a machine
 * on which it does not load can still measure.
 */
export function loadCanvas(): Canvas {
  if (canvas === undefined) {
    try {
      canvas = createRequire(import.meta.url)('@napi-rs/canvas') as Canvas;
    } catch (error) {
      throw new BreakevenError(
        'environment',
        `figures cannot be drawn: the native canvas does not load on this machine; ${wayToInstall()}`,
        error instanceof Error ? error.message : String(error),
      );
    }
    for (const file of fontFiles()) {
      if (canvas.GlobalFonts.register(file.bytes, figureFamily) === null) {
        throw environmentFault(`the font file ${file.name} cannot be read`);
      }
    }
  }
  return canvas;
}

/** Chart.js lays a figure out several times, each with the same labels. */
const widths = createLru(5000);
let ruler: Draw2D | undefined;

/** Measures texts in a font, without a picture. */
export function measureText(font: string): Measure {
  ruler ??= loadCanvas().createCanvas(1, 1).getContext('2d') as unknown as Draw2D;
  const measure = measureIn(ruler, font);
  return (text) => widths.remember(`${font} ${text}`, () => measure(text));
}
