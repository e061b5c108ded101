import { useEffect, useState } from 'preact/hooks';
import type { Read } from '../../../src-main/contract/axis-values.ts';
import { TextField } from '../../ui/field.tsx';

/** A number that is kept as soon as it is a good one; what is no good is said next to the field and not kept. */
export function NumberSetting({
  id,
  label,
  help,
  value,
  read,
  keep,
  clear,
  check = () => null,
}: {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  readonly value: number | null;
  readonly read: (text: string) => Read<number>;
  readonly keep: (value: number) => void;
  /** What an empty field means; without it an empty field is an error. */
  readonly clear?: () => void;
  /** Why a number does not go with the other settings; null when it does. */
  readonly check?: (value: number) => string | null;
}) {
  const kept = value === null ? '' : String(value);
  const [text, setText] = useState(kept);
  const [error, setError] = useState<string | undefined>();
  useEffect(() => {
    setText(kept);
    setError(undefined);
  }, [kept]);
  const onInput = (next: string) => {
    setText(next);
    if (next.trim() === '' && clear !== undefined) {
      setError(undefined);
      clear();
      return;
    }
    const given = read(next);
    const wrong = given.ok ? check(given.value) : given.error;
    setError(wrong ?? undefined);
    if (given.ok && wrong === null) keep(given.value);
  };
  return (
    <TextField
      id={id}
      label={label}
      help={help}
      error={error}
      value={text}
      numeric
      onInput={onInput}
    />
  );
}
