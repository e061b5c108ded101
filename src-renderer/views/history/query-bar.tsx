import { useEffect, useRef, useState } from 'preact/hooks';
import type { QueryCompletion } from '../../../src-main/contract/procedures/history.ts';
import { findEvent } from '../../state/commands.ts';
import { useApp } from '../../state/context.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWindow } from '../../ui/use-window.ts';

/** The query with what can stand at the cursor below it: a combobox, as the ARIA pattern has it. */
export function QueryBar() {
  const { history, historyRoute, client } = useApp();
  const [offer, setOffer] = useState<QueryCompletion | null>(null);
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const offerTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(0);
  // One text, the one that is asked: a second copy that follows it later would write back over what is typed meanwhile.
  const text = history.query.value;
  useWindow(findEvent, () => {
    input.current?.focus();
    input.current?.select();
  });
  useEffect(() => () => clearTimeout(offerTimer.current), []);
  const failure = history.failure.value;
  const wrong = failure?.code === 'bad-input' ? failure.message : undefined;
  const items = offer?.items ?? [];
  const active = items[at];

  const close = () => {
    latest.current += 1;
    clearTimeout(offerTimer.current);
    setOffer(null);
    setAt(-1);
  };
  const leave = () => {
    close();
    historyRoute.commit();
  };
  const complete = (query: string, cursor: number, first = -1) => {
    clearTimeout(offerTimer.current);
    latest.current += 1;
    const mine = latest.current;
    offerTimer.current = setTimeout(async () => {
      const found = await client.call('completeQuery', { query, cursor }).catch(() => null);
      if (mine !== latest.current) return;
      // What is already written in full need not be offered.
      const [only] = found?.items ?? [];
      const done = found?.items.length === 1 && only?.text === query.slice(found.from, found.to);
      setOffer(done ? null : found);
      setAt(found === null || found.items.length === 0 || done ? -1 : first);
    }, 60);
  };
  const accept = (item: QueryCompletion['items'][number]) => {
    if (offer === null) return;
    const now = history.query.peek();
    const next = `${now.slice(0, offer.from)}${item.text}${now.slice(offer.to)}`;
    const cursor = offer.from + item.text.length;
    leave();
    history.setQuery(next);
    const field = input.current;
    if (field !== null) {
      field.value = next;
      field.focus();
      field.setSelectionRange(cursor, cursor);
    }
    if (item.kind !== 'value') complete(next, cursor);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (items.length === 0) complete(text, input.current?.selectionStart ?? text.length, 0);
      else setAt((at + step + items.length) % items.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && active !== undefined) {
      event.preventDefault();
      accept(active);
    } else if (event.key === 'Escape' && items.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter') leave();
  };
  return (
    <search class="query-bar">
      <Icon name="search" />
      <input
        ref={input}
        id="query"
        class="input"
        type="text"
        role="combobox"
        aria-label="Find runs"
        aria-invalid={wrong !== undefined}
        aria-describedby="query-help"
        aria-expanded={items.length > 0}
        aria-controls="query-offer"
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `query-offer-${at}`}
        spellcheck={false}
        autocomplete="off"
        placeholder="workload:histogram n>=1M tag:lab -status:failed"
        value={text}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget;
          historyRoute.typed(value);
          if (value.trim() === '') close();
          else complete(value, selectionStart ?? value.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      <div
        id="query-offer"
        class="query-offer"
        role="listbox"
        aria-label="Suggestions"
        tabIndex={-1}
        hidden={items.length === 0}
      >
        {items.map((item, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the combobox, which keeps the focus
          <div
            key={`${item.kind} ${item.text}`}
            id={`query-offer-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            class="palette-entry"
            // The field must not lose the focus, or the list is gone before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => accept(item)}
          >
            <code>{item.text}</code>
            <span class="muted">{item.help}</span>
          </div>
        ))}
      </div>
      <p id="query-help" class={wrong === undefined ? 'help' : 'error'}>
        {wrong ?? 'Searches titles, notes, tags and variants; press Down for filters.'}
      </p>
    </search>
  );
}
