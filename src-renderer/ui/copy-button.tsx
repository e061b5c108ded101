import { useApp } from '../state/context.ts';
import type { App } from '../state/index.ts';
import { Button } from './button.tsx';

/** Puts a text on the clipboard and says so. `what` begins the message: "The command". */
export async function copyText(app: App, text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    app.toast(`${what} is on the clipboard.`);
  } catch {
    app.toast(`${what} could not be copied: this browser does not allow it. Select and copy it.`, {
      tone: 'bad',
    });
  }
}

type Props = {
  readonly text: string;
  readonly children: string;
  readonly what: string;
  readonly disabled?: boolean;
};

export function CopyButton({ text, children, what, disabled }: Props) {
  const app = useApp();
  return (
    <Button icon="copy" onClick={() => void copyText(app, text, what)} disabled={disabled}>
      {children}
    </Button>
  );
}
