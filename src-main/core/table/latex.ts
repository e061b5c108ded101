import { documentLine } from '../../contract/line-breaks.ts';
import { type Cell, type Column, type DecimalMark, type Table, textRows } from './table.ts';

/** Width of the text of A4 in the class article at 11 pt, and of a letter and a gap between columns in \small. */
const [textWidthPt, letterPt, gapPt] = [360, 4.7, 11];
/** Lines of tables, with those of heads and rules, that a page holds under a caption. */
const pageLines = 40;
const headLines = 4;
/** Cells longer than this are prose: their columns share the width of the page and break into lines. */
const maxCell = 40;

/** Tables as floats, for the packages booktabs and siunitx, and graphicx where one has to shrink to the page. */
export function latexTables(
  tables: readonly Table[],
  labels: string,
  decimal: DecimalMark = 'point',
): string {
  const wide = tables.some((table) => blocksOf(table).some(isWide));
  const packages = `% \\usepackage{booktabs,siunitx${wide ? ',graphicx' : ''}}\n`;
  return packages + tables.flatMap((table) => latexFloats(table, labels, decimal)).join('\n');
}

/** Groups of columns that are together wider than the page stand below each other, and go on in a float of their own. */
function latexFloats(table: Table, labels: string, decimal: DecimalMark): readonly string[] {
  const { title, english = title, continued = 'continued', notes, rows } = table;
  const label = `tab:${labels}-${english.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const blocks = blocksOf(table);
  const perFloat = Math.max(1, Math.floor(pageLines / (rows.length + headLines)));
  const floats = Array.from({ length: Math.ceil(blocks.length / perFloat) }, (_, i) =>
    blocks.slice(i * perFloat, (i + 1) * perFloat),
  );
  return floats.map((own, i) =>
    [
      '\\begin{table}[htbp]',
      '  \\centering\\small',
      // Of this table alone: the document may have others.
      ...(decimal === 'comma' ? ['  \\sisetup{output-decimal-marker={,}}'] : []),
      `  \\caption{${latexText(i === 0 ? `${title}. ${notes.join(' ')}` : `${title}, ${continued}.`)}}`,
      ...(i === 0 ? [`  \\label{${label}}`] : []),
      own.map(tabular).join('\n\n  \\medskip\n'),
      '\\end{table}',
      '',
    ].join('\n'),
  );
}

/** Points that each column takes at most. */
function widthsOf(table: Table): readonly number[] {
  const texts = textRows(table);
  return table.columns.map(({ title }, i) => {
    const letters = Math.max(title.length, ...texts.map((row) => row[i]?.length ?? 0));
    return Math.min(letters, maxCell) * letterPt + gapPt;
  });
}

/** Of columns that neither stand below each other, having no groups, nor break into lines. */
function isWide(table: Table): boolean {
  if (table.columns.some(({ group }) => group !== undefined)) return false;
  if (textRows(table).some((row) => row.some((text) => text.length > maxCell))) return false;
  return widthsOf(table).reduce((sum, width) => sum + width, 0) > textWidthPt;
}

/** The table, or several with its first columns and as many groups as the page is wide. */
function blocksOf(table: Table): readonly Table[] {
  const widths = widthsOf(table);
  const widthOf = (i: number): number => widths[i] ?? 0;
  const ungrouped = table.columns.flatMap(({ group }, i) => (group === undefined ? [i] : []));
  const groups = Map.groupBy(
    table.columns.flatMap(({ group }, i) => (group === undefined ? [] : [{ group, i }])),
    ({ group }) => group,
  );
  const first = ungrouped.reduce((sum, i) => sum + widthOf(i), 0);
  const blocks: number[][] = [];
  let width = Infinity;
  for (const [name, members] of groups) {
    const columns = members.map(({ i }) => i);
    const more = columns.reduce((sum, i) => sum + widthOf(i), 0);
    const needed = Math.max(more, name.length * letterPt);
    if (width + needed > textWidthPt) {
      blocks.push([...ungrouped]);
      width = first;
    }
    blocks.at(-1)?.push(...columns);
    width += needed;
  }
  if (blocks.length === 0) return [table];
  return blocks.map((indexes) => ({
    ...table,
    columns: indexes.flatMap((i) => table.columns[i] ?? []),
    rows: table.rows.map((row) => indexes.map((i) => row[i])),
  }));
}

function tabular(table: Table): string {
  const { columns, rows } = table;
  const texts = textRows(table);
  const line = (cells: readonly string[]): string => `    ${cells.join(' & ')} \\\\`;
  const wide = isWide(table);
  return [
    ...(wide ? ['  \\resizebox{\\linewidth}{!}{%'] : []),
    `  \\begin{tabular}{${columnTypes(columns, texts)}}`,
    '    \\toprule',
    ...groupLines(columns),
    line(columns.map(({ title }) => latexText(title))),
    '    \\midrule',
    ...rows.map((row, r) =>
      line(columns.map((column, i) => cellText(column, row[i], texts[r]?.[i]))),
    ),
    '    \\bottomrule',
    `  \\end{tabular}${wide ? '}' : ''}`,
  ].join('\n');
}

/** The titles of groups over their columns, with a rule under each. */
function groupLines(columns: readonly Column[]): readonly string[] {
  if (columns.every(({ group }) => group === undefined)) return [];
  const heads: { title: string; from: number; count: number }[] = [];
  for (const [i, { group }] of columns.entries()) {
    const last = heads.at(-1);
    if (last !== undefined && group !== undefined && last.title === group) last.count++;
    else heads.push({ title: group ?? '', from: i + 1, count: 1 });
  }
  const titles = heads.map(({ title, count }) =>
    title === '' ? '' : `\\multicolumn{${count}}{c}{${latexText(title)}}`,
  );
  const rules = heads
    .filter(({ title }) => title !== '')
    .map(({ from, count }) => `\\cmidrule(lr){${from}-${from + count - 1}}`);
  return [`    ${titles.join(' & ')} \\\\`, `    ${rules.join(' ')}`];
}

function columnTypes(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const isProse = columns.map((_, i) => rows.some((row) => (row[i] ?? '').length > maxCell));
  const width = (0.7 / isProse.filter(Boolean).length).toFixed(2);
  return columns
    .map(({ align }, i) => (isProse[i] ? `p{${width}\\linewidth}` : align === 'right' ? 'r' : 'l'))
    .join('');
}

const units: Readonly<Record<string, string>> = {
  ns: '\\nano\\second',
  µs: '\\micro\\second',
  ms: '\\milli\\second',
  s: '\\second',
  min: '\\minute',
};

/** A quantity as siunitx writes it, in the marks of the document; other text as it is. */
function cellText({ quantity }: Column, cell: Cell, text = ''): string {
  if (quantity !== true) return latexText(text);
  if (typeof cell === 'number') return `\\num{${cell}}`;
  const [, number, unit, interval = '', marks = ''] =
    /^(\d[\d.]*(?:\(\d+\))?)(?: ([a-zµ]+))?( \[[^\]]+\])?([*†‡§]*)$/.exec(text) ?? [];
  if (number === undefined || (unit !== undefined && units[unit] === undefined)) {
    return latexText(text);
  }
  const ends = interval.replaceAll(/(\d[\d.]*)(?: ([a-zµ]+))?/g, (_, end: string, of?: string) =>
    quantityText(end, of),
  );
  return `${quantityText(number, unit)}${ends}${latexText(marks)}`;
}

const quantityText = (number: string, unit: string | undefined): string =>
  unit === undefined ? `\\num{${number}}` : `\\qty{${number}}{${units[unit] ?? unit}}`;

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
  '†': '$^\\dagger$',
  '‡': '$^\\ddagger$',
  '§': '$^\\S$',
  '<': '$<$',
  '>': '$>$',
  '|': '$|$',
  '\u00a0': '~',
  '\u202f': '\\,',
};

function latexText(text: string): string {
  return documentLine(text).replaceAll(
    /[\\^~µ×±∞–…†‡§<>|\u00a0\u202f]|[&%$#_{}]/g,
    (character) => names[character] ?? `\\${character}`,
  );
}
