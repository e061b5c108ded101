import { useState } from 'preact/hooks';
import {
  type BatchKind,
  batchKinds,
  type Composed,
  type FigureFormat,
  withContent,
} from '../../state/composition.ts';
import { useApp } from '../../state/context.ts';
import type { FigureRequest } from '../../state/index.ts';
import { saveFile } from '../../ui/files.ts';
import { plural } from '../../ui/format.ts';
import { Menu, MenuEntry } from '../../ui/menu.tsx';

/** A request without a form is drawn in the first of its kind. */
function isSame(one: BatchKind, { kind, as }: BatchKind): boolean {
  return one.kind === kind && (as === undefined || one.as === as);
}

type Props = { readonly request: FigureRequest; readonly composed: Composed | null };

/** Several figures of the same cases at once, all in the size and fonts that are chosen here. */
export function Batch({ request, composed }: Props) {
  const app = useApp();
  const shown = batchKinds.find((one) => isSame(one, request)) ?? request;
  const [kinds, setKinds] = useState<readonly BatchKind[]>([shown]);
  const toggle = (kind: BatchKind) =>
    setKinds(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);
  const save = async (format: FigureFormat) => {
    if (composed === null) return;
    await app.attempt('Nothing was saved', async () => {
      const { files, failed } = await app.client.call('exportFigures', {
        // Texts and axes belong to the one figure that is shown; size, fonts and colours to all.
        figures: kinds.map((one) => ({
          ...withContent(request, composed.content),
          ...{ kind: one.kind, as: one.as, options: composed.options, format },
          ...(isSame(one, request) ? { view: composed.view } : {}),
        })),
      });
      for (const file of files) saveFile(file);
      if (files.length > 0) app.toast(`Saved ${plural(files.length, 'figure')}.`, { tone: 'good' });
      for (const { index, message } of failed) {
        app.toast(`${kinds[index]?.kind ?? 'A figure'} was not drawn: ${message}`, { tone: 'bad' });
      }
    });
  };
  return (
    <Menu label="Several at once" count={kinds.length} up>
      {batchKinds.map((one) => (
        <MenuEntry key={one.title} stays pressed={kinds.includes(one)} onClick={() => toggle(one)}>
          {one.title}
        </MenuEntry>
      ))}
      {(['png', 'svg', 'pdf', 'csv'] as const).map((format) => (
        <MenuEntry
          key={format}
          disabled={kinds.length === 0 || composed === null}
          onClick={() => void save(format)}
        >
          Save {plural(kinds.length, 'figure')} as {format.toUpperCase()}
        </MenuEntry>
      ))}
    </Menu>
  );
}
