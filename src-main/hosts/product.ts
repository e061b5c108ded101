import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { productRoot } from '../core/paths.ts';

/** The version of the product, as its package.json has it; `unknown` where that file is not shipped. */
export function appVersion(): string {
  try {
    const text = readFileSync(join(productRoot(), 'package.json'), 'utf8');
    return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
  } catch {
    return 'unknown';
  }
}

/** The built interface: index.html and what it loads. */
export function rendererFolder(): string {
  return join(productRoot(), 'dist', 'renderer');
}

/** The one-file bundle that a sandboxed window loads before the page. */
export function preloadBundle(): string {
  return join(productRoot(), 'dist', 'preload', 'preload.cjs');
}
