import type { ComponentChildren } from 'preact';
import { useApp } from '../state/context.ts';
import type { App } from '../state/index.ts';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly icon?: IconName;
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly disabled?: boolean;
  /** Shown on hover: the key that does the same, or why it is disabled. */
  readonly hint?: string;
  readonly pressed?: boolean;
};

export function Button({
  children,
  onClick,
  icon,
  tone = 'plain',
  disabled,
  hint,
  pressed,
}: Props) {
  return (
    <button
      type="button"
      class={`button ${tone}`}
      onClick={onClick}
      disabled={disabled}
      title={hint}
      aria-pressed={pressed}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

type IconButtonProps = {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
};

/** A button that is only a drawing; `label` is its name. */
export function IconButton({ icon, label, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button quiet only-icon"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

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

type CopyProps = {
  readonly text: string;
  readonly children: string;
  readonly what: string;
  readonly disabled?: boolean;
};

export function CopyButton({ text, children, what, disabled }: CopyProps) {
  const app = useApp();
  return (
    <Button icon="copy" onClick={() => void copyText(app, text, what)} disabled={disabled}>
      {children}
    </Button>
  );
}
