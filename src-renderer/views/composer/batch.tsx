import { useState } from 'preact/hooks';
import { toFailure } from '../../../src-main/contract/failure.ts';
import {
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

/** Several figures of the same cases at once, all in the size and fonts that are chosen here. */
export function Batch({
  request,
  composed,
}: {
  readonly request: FigureRequest;
  readonly composed: Composed | null;
}) {
  const app = useApp();
  const [kinds, setKinds] = useState<readonly FigureRequest['kind'][]>([request.kind]);
  const toggle = (kind: FigureRequest['kind']) =>
    setKinds(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);
  const save = async (format: FigureFormat) => {
    if (composed === null) return;
    try {
      const { files, failed } = await app.client.call('exportFigures', {
        // Texts and axes belong to the one figure that is shown; size, fonts and colours to all.
        figures: kinds.map((kind) => ({
          ...withContent(request, composed.content),
          kind,
          options: composed.options,
          format,
          ...(kind === request.kind ? { view: composed.view } : {}),
        })),
      });
      for (const file of files) saveFile(file);
      if (files.length > 0) app.toast(`Saved ${plural(files.length, 'figure')}.`, { tone: 'good' });
      for (const { index, message } of failed) {
        app.toast(`${kinds[index] ?? 'A figure'} was not drawn: ${message}`, { tone: 'bad' });
      }
    } catch (error) {
      app.toast(`Nothing was saved: ${toFailure(error).message}`, { tone: 'bad' });
    }
  };
  return (
    <Menu label="Several at once" count={kinds.length} up>
      {(close) => (
        <>
          {batchKinds.map(({ id, title }) => (
            <MenuEntry key={id} pressed={kinds.includes(id)} onClick={() => toggle(id)}>
              {title}
            </MenuEntry>
          ))}
          {(['png', 'svg', 'pdf', 'csv'] as const).map((format) => (
            <MenuEntry
              key={format}
              disabled={kinds.length === 0 || composed === null}
              onClick={() => {
                close();
                void save(format);
              }}
            >
              Save {plural(kinds.length, 'figure')} as {format.toUpperCase()}
            </MenuEntry>
          ))}
        </>
      )}
    </Menu>
  );
}
