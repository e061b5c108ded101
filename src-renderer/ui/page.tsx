import type { ComponentChildren } from 'preact';

type Props = {
  readonly title: ComponentChildren;
  readonly under?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Fills the window instead of keeping a readable width. */
  readonly wide?: boolean;
  readonly children: ComponentChildren;
};

/** A screen: its name, what can be done with it, and what it shows. */
export function Page({ title, under, actions, wide, children }: Props) {
  return (
    <div class={wide === true ? 'page wide' : 'page'}>
      <header class="page-head">
        <h1>{title}</h1>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
        {under === undefined ? null : <div class="under">{under}</div>}
      </header>
      {children}
    </div>
  );
}

type SectionProps = {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** A panel with a heading. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section class="section" aria-label={title}>
      <div class="section-head">
        <h2>{title}</h2>
        {aside === undefined ? null : <div class="aside">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
