import { useEffect, useState } from 'preact/hooks';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

type Props = { readonly text: string; readonly onFiles: (files: readonly File[]) => void };

/** While files are dragged over the window: where they may be dropped. Any place will do. */
export function DropFiles({ text, onFiles }: Props) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Without this a dropped file would replace the window's page.
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [onFiles]);
  return over ? <div class="drop-here">{text}</div> : null;
}
