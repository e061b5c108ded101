import { figureTable } from '../../src-main/charts/index.ts';
import { valueText } from '../../src-main/contract/axis-values.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';
import { numberText } from '../../src-main/contract/numbers.ts';
import { type Column, Table } from '../ui/table-box.tsx';

const cellText = (value: string | number | null): string => {
  if (value === null) return '–';
  return typeof value === 'number' && !Number.isInteger(value)
    ? numberText(Number(value.toPrecision(6)))
    : valueText(value);
};

/** The values of a figure in rows, for those who read numbers rather than pictures. */
export function FigureTable({ spec }: { readonly spec: FigureSpec }) {
  const { columns, rows } = figureTable(spec);
  return (
    <Table
      label={`${spec.title}, as a table`}
      rows={rows}
      columns={columns.map(
        (title, i): Column<(typeof rows)[number]> => [
          title,
          (row) => cellText(row[i] ?? null),
          typeof rows[0]?.[i] === 'string' ? undefined : 'number',
        ],
      )}
    />
  );
}
