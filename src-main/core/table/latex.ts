import { withoutBreaks } from '../../contract/line-breaks.ts';
import { type Table, textRows, titlesOf } from './table.ts';

/** More columns than this are wider than a page of text. */
const maxColumns = 8;
/** Cells longer than this are prose: their columns share the width of the page and break into lines. */
const maxCell = 40;

/** Tables as floats of the packages booktabs and, where one has many columns, graphicx. */
export function latexTables(tables: readonly Table[], labels: string): string {
  const wide = tables.some(({ columns }) => columns.length > maxColumns);
  const packages = `% \\usepackage{booktabs${wide ? ',graphicx' : ''}}\n`;
  return packages + tables.map((table) => latexTable(table, labels)).join('\n');
}

function latexTable(table: Table, labels: string): string {
  const { title, columns, notes } = table;
  const rows = textRows(table);
  const wide = columns.length > maxColumns;
  const line = (row: readonly string[]): string => `    ${row.map(latexText).join(' & ')} \\\\`;
  return [
    '\\begin{table}[htbp]',
    '  \\centering',
    `  \\caption{${latexText(`${title}. ${notes.join(' ')}`)}}`,
    `  \\label{tab:${labels}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}}`,
    ...(wide ? ['  \\resizebox{\\linewidth}{!}{%'] : []),
    `  \\begin{tabular}{${columnTypes(table, rows)}}`,
    '    \\toprule',
    line(titlesOf(table)),
    '    \\midrule',
    ...rows.map(line),
    '    \\bottomrule',
    `  \\end{tabular}${wide ? '}' : ''}`,
    '\\end{table}',
    '',
  ].join('\n');
}

function columnTypes({ columns }: Table, rows: readonly (readonly string[])[]): string {
  const isProse = columns.map((_, i) => rows.some((row) => (row[i] ?? '').length > maxCell));
  const width = (0.7 / isProse.filter(Boolean).length).toFixed(2);
  return columns
    .map(({ align }, i) => (isProse[i] ? `p{${width}\\linewidth}` : align === 'right' ? 'r' : 'l'))
    .join('');
}

const names: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  µ: '$\\mu$',
  '×': '$\\times$',
  '±': '$\\pm$',
  '∞': '$\\infty$',
  '–': '--',
  '…': '\\ldots{}',
  '<': '$<$',
  '>': '$>$',
  '|': '$|$',
  '\u00a0': '~',
  '\u202f': '\\,',
};

function latexText(text: string): string {
  return withoutBreaks(text).replaceAll(
    /[\\^~µ×±∞–…<>|\u00a0\u202f]|[&%$#_{}]/g,
    (character) => names[character] ?? `\\${character}`,
  );
}
