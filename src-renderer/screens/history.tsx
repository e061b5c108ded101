import { batch } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { valueText } from '../../src-main/contract/axis-values.ts';
import type { RunRow } from '../../src-main/contract/run.ts';
import { exportEvent } from '../state/commands.ts';
import { useApp } from '../state/context.ts';
import { newestFirst, oldestFirst } from '../state/history.ts';
import { hrefOf } from '../state/route.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu, MenuEntry } from '../ui/menu.tsx';
import { Empty, Failed, Loading, Page } from '../ui/page.tsx';
import { useWindow } from '../ui/use-window.ts';
import { askTags } from '../views/ask-tags.ts';
import { ExportMenu, exportRuns } from '../views/export.tsx';
import { chosenColumns, columns } from '../views/history/columns.tsx';
import { Facets, QueryBar } from '../views/history/query-bar.tsx';
import { HistoryTable } from '../views/history/table.tsx';
import { chooseRunFiles } from '../views/import.ts';

/** Every stored run, found by what it measured. */
export function screen() {
  const app = useApp();
  const { history } = app;
  useEffect(() => {
    if (history.total.peek() === null) void history.load();
  }, [history]);
  useWindow(exportEvent, () => {
    const ticked = [...history.selected.value];
    const { value: active } = history.active;
    const refs = ticked.length > 0 || active === null || !history.isCurrent() ? ticked : [active];
    void exportRuns(app, refs, 'csv');
  });
  // Follows signals of its own: more rows are no reason to draw it again.
  const head = useMemo(
    () => (
      <div class="history-head">
        <QueryBar />
        <div class="history-tools">
          <Facets />
          <ChangedFilter />
          <span class="grow" />
          <ViewsMenu />
        </div>
        <MarkedRuns />
      </div>
    ),
    [],
  );
  const total = history.total.value;
  const rows = history.rows.value;
  const failure = history.failure.value;
  const inTrash = /(^|\s)is:trash(\s|$)/i.test(history.query.value);
  return (
    <Page
      title="History"
      wide
      under={
        total === null
          ? undefined
          : countText(rows.length, total, history.uncounted.value, history.query.value)
      }
      actions={<Actions inTrash={inTrash} />}
    >
      {head}
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
          {inTrash ? 'The trash is empty.' : `No run fits “${history.query.value}”.`}
        </Empty>
      )}
    </Page>
  );
}

function ChangedFilter() {
  const { history } = useApp();
  const query = history.query.value;
  const on = /(^|\s)(is:)?changed(\s|$)/i.test(query);
  return (
    <Button
      tone="quiet"
      pressed={on}
      onClick={() =>
        history.setQuery(
          on
            ? query.replace(/(^|\s)(is:)?changed(?=\s|$)/gi, '').trim()
            : `${query.trim()} changed`.trim(),
        )
      }
    >
      Changed
    </Button>
  );
}

function Actions({ inTrash }: { readonly inTrash: boolean }) {
  const app = useApp();
  const { history, curation } = app;
  const selected = [...history.selected.value];
  const none = () => {
    history.selected.value = new Set();
  };
  const purge = (ids: readonly string[] | null) => {
    const what = ids === null ? 'All runs in the trash' : plural(ids.length, 'run');
    app.asking.value = {
      title: 'Remove for good',
      text: `${what} and their samples are removed from the database. This cannot be undone.`,
      confirm: 'Remove for good',
      danger: true,
      done: () => {
        none();
        void curation.purge(ids);
      },
    };
  };
  return (
    <>
      {selected.length === 0 ? null : (
        <>
          <span class="muted" aria-live="polite">
            {selected.length} ticked
          </span>
          {inTrash ? (
            <>
              <Button
                icon="again"
                onClick={() => {
                  none();
                  void curation.restore(selected);
                }}
              >
                Bring back
              </Button>
              <Button tone="danger" icon="trash" onClick={() => purge(selected)}>
                Remove for good
              </Button>
            </>
          ) : (
            <>
              <Button
                icon="compare"
                disabled={selected.length < 2 || selected.length > 8}
                hint={
                  selected.length < 2 || selected.length > 8 ? 'Tick two to eight runs' : undefined
                }
                onClick={() =>
                  app.go({
                    screen: 'compare',
                    refs: oldestFirst(selected, app.history.rows.peek()),
                  })
                }
              >
                Compare
              </Button>
              <ExportMenu refs={selected} />
              <Button
                icon="tag"
                hint="T"
                onClick={() => askTags(app, selected, `Tag ${plural(selected.length, 'run')}`)}
              >
                Tag
              </Button>
              <Button icon="trash" hint="Delete" onClick={() => void curation.trash(selected)}>
                Delete
              </Button>
            </>
          )}
          <Button tone="quiet" onClick={none}>
            Untick all
          </Button>
        </>
      )}
      {selected.length > 0 ? null : inTrash ? (
        <Button tone="danger" icon="trash" onClick={() => purge(null)}>
          Empty the trash
        </Button>
      ) : (
        <Button
          icon="upload"
          hint="Run files can be dropped on the window as well"
          onClick={() => chooseRunFiles(app)}
        >
          Import
        </Button>
      )}
    </>
  );
}

function countText(shown: number, total: number, uncounted: boolean, query: string): string {
  const found = query.trim() === '' ? 'stored' : 'found';
  if (uncounted) return `More than ${valueText(total)} ${found}, ${valueText(shown)} loaded`;
  return shown < total
    ? `${valueText(total)} ${found}, ${valueText(shown)} loaded`
    : `${valueText(total)} ${found}`;
}

/** The baseline and the pinned runs, at hand wherever the list is scrolled to. */
function MarkedRuns() {
  const { marked } = useApp();
  useEffect(() => {
    if (marked.state.peek().value === null) void marked.load();
  }, [marked]);
  const { value } = marked.state.value;
  if (value === null || (value.baseline === null && value.pinned.length === 0)) return null;
  return (
    <ul class="marked-runs" aria-label="Baseline and pinned runs">
      {value.baseline === null ? null : <Mark row={value.baseline} icon="flag" name="Baseline" />}
      {value.pinned
        .filter(({ id }) => id !== value.baseline?.id)
        .map((row) => (
          <Mark key={row.id} row={row} icon="pin" name="Pinned" />
        ))}
    </ul>
  );
}

type Props = { readonly row: RunRow; readonly icon: IconName; readonly name: string };

function Mark({ row, icon, name }: Props) {
  return (
    <li>
      <a
        class="chip"
        href={hrefOf({ screen: 'run', ref: row.id, tab: 'results' })}
        title={`${name}: ${row.title}`}
      >
        <Icon name={icon} />
        <span class="visually-hidden">{name}: </span>
        {row.title}
      </a>
    </li>
  );
}

/** Looks at the history that were given a name, and the columns that it shows. */
function ViewsMenu() {
  const app = useApp();
  const { history, curation } = app;
  useEffect(() => void history.loadViews(), [history]);
  const views = history.views.value;
  const query = history.query.value;
  const askName = () => {
    app.asking.value = {
      title: 'Save this view',
      fields: [
        {
          label: 'Name',
          help: 'Query, order and columns are kept under it; a view of the same name is replaced.',
          suggestions: views.map(({ name }) => name),
        },
      ],
      confirm: 'Save the view',
      done: (name = '') =>
        void curation.saveView({
          ...{ name, query, order: history.order.value },
          columns: chosenColumns(app.settings.value.columns).map(({ id }) => id),
        }),
    };
  };
  return (
    <>
      <Menu label="Views" quiet right>
        <MenuEntry onClick={askName}>Save this view …</MenuEntry>
        {views.map((view) => (
          <div key={view.name} class="menu-pair">
            <MenuEntry
              pressed={view.query === query}
              onClick={() => {
                batch(() => {
                  history.setQuery(view.query);
                  history.setOrder(view.order ?? newestFirst);
                });
                if (view.columns !== undefined) app.changeSettings({ columns: [...view.columns] });
              }}
            >
              {view.name}
            </MenuEntry>
            <IconButton
              icon="close"
              label={`Delete the view ${view.name}`}
              onClick={() => void curation.deleteView(view.name)}
            />
          </div>
        ))}
        <MenuEntry
          pressed={query.trim() === 'is:trash'}
          onClick={() => history.setQuery('is:trash')}
        >
          Trash
        </MenuEntry>
      </Menu>
      <ColumnsMenu />
    </>
  );
}

function ColumnsMenu() {
  const app = useApp();
  const { columns: chosen, historyCase, scope } = app.settings.value;
  const shown = chosenColumns(chosen).map(({ id }) => id);
  const follow = () => {
    if (historyCase !== null) return app.changeSettings({ historyCase: null });
    app.asking.value = {
      title: 'Median of a case',
      fields: [
        {
          label: 'Case',
          help: 'Workload, variant and axes, as in the query: variant:cub n:1M. A case of a run has “Follow in history”.',
        },
      ],
      confirm: 'Show the column',
      done: (text = '') => app.changeSettings({ historyCase: { query: text, scope } }),
    };
  };
  return (
    <Menu label="Columns" icon="columns" quiet right>
      <MenuEntry pressed={historyCase !== null} onClick={follow}>
        Median of a case …
      </MenuEntry>
      {columns
        .filter(({ id }) => id !== 'title' && id !== 'case')
        .map(({ id, title }) => (
          <MenuEntry
            key={id}
            stays
            pressed={shown.includes(id)}
            onClick={() =>
              app.changeSettings({
                columns: columns
                  .map((each) => each.id)
                  .filter((each) => shown.includes(each) !== (each === id)),
              })
            }
          >
            {title}
          </MenuEntry>
        ))}
      <MenuEntry stays onClick={() => app.changeSettings({ columns: null })}>
        The usual ones
      </MenuEntry>
    </Menu>
  );
}
