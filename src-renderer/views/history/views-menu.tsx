import { batch } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { newestFirst } from '../../state/history.ts';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuEntry } from '../../ui/menu.tsx';
import { chosenColumns, columns } from './columns.tsx';

/** Looks at the history that were given a name, and the columns that it shows. */
export function ViewsMenu() {
  const app = useApp();
  const { history, curation } = app;
  const [asking, setAsking] = useState(false);
  useEffect(() => void history.loadViews(), [history]);
  const views = history.views.value;
  const query = history.query.value;
  return (
    <>
      <Menu label="Views" quiet right>
        {(close) => (
          <>
            <MenuEntry
              onClick={() => {
                close();
                setAsking(true);
              }}
            >
              Save this view …
            </MenuEntry>
            {views.length === 0 ? (
              <p class="muted menu-none">No view is kept yet.</p>
            ) : (
              views.map((view) => (
                <div key={view.name} class="menu-pair">
                  <MenuEntry
                    pressed={view.query === query}
                    onClick={() => {
                      batch(() => {
                        history.setQuery(view.query);
                        history.setOrder(view.order ?? newestFirst);
                      });
                      if (view.columns !== undefined)
                        app.changeSettings({ columns: [...view.columns] });
                      close();
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
              ))
            )}
            <MenuEntry
              pressed={query.trim() === 'is:trash'}
              onClick={() => {
                history.setQuery('is:trash');
                close();
              }}
            >
              Trash
            </MenuEntry>
          </>
        )}
      </Menu>
      <ColumnsMenu />
      {asking ? (
        <AskDialog
          title="Save this view"
          label="Name"
          help="Query, order and columns are kept under it; a view of the same name is replaced."
          confirm="Save the view"
          suggestions={views.map(({ name }) => name)}
          onClose={() => setAsking(false)}
          onDone={(name) =>
            void curation.saveView({
              name,
              query,
              order: history.order.value,
              columns: chosenColumns(app.settings.value.columns).map(({ id }) => id),
            })
          }
        />
      ) : null}
    </>
  );
}

function ColumnsMenu() {
  const app = useApp();
  const [asking, setAsking] = useState(false);
  const { historyCase } = app.settings.value;
  const shown = chosenColumns(app.settings.value.columns).map(({ id }) => id);
  return (
    <>
      <Menu label="Columns" icon="columns" quiet right>
        {(close) => (
          <>
            <MenuEntry
              pressed={historyCase !== null}
              onClick={() => {
                close();
                if (historyCase === null) setAsking(true);
                else app.changeSettings({ historyCase: null });
              }}
            >
              Median of a case …
            </MenuEntry>
            {columns
              .filter(({ id }) => id !== 'title' && id !== 'case')
              .map(({ id, title }) => (
                <MenuEntry
                  key={id}
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
            <MenuEntry onClick={() => app.changeSettings({ columns: null })}>
              The usual ones
            </MenuEntry>
          </>
        )}
      </Menu>
      {asking ? (
        <AskDialog
          title="Median of a case"
          label="Case"
          help="Workload, variant and axes, as in the query: variant:cub n:1M. A case of a run has “Follow in history”."
          confirm="Show the column"
          onClose={() => setAsking(false)}
          onDone={(query) =>
            app.changeSettings({ historyCase: { query, scope: app.settings.value.scope } })
          }
        />
      ) : null}
    </>
  );
}
