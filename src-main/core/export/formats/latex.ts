import { latexTables } from '../../table/latex.ts';
import type { ExportFormat } from '../format.ts';
import { paperTables } from '../paper-table.ts';

export const format: ExportFormat = {
  id: 'latex',
  title: 'Table for a paper',
  suffix: 'LaTeX',
  help: 'summary.tex, a table a workload, for the package booktabs.',
  copies: true,
  files: ({ source }) => [
    {
      name: 'summary.tex',
      mime: 'application/x-tex;charset=utf-8',
      pieces: () => [latexTables(paperTables(source), source.run.id)],
    },
  ],
};
