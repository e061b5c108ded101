import type { ComponentChildren } from 'preact';
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
