import { useEffect, useRef, useState } from 'preact/hooks';
import { findEvent } from '../state/commands.ts';
import { useApp } from '../state/context.ts';
import { Button } from '../ui/button.tsx';
import { scalarText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { exportRuns } from './export.ts';
import { HistoryTable } from './history-table.tsx';

/** Every stored run, found by what it measured. */
export function History() {
  const app = useApp();
  const { history } = app;
  useEffect(() => {
    if (history.total.peek() === null) void history.load();
  }, [history]);
  const total = history.total.value;
  const rows = history.rows.value;
  const failure = history.failure.value;
  const selected = [...history.selected.value];
  return (
    <Page
      title="History"
      wide
      under={total === null ? undefined : countText(rows.length, total, history.query.value)}
      actions={
        selected.length === 0 ? undefined : (
          <>
            <span class="muted">{selected.length} ticked</span>
            <Button
              icon="compare"
              disabled={selected.length < 2 || selected.length > 8}
              hint={selected.length < 2 ? 'Tick two to eight runs' : undefined}
              onClick={() => app.go({ screen: 'compare', refs: selected })}
            >
              Compare
            </Button>
            <Button icon="download" onClick={() => void exportRuns(app, selected, 'csv')}>
              Export CSV
            </Button>
            <Button
              tone="quiet"
              onClick={() => {
                history.selected.value = new Set();
              }}
            >
              Untick all
            </Button>
          </>
        )
      }
    >
      <QueryBar />
      {failure !== null && failure.code !== 'bad-input' ? (
        <Failed
          what="Could not read the history"
          failure={failure}
          retry={() => void history.load()}
        />
      ) : total === null ? (
        failure === null ? (
          <Loading what="the history" />
        ) : null
      ) : rows.length > 0 ? (
        <HistoryTable />
      ) : history.query.value.trim() === '' ? (
        <Empty action={{ label: 'New run', run: () => app.go({ screen: 'new' }) }}>
          No run has been stored yet.
        </Empty>
      ) : (
        <Empty action={{ label: 'Show all runs', run: () => history.setQuery('') }}>
          No run fits “{history.query.value}”.
        </Empty>
      )}
    </Page>
  );
}

function countText(shown: number, total: number, query: string): string {
  const found = query.trim() === '' ? 'stored' : 'found';
  return shown < total
    ? `${scalarText(total)} ${found}, the latest ${scalarText(shown)} loaded`
    : `${scalarText(total)} ${found}`;
}

/** Waits until a word is typed before the store is asked. */
const pauseMs = 60;

function QueryBar() {
  const { history } = useApp();
  const [text, setText] = useState(history.query.value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = history.query.value;
  useEffect(() => setText(asked), [asked]);
  useEffect(() => {
    const onFind = () => {
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener(findEvent, onFind);
    return () => window.removeEventListener(findEvent, onFind);
  }, []);
  const failure = history.failure.value;
  const wrong = failure?.code === 'bad-input' ? failure.message : undefined;
  const ask = (query: string) => {
    setText(query);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => history.setQuery(query), pauseMs);
  };
  return (
    <search class="query-bar">
      <Icon name="search" />
      <input
        ref={input}
        id="query"
        class="input"
        type="search"
        aria-label="Find runs"
        aria-invalid={wrong !== undefined}
        aria-describedby="query-help"
        spellcheck={false}
        autocomplete="off"
        placeholder="workload:histogram n>=1M tag:lab -status:failed"
        value={text}
        onInput={(event) => ask(event.currentTarget.value)}
      />
      <p id="query-help" class={wrong === undefined ? 'help' : 'error'}>
        {wrong ??
          'Words are looked for in titles, notes, tags and variants. Fields: workload, variant, status, tag, device, and every axis.'}
      </p>
    </search>
  );
}
