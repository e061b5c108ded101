import { batch } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { newestFirst } from '../../state/history.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuEntry } from '../../ui/menu.tsx';
import { chosenColumns, columns } from './columns.tsx';

/** Looks at the history that were given a name, and the columns that it shows. */
export function ViewsMenu() {
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
        {views.length === 0 ? <p class="muted menu-none">No view is kept yet.</p> : null}
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
