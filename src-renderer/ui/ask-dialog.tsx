import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

/** Asks for one line of text. */
export function AskDialog({
  title,
  label,
  help,
  value = '',
  confirm,
  suggestions = [],
  allowEmpty = false,
  onDone,
  onClose,
  children,
}: {
  readonly title: string;
  readonly label: string;
  readonly help?: string;
  readonly value?: string;
  /** What the button does: "Save the view". */
  readonly confirm: string;
  readonly suggestions?: readonly string[];
  readonly allowEmpty?: boolean;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const ready = allowEmpty || text.trim() !== '';
  const done = () => {
    if (!ready) return;
    // The host works on it while the window draws what was under the dialog.
    onDone(text.trim());
    onClose();
  };
  return (
    <Dialog label={title} kind="ask" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          done();
        }}
      >
        <h2>{title}</h2>
        <Field id="ask" label={label} {...(help === undefined ? {} : { help })}>
          <input
            ref={input}
            id="ask"
            class="input"
            type="text"
            list={suggestions.length === 0 ? undefined : 'ask-known'}
            spellcheck={false}
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        {suggestions.length === 0 ? null : (
          <datalist id="ask-known">
            {suggestions.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        )}
        {children}
        <div class="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" class="button primary" disabled={!ready}>
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks before something is gone for good. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  onDone,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog label={title} kind="ask" onClose={onClose}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="actions end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="danger"
          onClick={() => {
            onClose();
            onDone();
          }}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
