import { join } from 'node:path';
import { productRoot } from '../core/util/paths.ts';

/** The built interface: index.html and what it loads. */
export function rendererFolder(): string {
  return join(productRoot(), 'dist', 'renderer');
}

/** The one-file bundle that a sandboxed window loads before the page. */
export function preloadBundle(): string {
  return join(productRoot(), 'dist', 'preload', 'preload.cjs');
}
