import type { ComponentChildren } from 'preact';
import type { Failure } from '../../src-main/contract/failure.ts';
import type { Resource } from '../state/resource.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { Asked } from './use-call.ts';

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
  /** It holds fields of a form, beside each other. */
  readonly fields?: boolean;
  readonly children: ComponentChildren;
};

/** A panel with a heading. */
export function Section({ title, aside, fields = false, children }: SectionProps) {
  return (
    <section class="section" aria-label={title}>
      <div class="section-head">
        <h2>{title}</h2>
        {aside === undefined ? null : <div class="aside">{aside}</div>}
      </div>
      {fields ? <div class="fields">{children}</div> : children}
    </section>
  );
}

type EmptyProps = {
  readonly children: ComponentChildren;
  readonly action?: { readonly label: string; readonly run: () => void };
};

/** Nothing is here yet: one sentence, one thing to do. */
export function Empty({ children, action }: EmptyProps) {
  return (
    <div class="empty">
      <p>{children}</p>
      {action === undefined ? null : (
        <Button tone="primary" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** Seen only when it lasts: the style sheet shows it after 150 ms. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what} …
    </p>
  );
}

const nextSteps: Readonly<Record<Failure['code'], string>> = {
  'bad-input': 'Change what was asked for and try again.',
  'not-found': 'It may have been deleted.',
  environment: 'Check that the program still runs, then try again.',
  store: 'The database could not be used; Home checks it.',
  engine: 'The measuring process had a fault; finished cases are stored. Try again.',
  busy: 'Wait until the active run ends, or cancel it.',
  'wait-ended': 'Wait until the active run ends, or cancel it.',
  cancelled: 'Start it again when you like.',
  internal: 'This is a defect of Breakeven. Its details below help to find it.',
};

type FailedProps = {
  readonly what: string;
  readonly failure: Failure;
  readonly retry?: () => void;
};

/** What went wrong, why, and what to do next. */
export function Failed({ what, failure, retry }: FailedProps) {
  return (
    <div class="failure" role="alert">
      <h2>
        <Icon name="warning" /> {what}
      </h2>
      <p>{failure.message}</p>
      <p class="muted">
        {nextSteps[failure.code]}{' '}
        {failure.code === 'not-found' ? <a href="#/history">Show the history</a> : null}
      </p>
      {failure.detail === undefined ? null : (
        <details>
          <summary>Details</summary>
          <pre>{failure.detail}</pre>
        </details>
      )}
      {retry === undefined ? null : (
        <Button icon="again" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/**
 * The states of something that is asked for, and the view of its value. A value that is there stays while it is asked
 * for again. What was asked for wrongly fails again: there is a button only where the same question may have another
 * answer.
 */
export function Loaded<T>({
  of,
  what,
  failed = `Could not load ${what}`,
  children,
}: {
  readonly of: Resource<T> | Asked<T>;
  readonly what: string;
  readonly failed?: string;
  readonly children: (value: T) => ComponentChildren;
}) {
  const { value, failure, loading } = 'state' in of ? of.state.value : of;
  const again = 'state' in of ? () => void of.load() : of.again;
  if (value !== null) return <>{children(value)}</>;
  if (failure === null || loading) return <Loading what={what} />;
  const retry = failure.code === 'bad-input' ? {} : { retry: again };
  return <Failed what={failed} failure={failure} {...retry} />;
}

/** Sentences below each other: warnings unless they are of another kind. */
export function Notes({
  texts = [],
  kind = 'note warn',
}: {
  readonly texts?: readonly string[] | undefined;
  readonly kind?: string;
}) {
  return texts.map((text) => (
    <p key={text} class={kind}>
      {text}
    </p>
  ));
}
