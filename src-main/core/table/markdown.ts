import { documentLine } from '../../contract/line-breaks.ts';
import { type Table, textRows, titlesOf } from './table.ts';

/** A cell of a Markdown table: nothing in it ends the cell, is markup, or names an address that a page fetches. */
export function markdownCell(text: string): string {
  return documentLine(text.replaceAll(/[\\`*_|<>#]/g, '\\$&').replaceAll('](', ']\\('));
}

/** A table under its title, which also reads well as plain text. */
export function markdownTable(table: Table): string {
  const { title, columns, notes } = table;
  const cells = [titlesOf(table), ...textRows(table)].map((row) => row.map(markdownCell));
  const widths = columns.map((_, i) => Math.max(3, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => pad(cell, widths[i] ?? 0, columns[i]?.align)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  const rule = columns.map(({ align }, i) => {
    const dashes = '-'.repeat((widths[i] ?? 3) - 1);
    return align === 'right' ? `${dashes}:` : `:${dashes}`;
  });
  return [
    `## ${markdownCell(title)}`,
    '',
    line(head),
    `| ${rule.join(' | ')} |`,
    ...body.map(line),
    '',
    notes.map(markdownCell).join(' '),
    '',
  ].join('\n');
}

function pad(text: string, width: number, align: 'left' | 'right' | undefined): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}
