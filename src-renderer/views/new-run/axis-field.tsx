import { valueText } from '../../../src-main/contract/axis-values.ts';
import { boundText } from '../../../src-main/contract/numbers.ts';
import type { Axis } from '../../../src-main/contract/workload.ts';
import type { AxisDraft } from '../../state/draft.ts';
import { valuesOf } from '../../state/resolve.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, TextInput } from '../../ui/field.tsx';

type Props = {
  readonly axis: Axis;
  /** Where it stands in the form: group and axis. */
  readonly place: string;
  readonly draft: AxisDraft;
  readonly error: string | undefined;
  readonly change: (draft: AxisDraft) => void;
  /** The variants that take it, when it is not the workload's own. */
  readonly takers: readonly string[];
  /** The axis that this one may follow, where there is one. */
  readonly twin: string | undefined;
  readonly follow: () => void;
};

/** One axis: its name and help, a field after its type, and the values that come of it. */
export function AxisField({ axis, place, draft, error, change, takers, twin, follow }: Props) {
  const id = `axis-${place.replace('.', '-')}`;
  return (
    <div class={error === undefined ? 'axis' : 'axis wrong'}>
      <div class="axis-name">
        <label for={id}>{axis.title}</label>
        {axis.title === axis.id ? null : <code>{axis.id}</code>}
      </div>
      <div class="axis-input">
        <Input id={id} axis={axis} draft={draft} change={change} error={error} />
        <FieldError id={id} error={error} />
        {error === undefined ? <Values axis={axis} draft={draft} /> : null}
        {twin === undefined ? null : (
          <p>
            <Button tone="quiet" onClick={follow}>
              Linked to {twin}
            </Button>
          </p>
        )}
      </div>
      <p class="help">
        {axis.help} {rangeText(axis)}
        {takers.length === 0 ? null : <span class="muted"> Taken by {takers.join(', ')}.</span>}
      </p>
    </div>
  );
}

function rangeText(axis: Axis): string {
  if (axis.type === 'text') return 'Several are joined by semicolons.';
  if (axis.type !== 'integer' && axis.type !== 'real') return '';
  const unit = axis.unit === undefined ? '' : ` ${axis.unit}`;
  return `From ${boundText(axis.min)} to ${boundText(axis.max)}${unit}.`;
}

/** What a sweep amounts to; a single value says it itself. */
function Values({ axis, draft }: { readonly axis: Axis; readonly draft: AxisDraft }) {
  const values = valuesOf(axis, draft);
  if (!values.ok || values.value.length < 2) return null;
  // A list says itself what it is.
  if (!('text' in draft && draft.text.includes('..'))) return null;
  const texts = values.value.map((value) => valueText(value));
  const shown =
    texts.length <= 9 ? texts : [...texts.slice(0, 6), '…', ...texts.slice(texts.length - 2)];
  return (
    <p class="values">
      {values.value.length} values: {shown.join(', ')}
    </p>
  );
}

type InputProps = Pick<Props, 'axis' | 'draft' | 'change' | 'error'> & { readonly id: string };

function Input({ id, axis, draft, change, error }: InputProps) {
  switch (draft.kind) {
    case 'choice':
      return axis.type === 'choice' ? (
        <Chips
          id={id}
          label={axis.title}
          options={axis.choices.map((choice) => ({ ...choice, value: choice.id }))}
          selected={draft.selected}
          change={(selected) => change({ kind: 'choice', selected })}
        />
      ) : null;
    case 'flag':
      return (
        <Chips
          id={id}
          label={axis.title}
          options={[
            { id: 'off', help: '', value: false },
            { id: 'on', help: '', value: true },
          ]}
          selected={draft.selected}
          change={(selected) => change({ kind: 'flag', selected })}
        />
      );
    case 'number':
    case 'text':
      return (
        <TextInput
          id={id}
          long
          value={draft.text}
          error={error}
          placeholder={draft.kind === 'text' ? 'default' : undefined}
          onInput={(text) => change({ kind: draft.kind, text })}
        />
      );
  }
}

/** Choices side by side; choosing several sweeps over them. */
function Chips<T extends string | boolean>({
  id,
  label,
  options,
  selected,
  change,
}: {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly help: string; readonly value: T }[];
  readonly selected: readonly T[];
  readonly change: (selected: readonly T[]) => void;
}) {
  return (
    <fieldset class="chips">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option, i) => (
        <label key={option.id} class="chip" title={option.help}>
          <input
            type="checkbox"
            id={i === 0 ? id : `${id}-${option.id}`}
            checked={selected.includes(option.value)}
            onChange={() =>
              change(
                options
                  .map(({ value }) => value)
                  .filter((value) => selected.includes(value) !== (value === option.value)),
              )
            }
          />
          {option.id}
        </label>
      ))}
    </fieldset>
  );
}
