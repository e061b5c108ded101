import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { useWindow } from './use-window.ts';

/** Closes the list that an entry is in. */
const Close = createContext(() => {});

type Props = {
  readonly label: string;
  readonly icon?: IconName;
  readonly hint?: string;
  readonly quiet?: boolean;
  /** Aligned to the right edge of its button. */
  readonly right?: boolean;
  /** Opens above its button. */
  readonly up?: boolean;
  /** How many of its entries are chosen. */
  readonly count?: number;
  readonly children: ComponentChildren;
};

/** A button that opens a list of things to do, or to tick. Closes at Escape, at a click elsewhere and when left. */
export function Menu({ label, icon, hint, quiet, right, up, count, children }: Props) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useWindow('pointerdown', ({ target }: PointerEvent) => {
    if (target instanceof Node && box.current?.contains(target) === false) setOpen(false);
  });
  // Before the next key comes: what is typed at once must not be lost.
  useLayoutEffect(() => {
    if (open) entriesOf(box.current)[0]?.focus();
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      event.preventDefault();
      close();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (!open) {
      setOpen(true);
      return;
    }
    const entries = entriesOf(box.current);
    const at = entries.indexOf(document.activeElement as HTMLElement);
    entries[(at + step + entries.length) % Math.max(1, entries.length)]?.focus();
  };
  const onFocusOut = (event: FocusEvent) => {
    const next = event.relatedTarget;
    if (next instanceof Node && box.current?.contains(next) === false) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and the list inside
    <div ref={box} class="menu" onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <button
        ref={button}
        type="button"
        class={quiet === true ? 'button quiet' : 'button'}
        title={hint}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {icon === undefined ? null : <Icon name={icon} />}
        {label}
        {count === undefined || count === 0 ? null : <span class="badge active">{count}</span>}
        <Icon name="down" />
      </button>
      {open ? (
        <div
          id={id}
          class={['menu-list', right === true ? 'right' : '', up === true ? 'up' : '']
            .join(' ')
            .trim()}
        >
          <Close.Provider value={close}>{children}</Close.Provider>
        </div>
      ) : null}
    </div>
  );
}

const entriesOf = (box: HTMLElement | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>(
    '.menu-list button:not(:disabled), .menu-list input:not(:disabled)',
  ) ?? []),
];

/** Closes its list before it acts, unless it `stays`: as one of several that are ticked. */
export function MenuEntry({
  children,
  aside,
  onClick,
  pressed,
  stays,
  disabled,
  danger,
}: {
  readonly children: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly stays?: boolean;
  readonly disabled?: boolean;
  readonly danger?: boolean;
}) {
  const close = useContext(Close);
  return (
    <button
      type="button"
      class={danger === true ? 'menu-entry danger' : 'menu-entry'}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => {
        if (stays !== true) close();
        onClick();
      }}
    >
      <span class="grow">{children}</span>
      {aside === undefined || aside === children ? null : <span class="muted">{aside}</span>}
      {pressed === true ? <Icon name="check" /> : null}
    </button>
  );
}
