import type { ComponentChildren } from 'preact';

type FieldProps = {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly help?: ComponentChildren;
  readonly error?: string | undefined;
};

/** A labelled field with its help and, where the input is not allowed, one sentence that a screen reader gets too. */
export function Field({
  id,
  label,
  help,
  error,
  children,
}: FieldProps & { readonly children: ComponentChildren }) {
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {children}
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

type Props = { readonly id: string; readonly error: string | undefined };

export function FieldError({ id, error }: Props) {
  return error === undefined ? null : (
    <p class="error" id={`${id}-error`} role="alert">
      {error}
    </p>
  );
}

type TextInputProps = {
  readonly id: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly error?: string | undefined;
  /** Where no visible label stands next to it. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly numeric?: boolean;
  /** Takes several values. */
  readonly long?: boolean;
};

export function TextInput({
  id,
  value,
  onInput,
  error,
  label,
  placeholder,
  numeric,
  long,
}: TextInputProps) {
  return (
    <input
      id={id}
      type="text"
      class={['input', numeric === true ? 'number' : '', long === true ? 'long' : '']
        .join(' ')
        .trim()}
      value={value}
      placeholder={placeholder}
      spellcheck={false}
      autocomplete="off"
      aria-label={label}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

/** A field with one line of text. */
export function TextField({
  label,
  help,
  ...input
}: Omit<TextInputProps, 'label'> & Pick<FieldProps, 'label' | 'help'>) {
  return (
    <Field id={input.id} label={label} help={help} error={input.error}>
      <TextInput {...input} />
    </Field>
  );
}

type SelectProps<T extends string> = {
  readonly id: string;
  readonly value: T;
  /** An id without a title is its own. */
  readonly options: readonly (T | { readonly id: T; readonly title: string })[];
  readonly onChange: (value: T) => void;
  readonly label?: string;
};

export function Select<T extends string>({ id, value, options, onChange, label }: SelectProps<T>) {
  const named = options.map((one) => (typeof one === 'string' ? { id: one, title: one } : one));
  return (
    <select
      id={id}
      class="select"
      value={value}
      aria-label={label}
      onChange={(event) => {
        const chosen = named.find((option) => option.id === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      {named.map((option) => (
        <option key={option.id} value={option.id}>
          {option.title}
        </option>
      ))}
    </select>
  );
}

/** A choice in a row of others, with its name before it. */
export function LabelledSelect<T extends string>({
  label,
  ...select
}: SelectProps<T> & { readonly label: string }) {
  return (
    <span class="labelled">
      <label for={select.id}>{label}</label>
      <Select {...select} />
    </span>
  );
}

/** A field with a choice. */
export function SelectField<T extends string>({
  label,
  help,
  error,
  ...select
}: Omit<SelectProps<T>, 'label'> & Omit<FieldProps, 'id'>) {
  return (
    <Field id={select.id} label={label} help={help} error={error}>
      <Select {...select} />
    </Field>
  );
}

/** One of a few choices that are all in sight; arrow keys move between them. */
export function Segmented<T extends string>({
  label,
  choices,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly choices: readonly { readonly id: T; readonly title: string; readonly help?: string }[];
  readonly chosen: string;
  readonly choose: (id: T) => void;
}) {
  return (
    <fieldset class="segmented">
      <legend class="visually-hidden">{label}</legend>
      {choices.map(({ id, title, help }) => (
        <label key={id} title={help}>
          <input type="radio" name={label} checked={id === chosen} onChange={() => choose(id)} />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
