import { markdownTable } from '../../table/markdown.ts';
import type { ExportFormat } from '../format.ts';
import { ofHeadline, paperTables } from '../paper-table.ts';

export const format: ExportFormat = {
  id: 'markdown',
  title: 'Table for notes',
  suffix: 'Markdown',
  help: 'summary.md, tables of sizes and variants in the timing scope of the answer, and of break-evens.',
  copies: true,
  files: ({ source, compared: { headline }, report }) => [
    {
      name: 'summary.md',
      mime: 'text/markdown;charset=utf-8',
      pieces: () => [
        paperTables(ofHeadline(source, report, headline))
          .map(markdownTable)
          .join('\n'),
      ],
    },
  ],
};
