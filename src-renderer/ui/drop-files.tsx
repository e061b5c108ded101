import { useState } from 'preact/hooks';
import { useWindow } from './use-window.ts';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

type Props = { readonly text: string; readonly onFiles: (files: readonly File[]) => void };

/** While files are dragged over the window: where they may be dropped. Any place will do. */
export function DropFiles({ text, onFiles }: Props) {
  const [over, setOver] = useState(false);
  // Without this a dropped file would replace the window's page.
  useWindow('dragover', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(true);
  });
  useWindow('dragleave', (event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false);
  });
  useWindow('drop', (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(false);
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  return over ? <div class="drop-here">{text}</div> : null;
}
