import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Props = {
  readonly label: string;
  readonly kind: 'palette' | 'sheet' | 'ask' | 'composer';
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

/** A modal dialog: the browser's own keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ label, kind, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  // Before the next key comes: what is typed at once must not be lost.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const before = document.activeElement;
    dialog.showModal();
    const onClick = (event: MouseEvent) => {
      // The backdrop belongs to the dialog element itself.
      if (event.target === dialog) latest.current();
    };
    const onNativeClose = () => latest.current();
    dialog.addEventListener('click', onClick);
    dialog.addEventListener('close', onNativeClose);
    return () => {
      dialog.removeEventListener('click', onClick);
      // The browser tells of a close later, when another dialog may stand here already: it is not to be closed too.
      dialog.removeEventListener('close', onNativeClose);
      // Closed at Escape it has given the focus back, which may be somewhere else by now.
      const { activeElement } = document;
      const held = activeElement === document.body || dialog.contains(activeElement);
      dialog.close();
      if (held && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={element} class={`dialog ${kind}`} aria-label={label}>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
