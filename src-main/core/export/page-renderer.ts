import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ReportPage, SitePage } from '../../contract/report.ts';
import { productRoot } from '../util/paths.ts';

type Renderer = {
  readonly renderReport: (page: ReportPage) => string;
  readonly renderSitePage: (page: SitePage) => string;
  readonly filter: string;
  readonly styles: string;
};

/** What `src-renderer/static/report.tsx` exports: loaded by its path, since the core imports nothing of the renderer. */
export function pageRenderer(): Renderer {
  return createRequire(import.meta.url)(
    join(productRoot(), 'dist', 'main', 'report.js'),
  ) as Renderer;
}
