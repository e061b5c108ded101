import { oneLine } from './terminal-text.ts';

export type Column = {
  readonly title: string;
  readonly align: 'left' | 'right';
};

const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Aligned columns two spaces apart, a rule under the header. Cells may hold colour codes; those take no width. */
export function formatTable(
  columns: readonly Column[],
  given: readonly (readonly string[])[],
): string {
  const rows = given.map((row) => row.map(oneLine));
  const widths = columns.map((column, i) =>
    Math.max(width(column.title), ...rows.map((row) => width(row[i] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, i) => pad(cells[i] ?? '', widths[i] ?? 0, column.align))
      .join('  ')
      .trimEnd();
  const head = line(columns.map((column) => column.title));
  const rule = widths.map((it) => '-'.repeat(it)).join('  ');
  return `${[head, rule, ...rows.map(line)].join('\n')}\n`;
}

/** Breaks text at spaces into lines of at most `width` characters, each after `indent` spaces. */
export function wrap(text: string, lineWidth: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > lineWidth - indent) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

function width(text: string): number {
  return [...text.replaceAll(escapes, '')].length;
}

function pad(text: string, to: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, to - width(text)));
  return align === 'left' ? text + space : space + text;
}
