import type { ComponentChildren } from 'preact';

type Props<T extends string> = {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly title: string }[];
  readonly chosen: T;
  readonly choose: (id: T) => void;
  /** Stands at the end of their row and holds for all of them. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
};

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs as the ARIA pattern has them: one stop of the Tab key, arrows inside, the panel follows. */
export function Tabs<T extends string>({ label, tabs, chosen, choose, aside, children }: Props<T>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const ends: Readonly<Record<string, number>> = { Home: 0, End: tabs.length - 1 };
    const step = steps[event.key];
    const next = step === undefined ? ends[event.key] : (at + step + tabs.length) % tabs.length;
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
    document.getElementById(`tab-${tab.id}`)?.focus();
  };
  return (
    <>
      <div class="tab-row">
        <div role="tablist" aria-label={label} class="tabs" onKeyDown={onKeyDown}>
          {tabs.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={id === chosen}
              aria-controls={`panel-${id}`}
              tabIndex={id === chosen ? 0 : -1}
              onClick={() => choose(id)}
            >
              {title}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`panel-${chosen}`}
        aria-labelledby={`tab-${chosen}`}
        class="tab-panel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern makes a panel a stop, so that it scrolls by keyboard
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}
