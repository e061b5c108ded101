import { useApp } from '../state/context.ts';
import { Button } from './button.tsx';

/** Puts a text on the clipboard and says so. */
export function CopyButton({
  text,
  children,
  what,
  disabled,
}: {
  readonly text: string;
  readonly children: string;
  /** For the message: "The command". */
  readonly what: string;
  readonly disabled?: boolean;
}) {
  const app = useApp();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      app.toast(`${what} is on the clipboard.`);
    } catch {
      app.toast(
        `${what} could not be copied: this browser does not allow it. Select and copy it.`,
        {
          tone: 'bad',
        },
      );
    }
  };
  return (
    <Button icon="copy" onClick={() => void copy()} disabled={disabled}>
      {children}
    </Button>
  );
}
