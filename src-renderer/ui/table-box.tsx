import type { ComponentChildren } from 'preact';

/** A table that may be wider than the screen: it scrolls by itself, also by keyboard. */
export function TableBox({
  label,
  low,
  kind,
  children,
}: {
  readonly label: string;
  /** Takes a third of the window at most, so that what it chooses is in sight. */
  readonly low?: boolean;
  /** A class of its own. */
  readonly kind?: string;
  readonly children: ComponentChildren;
}) {
  const classes = ['table-box', low === true ? 'low' : '', kind ?? ''].join(' ').trim();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by Tab
    <section class={classes} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

type Heading = ComponentChildren | { readonly number: ComponentChildren };

/** Headings of columns of numbers. */
export const numbers = (...titles: readonly ComponentChildren[]): readonly Heading[] =>
  titles.map((number) => ({ number }));

/** The row of headings of a table; nothing stands for a column that is left out. */
export function Head({ columns }: { readonly columns: readonly Heading[] }) {
  return (
    <thead>
      <tr>
        {columns
          .filter((column) => column !== null)
          .map((column, i) =>
            typeof column === 'object' && 'number' in column ? (
              <th key={i} scope="col" class="number">
                {column.number}
              </th>
            ) : (
              <th key={i} scope="col">
                {column}
              </th>
            ),
          )}
      </tr>
    </thead>
  );
}
