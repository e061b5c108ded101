import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../state/context.ts';
import { findEntries, type PaletteEntry, paletteEntries } from '../state/palette.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useCall } from '../ui/use-call.ts';

const maxShown = 50;

/** Everything by name: a combobox over a list, as the ARIA pattern has it. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const app = useApp();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // Words alone: the marks of the query language mean nothing here.
  const text = query.replaceAll(/[^\p{L}\d]+/gu, ' ').trim();
  const runs = useCall('history', text === '' ? null : { query: text, limit: 20 });
  const entries = paletteEntries(app, text === '' ? [] : (runs.value?.rows ?? []));
  const found = findEntries(entries, query).slice(0, maxShown);
  const active = found[Math.min(at, found.length - 1)];
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (active !== undefined) {
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
    }
  });
  const choose = (entry: PaletteEntry) => {
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      choose(active);
    }
  };
  return (
    <Dialog label="Commands" kind="palette" onClose={onClose}>
      <input
        ref={input}
        class="input palette-input"
        type="text"
        role="combobox"
        aria-label="Command, workload, preset or run"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        placeholder="Type a command, workload, preset or run"
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Found" tabIndex={-1}>
        {found.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the combobox, which keeps the focus
          <div
            key={entry.id}
            id={optionId(entry)}
            role="option"
            tabIndex={-1}
            aria-selected={entry === active}
            class="palette-entry"
            onClick={() => choose(entry)}
          >
            <span>{entry.title}</span>
            <span class="muted">{entry.aside}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p class="muted palette-none">Nothing is called “{query}”.</p> : null}
    </Dialog>
  );
}

const optionId = (entry: PaletteEntry) => `palette-${entry.id.replaceAll(/[^\w-]/g, '-')}`;
