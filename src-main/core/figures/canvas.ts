import { createRequire } from 'node:module';
import type * as NapiCanvas from '@napi-rs/canvas';
import { BreakevenError, environmentFault } from '../../contract/failure.ts';
import { wayToInstall } from '../util/installation.ts';
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
