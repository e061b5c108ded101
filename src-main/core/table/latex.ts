import { documentLine } from '../../contract/line-breaks.ts';
import { type Cell, type Column, type DecimalMark, type Table, textRows } from './table.ts';

/** Width of the text of A4 in the class article at 11 pt, of a gap between columns, and of text in \small. */
const [textWidthPt, gapPt] = [360, 12];
const pointsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\p{L}\d–]/u.test(letter) ? 5 : 3), 0);
/** Lines of tables, with those of heads and rules, and of captions that a page holds, and letters of a caption's line. */
const [pageLines, headLines, captionLetters] = [46, 4, 90];
/** Cells longer than this are prose: their columns share the width of the page and break into lines. */
const maxCell = 40;

/** Tables as floats; one without groups of columns shrinks to the page where it is wider. */
export function latexTables(
  tables: readonly Table[],
  labels: string,
  decimal: DecimalMark = 'point',
): string {
  const floats = tables.flatMap((table) => latexFloats(table, labels, decimal));
  return `% \\usepackage{booktabs,graphicx,siunitx}\n${floats.join('\n')}`;
}

/** Groups of columns that are together wider than the page stand below each other, and go on in a float of their own. */
function latexFloats(table: Table, labels: string, decimal: DecimalMark): readonly string[] {
  const { title, english = title, continued = 'continued', notes, rows } = table;
  const label = `tab:${labels}-${english.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const blocks = blocksOf(table);
  const caption = latexText(`${title}. ${notes.join(' ')}`);
  const room = pageLines - Math.ceil(caption.length / captionLetters);
  const perFloat = Math.max(1, Math.floor(room / (rows.length + headLines)));
  const floats = Array.from({ length: Math.ceil(blocks.length / perFloat) }, (_, i) =>
    blocks.slice(i * perFloat, (i + 1) * perFloat),
  );
  return floats.map((own, i) =>
    [
      '\\begin{table}[htbp]',
      '  \\centering\\small',
      // Of this table alone: the document may have others.
      ...(decimal === 'comma' ? ['  \\sisetup{output-decimal-marker={,}}'] : []),
      `  \\caption{${i === 0 ? caption : latexText(`${title}, ${continued}.`)}}`,
      ...(i === 0 ? [`  \\label{${label}}`] : []),
      ...own.map((block) => `  \\par\\medskip\n${tabular(block, decimal)}`),
      '\\end{table}',
      '',
    ].join('\n'),
  );
}

/** Texts of cells, quantities with their unit once: `4.3 [3.7, 5.0] µs`. */
function textsOf(table: Table): readonly (readonly string[])[] {
  return textRows(table).map((row) =>
    row.map((text, i) =>
      table.columns[i]?.quantity === true
        ? text.replace(/^(\S+) ([a-zµ]+) (\[[^\]a-zµ]+) \2\]/, '$1 $3] $2')
        : text,
    ),
  );
}

/** Points that each column takes at most. */
function widthsOf(table: Table): readonly number[] {
  const texts = textsOf(table);
  return table.columns.map(({ title }, i) => {
    const cells = texts.map((row) => row[i]?.slice(0, maxCell) ?? '');
    return Math.max(...[title, ...cells].map(pointsOf)) + gapPt;
  });
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
    const needed = Math.max(more, pointsOf(name));
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

function tabular(table: Table, decimal: DecimalMark): string {
  const { columns, rows } = table;
  const texts = textsOf(table);
  const line = (cells: readonly string[]): string => `    ${cells.join(' & ')} \\\\`;
  const shrinks = columns.every(({ group }) => group === undefined);
  return [
    ...(shrinks
      ? ['  \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%']
      : []),
    `  \\begin{tabular}{${columnTypes(columns, texts)}}`,
    '    \\toprule',
    ...(shrinks ? [] : groupLines(columns)),
    line(columns.map(({ title }) => latexText(title))),
    '    \\midrule',
    ...rows.map((row, r) =>
      line(columns.map((column, i) => cellText(column, row[i], decimal, texts[r]?.[i]))),
    ),
    '    \\bottomrule',
    `  \\end{tabular}${shrinks ? '}' : ''}`,
  ].join('\n');
}

/** The titles of groups over their columns, with a rule under each. */
function groupLines(columns: readonly Column[]): readonly string[] {
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
function cellText({ quantity }: Column, cell: Cell, decimal: DecimalMark, text = ''): string {
  if (quantity !== true) return latexText(text);
  if (typeof cell === 'number') return `\\num{${cell}}`;
  const [, number, unit, interval = '', last, marks = ''] =
    /^(\d[\d.]*(?:\(\d+\))?)(?: ([a-zµ]+))?( \[[^\]]+\])?(?: ([a-zµ]+))?([*†‡§]*)$/.exec(text) ??
    [];
  if (number === undefined || [unit, last].some((one) => one !== undefined && !(one in units))) {
    return latexText(text);
  }
  const ends = interval
    .replace(', ', decimal === 'comma' ? '; ' : ', ')
    .replaceAll(/(\d[\d.]*)(?: ([a-zµ]+))?/g, (_, end: string, of?: string) =>
      quantityText(end, of),
    );
  return `${quantityText(number, unit)}${ends}${last ? `\\,\\unit{${units[last]}}` : ''}${latexText(marks)}`;
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
  '\u00a0': '~',
  '\u202f': '\\,',
};

function latexText(text: string): string {
  return documentLine(text.replaceAll(/(?<=\d) %/g, '\u00a0%')).replaceAll(
    /[\\^~µ×±∞–…†‡§<>|\u00a0\u202f]|[&%$#_{}]/g,
    (one) => names[one] ?? ('<>|'.includes(one) ? `$${one}$` : `\\${one}`),
  );
}
