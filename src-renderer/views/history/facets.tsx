import { useEffect } from 'preact/hooks';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import { useApp } from '../../state/context.ts';
import { facetValues, toggleFacet } from '../../state/query-text.ts';
import { Menu, MenuEntry } from '../../ui/menu.tsx';

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
