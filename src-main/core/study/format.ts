import { numberText } from '../../contract/numbers.ts';
import type { StudyColumn, StudyReport, StudyTable } from '../../contract/study.ts';
import { noFormula } from '../table/csv.ts';
import { markdownCell } from '../table/markdown.ts';

export const studyFormats = ['text', 'csv', 'markdown', 'latex'] as const;
export type StudyFormat = (typeof studyFormats)[number];

type Cell = string | number | null;

/** `shared-atomics, published (ms)`. */
export function headOf({ title, unit, source }: StudyColumn): string {
  const name = source === 'published' && unit !== null ? `${title}, published` : title;
  return unit === null ? name : `${name} (${unit})`;
}

/** RFC 4180, the shortest numbers that parse back to the same value, empty where there is none. */
export function studyCsv({ columns, rows }: StudyTable): string {
  const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
  const head = line(columns.map(headOf));
  return head + rows.map((row) => line(row.map(plain))).join('');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Text that a spreadsheet would take for a formula is marked; numbers never are. */
function plain(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return noFormula(cell);
}

export function studyMarkdown({ title, columns, rows, notes }: StudyTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |\n`;
  return [
    `### ${title}\n\n`,
    line(columns.map(headOf)),
    line(columns.map((_, i) => (isText(rows, i) ? '---' : '---:'))),
    ...rows.map((row) => line(row.map((cell, i) => shown(cell, columns[i])))),
    '\n',
    ...notes.map((note) => `- ${note}\n`),
  ].join('');
}

function isText(rows: StudyTable['rows'], column: number): boolean {
  return rows.some((row) => typeof row[column] === 'string');
}

/** Sentences are broken into lines: their columns share the width of the page. */
function columnTypes(rows: StudyTable['rows'], count: number): string {
  const isProse = (column: number): boolean =>
    rows.some((row) => String(row[column] ?? '').length > 40);
  const columns = Array.from({ length: count }, (_, i) => i);
  const width = (0.7 / columns.filter(isProse).length).toFixed(2);
  return columns
    .map((i) => (isProse(i) ? `p{${width}\\linewidth}` : isText(rows, i) ? 'l' : 'r'))
    .join('');
}

/** More columns than this are wider than a page of text. */
const maxLatexColumns = 8;

/** A table of the booktabs package; of many columns it is made as wide as the text, by graphicx. */
export function studyLatex({ title, columns, rows, notes }: StudyTable): string {
  const wide = columns.length > maxLatexColumns;
  const line = (cells: readonly string[]): string => `    ${cells.map(tex).join(' & ')} \\\\\n`;
  return [
    `% \\usepackage{booktabs${wide ? ',graphicx' : ''}}\n`,
    '\\begin{table}\n  \\centering\n',
    `  \\caption{${tex(title)}. ${notes.map(tex).join(' ')}}\n`,
    wide ? '  \\resizebox{\\linewidth}{!}{%\n' : '',
    `  \\begin{tabular}{${columnTypes(rows, columns.length)}}\n`,
    '    \\toprule\n',
    line(columns.map(headOf)),
    '    \\midrule\n',
    ...rows.map((row) => line(row.map((cell, i) => shown(cell, columns[i])))),
    `    \\bottomrule\n  \\end{tabular}${wide ? '}' : ''}\n\\end{table}\n`,
  ].join('');
}

const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function tex(text: string): string {
  return text.replaceAll(/[\\~^&%$#_{}]/g, (mark) => special[mark] ?? `\\${mark}`);
}

/**
 * Four digits are what a table is read for: all four of what was measured, zeros at its end too; published numbers as
 * they were printed; whole numbers stay whole.
 */
export function shown(cell: Cell, column?: StudyColumn): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  const measured = column?.source === 'measured' && column.unit !== null;
  if (measured && Math.abs(cell) >= 1e-6 && Math.abs(cell) < 9999.5) return cell.toPrecision(4);
  if (Number.isInteger(cell) && Math.abs(cell) < 1e15) return numberText(cell);
  return numberText(Number(cell.toPrecision(4)));
}

/** Notes, as they stand below the tables. */
export function studyNotes({ notes }: StudyReport): string {
  return notes.length === 0 ? '' : ['Notes\n', ...notes.map((note) => `- ${note}\n`)].join('');
}

/** The claims as a table, for files and papers. */
export function claimsTable({ claims, name, machine, runId }: StudyReport): StudyTable {
  const measured = { unit: null, source: 'measured' } as const;
  return {
    title: `Claims of ${name}`,
    columns: [
      { title: 'claim', unit: null, source: 'key' },
      { title: 'holds here', unit: null, source: 'derived' },
      { title: 'estimate', ...measured },
      { title: 'ci95_lo', ...measured },
      { title: 'ci95_hi', ...measured },
      { title: 'found', ...measured },
      { title: 'expected', unit: null, source: 'published' },
      { title: 'reason', unit: null, source: 'derived' },
    ],
    rows: claims.map(({ claim, verdict, estimate, ci95, finding, expected, reason }) => [
      claim,
      verdict,
      estimate,
      ci95?.[0] ?? null,
      ci95?.[1] ?? null,
      finding,
      expected,
      reason,
    ]),
    notes: [
      `Run ${runId} on ${machine}. Estimates are ratios, exponents or values, with 95 % intervals.`,
    ],
  };
}
