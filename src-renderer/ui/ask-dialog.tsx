import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question, QuestionField } from '../state/question.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, SelectField } from './field.tsx';

function errorOf({ options, read }: QuestionField, text: string): string | undefined {
  if (read === undefined) return options === undefined && text === '' ? '' : undefined;
  const given = read(text);
  return given.ok ? undefined : given.error;
}

/** A question with its fields; nothing is done until it is answered. */
export function AskDialog({
  question: { title, text, fields = [], confirm, danger, done },
  onClose,
}: {
  readonly question: Question;
  readonly onClose: () => void;
}) {
  const [texts, setTexts] = useState(() => fields.map(({ value = '' }) => value));
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const given = texts.map((each) => each.trim());
  const errors = fields.map((field, i) => errorOf(field, given[i] ?? ''));
  const ready = errors.every((error) => error === undefined);
  const set = (at: number, to: string) => setTexts(texts.map((old, i) => (i === at ? to : old)));
  return (
    <Dialog label={title} kind="ask" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          onClose();
          done(...given);
        }}
      >
        <h2>{title}</h2>
        {text === undefined ? null : <p>{text}</p>}
        {fields.map(({ label, help, options, suggestions = [] }, i) =>
          options === undefined ? (
            <Field
              key={label}
              id={`ask-${i}`}
              label={label}
              help={help}
              error={errors[i] || undefined}
            >
              <input
                ref={i === 0 ? input : undefined}
                id={`ask-${i}`}
                class="input"
                type="text"
                list={`ask-known-${i}`}
                spellcheck={false}
                autocomplete="off"
                value={texts[i]}
                onInput={(event) => set(i, event.currentTarget.value)}
              />
              <datalist id={`ask-known-${i}`}>
                {suggestions.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            </Field>
          ) : (
            <SelectField
              key={label}
              id={`ask-${i}`}
              label={label}
              help={help}
              value={texts[i] ?? ''}
              options={options}
              onChange={(id) => set(i, id)}
            />
          ),
        )}
        <div class="actions end">
          <Button onClick={onClose}>Cancel</Button>
          <button
            type="submit"
            class={danger === true ? 'button danger' : 'button primary'}
            disabled={!ready}
          >
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
