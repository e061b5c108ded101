import { type Cell, cellOf, flagOf, numberOf, textOf } from '../export/csv.ts';
import type { Row } from './import-csv.ts';

/** Values of one row by what their columns mean, read as the type that the column states. */
export type RowValues = {
  readonly fields: Readonly<Record<string, Cell>>;
  readonly axes: Readonly<Record<string, string | number | boolean>>;
  readonly answer: Readonly<Record<string, string | number | boolean>>;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** By span ('' for the headline), then by statistic; a statistic that is missing is null. */
  readonly metrics: ReadonlyMap<string, Readonly<Record<string, Cell>>>;
};

export function valuesOf(row: Row): RowValues {
  const fields: Record<string, Cell> = {};
  const axes: Record<string, string | number | boolean> = {};
  const answer: Record<string, string | number | boolean> = {};
  const facts: Record<string, string | number | boolean> = {};
  const metrics = new Map<string, Record<string, Cell>>();
  const records = { axis: axes, answer, fact: facts };
  for (const [i, column] of row.columns.entries()) {
    const value = typed(row, i);
    const { role, id, span = '' } = column;
    if (role === 'field') fields[id] = value;
    else if (role === 'metric') metrics.set(span, { ...metrics.get(span), [id]: value });
    else if (value !== null && value !== undefined) records[role][id] = value;
  }
  return { fields, axes, answer, facts, metrics };
}

function typed(row: Row, i: number): Cell {
  const column = row.columns[i];
  const field = row.fields[i];
  if (column === undefined || field === undefined) return null;
  if (column.type === 'text') return textOf(field);
  if (column.type === 'scalar') return cellOf(field);
  const value = column.type === 'number' ? numberOf(field) : flagOf(field);
  return value === undefined
    ? row.fail(column.name, `"${field.text}" is no ${column.type}`)
    : value;
}

export function textField(row: Row, { fields }: RowValues, id: string): string {
  return textOrNull(row, fields[id], id) ?? row.fail(id, 'it is empty');
}

export function textOrNull(row: Row, value: Cell, id: string): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : row.fail(id, `${String(value)} is no text`);
}

export function numberField(row: Row, { fields }: RowValues, id: string): number {
  return numberOrNull(row, fields[id], id) ?? row.fail(id, 'it is empty');
}

export function numberOrNull(row: Row, value: Cell, id: string): number | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : row.fail(id, `${String(value)} is no number`);
}
