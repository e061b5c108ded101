import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ReportPage } from '../../../contract/report.ts';
import { productRoot } from '../../util/paths.ts';
import type { ExportFormat } from '../format.ts';
import { reportPage } from '../report-page.ts';

/** What `src-renderer/static/report.tsx` exports: loaded by its path, since the core imports nothing of the renderer. */
type Renderer = { readonly renderReport: (page: ReportPage) => string };

export const format: ExportFormat = {
  id: 'html',
  title: 'Report in one page',
  suffix: 'HTML',
  help: 'report.html, one page without script: the answer, figures, tables and the machine; of a..b also what differs.',
  comparesRuns: true,
  files: ({ source, compared, report }) => [
    {
      name: 'report.html',
      mime: 'text/html;charset=utf-8',
      pieces() {
        if (report === undefined) throw new Error('a report is made with a store and a comparer');
        const path = join(productRoot(), 'dist', 'main', 'report.js');
        const { renderReport } = createRequire(import.meta.url)(path) as Renderer;
        return [renderReport(reportPage(source, compared, report))];
      },
    },
  ],
};
