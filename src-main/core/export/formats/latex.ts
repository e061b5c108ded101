import { latexTables } from '../../table/latex.ts';
import type { ExportFormat } from '../format.ts';
import { ofHeadline, tablesInLanguage } from '../paper-table.ts';

export const format: ExportFormat = {
  id: 'latex',
  title: 'Table for a paper',
  suffix: 'LaTeX',
  help: 'summary.tex, tables of sizes and variants in the timing scope of the answer, and of break-evens, for the packages booktabs, graphicx and siunitx.',
  copies: true,
  takesDecimal: true,
  takesLanguage: true,
  files({ source, compared: { headline }, report, language = {}, decimal }) {
    const mark = decimal ?? (language.id === undefined ? 'point' : 'comma');
    const tables = tablesInLanguage(ofHeadline(source, report, headline), language);
    return [
      {
        name: 'summary.tex',
        mime: 'application/x-tex;charset=utf-8',
        pieces: () => [latexTables(tables, source.run.id, mark)],
      },
    ];
  },
};
