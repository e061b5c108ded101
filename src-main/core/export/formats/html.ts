import type { ExportFormat } from '../format.ts';
import { pageRenderer } from '../page-renderer.ts';
import { reportPage } from '../report-page.ts';

export const format: ExportFormat = {
  id: 'html',
  title: 'Report in one page',
  suffix: 'HTML',
  help: 'report.html, one page without script: the answer, figures, tables and the machine; of a..b also what differs.',
  comparesRuns: true,
  takesLanguage: true,
  files: ({ source, compared, report, language }) => [
    {
      name: 'report.html',
      mime: 'text/html;charset=utf-8',
      pieces() {
        if (report === undefined) throw new Error('a report is made with a store and a comparer');
        return [pageRenderer().renderReport(reportPage(source, compared, { ...report, language }))];
      },
    },
  ],
};
