import { figureTable } from '../../src-main/charts/index.ts';
import { valueText } from '../../src-main/contract/axis-values.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';
import { numberText } from '../../src-main/contract/numbers.ts';
import { Head, numbers, TableBox } from '../ui/table-box.tsx';

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
    <TableBox label={`${spec.title}, as a table`}>
      <table class="table">
        <Head columns={[columns[0], ...numbers(...columns.slice(1))]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('\t')}>
              {row.map((cell, i) => (
                <td key={columns[i]} class={typeof cell === 'string' ? '' : 'number'}>
                  {cellText(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
