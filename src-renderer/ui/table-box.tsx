import type { ComponentChildren } from 'preact';

/** A table that may be wider than the screen: it scrolls by itself, also by keyboard. */
export function TableBox({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by Tab
    <section class="table-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
