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
