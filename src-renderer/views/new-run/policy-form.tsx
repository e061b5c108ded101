import { fieldText } from '../../../src-main/contract/axis-values.ts';
import {
  countingCriterion,
  defaultMaxRepetitions,
  defaultTarget,
} from '../../../src-main/contract/target.ts';
import type { Axis, Catalog } from '../../../src-main/contract/workload.ts';
import { useApp } from '../../state/context.ts';
import { type PolicyDraft, withRule } from '../../state/draft.ts';
import { Field, Select, SelectField, TextField, TextInput } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';

/** Fields of text, and which of them the criterion of the studies has not: further repetitions of a case. */
const textFields = [
  {
    field: 'timeLimit',
    label: 'Time limit per case (s)',
    help: 'A case that reaches it reports it. Empty: no limit.',
    placeholder: 'none',
  },
  {
    field: 'repetitions',
    label: 'Repetitions',
    help: 'Repeat each case in at least this many fresh processes.',
  },
  {
    field: 'targetOther',
    label: 'Target precision (%)',
    further: true,
    help: 'Repeat a case until its 95 % interval is within this share of the median.',
    placeholder: percentOf(defaultTarget.other),
  },
  {
    field: 'targetKernel',
    label: 'Target precision, GPU kernels (%)',
    further: true,
    help: 'The same for the kernel time of GPU variants.',
    placeholder: percentOf(defaultTarget.gpuKernel),
  },
  {
    field: 'maxRepetitions',
    label: 'Max repetitions',
    further: true,
    help: 'At most this many repetitions of a case.',
    placeholder: String(defaultMaxRepetitions),
  },
] as const;

const seedField = {
  field: 'seed',
  label: 'Order seed',
  help: 'The same seed gives the same order.',
} as const;

function percentOf(share: number): string {
  return String(Number((share * 100).toPrecision(12)));
}

type Props = { readonly catalog: Catalog; readonly policy: PolicyDraft };

/** When a case has enough samples, how often it is measured again, and in which order. */
export function PolicyForm({ catalog, policy }: Props) {
  const { newRun, settings } = useApp();
  const errors = newRun.resolved.value?.errors ?? {};
  const change = (part: Partial<PolicyDraft>) => newRun.change({ policy: { ...policy, ...part } });
  const criterion = catalog.criteria.find(({ id }) => id === policy.criterion);
  const textField = ({ field, ...texts }: (typeof textFields)[number] | typeof seedField) => (
    <TextField
      key={field}
      id={`policy-${field}`}
      label={texts.label}
      help={texts.help}
      error={errors[`policy.${field}`]}
      value={policy[field]}
      placeholder={'placeholder' in texts ? texts.placeholder : undefined}
      numeric
      onInput={(text) => change({ [field]: text })}
    />
  );
  return (
    <Section title="Measurement" fields>
      <SelectField
        id="policy-rule"
        label="Stopping criterion"
        help={criterion?.help}
        error={errors['policy.rule']}
        value={policy.criterion}
        options={catalog.criteria.map(({ id, title }) => ({ id, title }))}
        onChange={(id) => change(withRule(policy, id, settings.value.defaults))}
      />
      {(criterion?.parameters ?? []).map((axis) => (
        <ParameterField
          key={axis.id}
          axis={axis}
          text={policy.parameters[axis.id]}
          error={errors[`policy.${axis.id}`]}
          change={(text) => change({ parameters: { ...policy.parameters, [axis.id]: text } })}
        />
      ))}
      {textFields
        .filter((one) => !('further' in one) || policy.criterion !== countingCriterion)
        .map(textField)}
      <SelectField
        id="policy-order"
        label="Order of cases"
        help="A shuffled order spreads drift over all cases."
        value={policy.order}
        options={[
          { id: 'shuffled', title: 'Shuffled' },
          { id: 'sequential', title: 'Sequential' },
        ]}
        onChange={(order) => change({ order })}
      />
      {textField(seedField)}
    </Section>
  );
}

type ParameterFieldProps = {
  readonly axis: Axis;
  readonly text: string | undefined;
  readonly error: string | undefined;
  readonly change: (text: string) => void;
};

function ParameterField({ axis, text, error, change }: ParameterFieldProps) {
  const id = `policy-${axis.id}`;
  const value = text ?? fieldText(axis.default);
  const options =
    axis.type === 'choice'
      ? axis.choices.map((choice) => ({ id: choice.id, title: choice.id }))
      : [
          { id: 'false', title: 'off' },
          { id: 'true', title: 'on' },
        ];
  return (
    <Field id={id} label={axis.title} help={axis.help} error={error}>
      {axis.type === 'choice' || axis.type === 'flag' ? (
        <Select id={id} value={value} options={options} onChange={change} />
      ) : (
        <TextInput id={id} value={value} error={error} numeric onInput={change} />
      )}
    </Field>
  );
}
