import { latexTables } from '../../table/latex.ts';
import type { ExportFormat } from '../format.ts';
import { paperTables } from '../paper-table.ts';

export const format: ExportFormat = {
  id: 'latex',
  title: 'Table for a paper',
  suffix: 'LaTeX',
  help: 'summary.tex, tables of sizes and variants, and of break-evens, for the packages booktabs and siunitx.',
  copies: true,
  takesDecimal: true,
  files: ({ source, decimal }) => [
    {
      name: 'summary.tex',
      mime: 'application/x-tex;charset=utf-8',
      pieces: () => [latexTables(paperTables(source), source.run.id, decimal)],
    },
  ],
};
