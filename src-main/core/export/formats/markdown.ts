import { markdownTable } from '../../table/markdown.ts';
import type { ExportFormat } from '../format.ts';
import { paperTables } from '../paper-table.ts';

export const format: ExportFormat = {
  id: 'markdown',
  title: 'Table for notes',
  suffix: 'Markdown',
  help: 'summary.md, tables of sizes and variants, and of break-evens.',
  copies: true,
  files: ({ source }) => [
    {
      name: 'summary.md',
      mime: 'text/markdown;charset=utf-8',
      pieces: () => [paperTables(source).map(markdownTable).join('\n')],
    },
  ],
};
