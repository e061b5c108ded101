import { screens } from '../../src-main/contract/screens.ts';
import { commands } from '../state/commands.ts';
import { useApp } from '../state/context.ts';
import { Table } from '../ui/table-box.tsx';

/** Keys as they are pressed: `Ctrl+K`, `G 1`. */
export function Keys({ text }: { readonly text: string }) {
  return (
    <span class="keys">
      {text
        .split(/([+ ])/)
        .map((part, i) =>
          part === '+' || part === ' ' ? null : <kbd key={`${i} ${part}`}>{part}</kbd>,
        )}
    </span>
  );
}

export function ShortcutTable() {
  const { host } = useApp().client;
  const rows: readonly (readonly [string, string])[] = [
    ...commands.slice(0, -screens.length).map(({ title, keys }) => [keys[host], title] as const),
    [`${host === 'desktop' ? 'Ctrl+' : 'G '}1–${screens.length}`, 'Go to a screen of the rail'],
    ['L', 'Change a figure between log and linear axes'],
    ['P', 'Pin or unpin the run under the cursor in the history'],
    ['B', 'Make the run under the cursor the baseline, or no longer'],
    ['T', 'Tag the ticked runs, or the one under the cursor'],
    ['Delete', 'Move the ticked runs to the trash, or the one under the cursor'],
    ['Ctrl+Z', 'Undo the last change in the history'],
    ['Ctrl+A', 'Tick all runs that are loaded in the history'],
    ['Shift+ArrowDown', 'Tick several runs in a row'],
    ['Space', 'Tick the run under the cursor in the history'],
    ['Enter', 'Open the run under the cursor in the history'],
    ['Escape', 'Close what lies over the screen'],
  ];
  return (
    <Table
      kind="plain dense"
      rows={rows}
      columns={[
        ['Keys', ([keys]) => <Keys text={keys} />],
        ['What they do', ([, title]) => title],
      ]}
    />
  );
}
