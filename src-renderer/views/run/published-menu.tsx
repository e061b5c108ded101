import { useView } from '../../state/workspace.ts';
import { Menu, MenuEntry } from '../../ui/menu.tsx';
import { useCall } from '../../ui/use-call.ts';

/** Which published series lie over the figure; none until chosen, since other machines measured them. */
export function usePublished(
  workload: string,
  /** What the figure draws over, where it is not the size. */
  over?: string,
): { readonly published: readonly string[]; readonly choice: preact.ComponentChild } {
  const { value } = useCall('published', { workload, ...(over === undefined ? {} : { over }) });
  const [text, setText] = useView('published');
  const chosen = text === '' ? [] : text.split('|');
  const setChosen = (keys: readonly string[]) => setText(keys.join('|'));
  const series = value?.series ?? [];
  const published = chosen.filter((key) => series.some((each) => each.key === key));
  const choice =
    series.length === 0 ? null : (
      <Menu label="Published" quiet count={published.length}>
        {series.map(({ key, label, note, points }) => (
          <MenuEntry
            key={key}
            stays
            aside={`${points} points`}
            pressed={chosen.includes(key)}
            onClick={() =>
              setChosen(
                chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key],
              )
            }
          >
            <span title={note}>{label}</span>
          </MenuEntry>
        ))}
      </Menu>
    );
  return { published, choice };
}
