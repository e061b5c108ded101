import { latexTables } from '../../table/latex.ts';
import type { ExportFormat } from '../format.ts';
import { tablesInLanguage } from '../paper-table.ts';

export const format: ExportFormat = {
  id: 'latex',
  title: 'Table for a paper',
  suffix: 'LaTeX',
  help: 'summary.tex, tables of sizes and variants, and of break-evens, for the packages booktabs and siunitx.',
  copies: true,
  takesDecimal: true,
  takesLanguage: true,
  files: ({ source, language = {}, decimal = language.id === undefined ? 'point' : 'comma' }) => [
    {
      name: 'summary.tex',
      mime: 'application/x-tex;charset=utf-8',
      pieces: () => [latexTables(tablesInLanguage(source, language), source.run.id, decimal)],
    },
  ],
};
