import type { ComponentChildren, Key } from 'preact';

type Props = {
  readonly label: string;
  /** Takes a third of the window at most, so that what it chooses is in sight. */
  readonly low?: boolean | undefined;
  /** A class of its own. */
  readonly kind?: string | undefined;
  readonly children: ComponentChildren;
};

/** A table that may be wider than the screen: it scrolls by itself, also by keyboard. */
export function TableBox({ label, low, kind, children }: Props) {
  const classes = ['table-box', low === true ? 'low' : '', kind ?? ''].join(' ').trim();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by Tab
    <section class={classes} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** The name of a row, which opens what is known of it. */
export function NameButton({ name, open, hint }: NameProps) {
  return (
    <button type="button" class="cell-link name" title={hint} onClick={open}>
      {name}
    </button>
  );
}

type NameProps = { readonly name: string; readonly open: () => void; readonly hint?: string };

/** Its heading, what a row has in it, the class of its cells (`number` aligns them), and what is shown on hover. */
export type Column<T> = readonly [
  title: ComponentChildren,
  cell: (row: T, at: number) => ComponentChildren,
  kind?: string | undefined,
  hint?: (row: T) => string | undefined,
];

/** A table of like rows, which the first column names. Nothing stands for a column that is null. */
export function Table<T>({
  label,
  rows,
  columns,
  kind = '',
  box,
  low,
  keyOf = (_, at) => at,
}: {
  /** Of the box in which it scrolls; without it the table has none. */
  readonly label?: string;
  readonly rows: readonly T[];
  readonly columns: readonly (Column<T> | null)[];
  /** Classes of the table, and of its box. */
  readonly kind?: string;
  readonly box?: string;
  readonly low?: boolean;
  readonly keyOf?: (row: T, at: number) => Key;
}) {
  const shown = columns.filter((column) => column !== null);
  const table = (
    <table class={`table ${kind}`.trim()}>
      <thead>
        <tr>
          {shown.map(([title, , cells], i) => (
            <th key={i} scope="col" class={cells}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)}>
            {shown.map(([, cell, cells, hint], i) =>
              i === 0 ? (
                <th key={i} scope="row" class={cells} title={hint?.(row)}>
                  {cell(row, at)}
                </th>
              ) : (
                <td key={i} class={cells} title={hint?.(row)}>
                  {cell(row, at)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  return (
    <TableBox label={label} kind={box} low={low}>
      {table}
    </TableBox>
  );
}
