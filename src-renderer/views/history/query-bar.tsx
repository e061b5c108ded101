import { useEffect, useRef, useState } from 'preact/hooks';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import type { QueryCompletion } from '../../../src-main/contract/procedures/history.ts';
import { findEvent } from '../../state/commands.ts';
import { useApp } from '../../state/context.ts';
import { facetValues, toggleFacet } from '../../state/query-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuEntry } from '../../ui/menu.tsx';
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

const fields = [
  { id: 'workload', title: 'Workload' },
  { id: 'status', title: 'Status' },
  { id: 'device', title: 'Device' },
  { id: 'class', title: 'Machine' },
  { id: 'tag', title: 'Tag' },
] as const;

/** What the runs of the query are like, with their numbers; choosing a value writes it into the query. */
export function Facets() {
  const { history } = useApp();
  const query = history.query.value;
  const facets = history.facets.value;
  return (
    <>
      {fields.map(({ id, title }) => {
        const chosen = facetValues(query, id);
        const known = facets?.[id] ?? [];
        const lost = chosen.filter((value) => !known.some((each) => each.value === value));
        return (
          <Menu key={id} label={title} quiet count={chosen.length}>
            <CountNow />
            {facets === null || known.length + lost.length === 0 ? (
              <p class="muted menu-none">{facets === null ? 'Counting …' : 'None here.'}</p>
            ) : (
              [...known, ...lost.map((value) => ({ value, count: 0 }))].map(({ value, count }) => (
                <MenuEntry
                  key={value}
                  stays
                  aside={valueText(count)}
                  pressed={chosen.some((each) => each.toLowerCase() === value.toLowerCase())}
                  onClick={() => history.setQuery(toggleFacet(query, id, value))}
                >
                  {value}
                </MenuEntry>
              ))
            )}
          </Menu>
        );
      })}
    </>
  );
}

/** Counts at once while a menu is open, instead of after the next pause in the user's input. */
function CountNow() {
  const { history } = useApp();
  const stale = history.rows.value;
  useEffect(() => history.countFacets(), [history, stale]);
  return null;
}
