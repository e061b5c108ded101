import type { Cell, DecimalMark, Table } from './table.ts';

/**
 * RFC 4180 in UTF-8, as this product writes it: `.` decimals, shortest numbers that read back equal, an empty field for a
 * missing value, CRLF at the end of each row. Where a comma stands before decimals, as spreadsheets of many languages
 * read it, semicolons separate. A text that a spreadsheet would run as a formula gets a quote mark in front.
 */

const endOfRow = '\r\n';
export const separators = { point: ',', comma: ';' } as const;
const looksTyped = /^(?:[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?|-?Infinity|true|false)$/;
/** Spreadsheets look past white space, and some past marks of Asian width. */
const startsFormula = /^'*\s*[=+\-@＝＋－＠]/;

/** A text as a spreadsheet shows it and does not run it. */
export function noFormula(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text;
}

export function csvRow(cells: readonly Cell[], decimal: DecimalMark = 'point'): string {
  return cells.map((cell) => csvField(cell, decimal)).join(separators[decimal]) + endOfRow;
}

export function csvRows(
  rows: readonly (readonly Cell[])[],
  decimal: DecimalMark = 'point',
): string {
  return rows.map((row) => csvRow(row, decimal)).join('');
}

/**
 * One field; strings are text cells, and only they are protected against being taken for formulas. An empty text is
 * written in quotes and a missing value without.
 */
export function csvField(cell: Cell, decimal: DecimalMark = 'point'): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return String(cell);
  if (typeof cell === 'number') return csvNumber(cell, decimal);
  const text = noFormula(cell);
  // A text that reads like a number or a flag is distinguished from one by its quotes.
  const needsQuotes =
    text === '' ||
    looksTyped.test(text) ||
    text.includes(separators[decimal]) ||
    /["\r\n]/.test(text) ||
    text.trim() !== text;
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The shortest decimal that reads back as the same double; NaN is missing. */
export function csvNumber(value: number, decimal: DecimalMark = 'point'): string {
  if (Number.isNaN(value)) return '';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return decimal === 'comma' ? text.replace('.', ',') : text;
}

/** A table without its title and notes, for which CSV has no place. */
export function csvTable(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  decimal: DecimalMark = 'point',
): string {
  return csvRows([columns.map(({ title }) => title), ...rows], decimal);
}
