import { useEffect } from 'preact/hooks';
import type { RunRow } from '../../../src-main/contract/run.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** The baseline and the pinned runs, at hand wherever the list is scrolled to. */
export function MarkedRuns() {
  const { marked } = useApp();
  useEffect(() => {
    if (marked.state.peek().value === null) void marked.load();
  }, [marked]);
  const { value } = marked.state.value;
  if (value === null || (value.baseline === null && value.pinned.length === 0)) return null;
  return (
    <ul class="marked" aria-label="Baseline and pinned runs">
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
