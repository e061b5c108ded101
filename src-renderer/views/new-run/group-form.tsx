import type { ComponentChildren } from 'preact';
import type { Axis, Catalog, Variant, Workload } from '../../../src-main/contract/workload.ts';
import { useApp } from '../../state/context.ts';
import { axisDraft, emptyGroup, type GroupDraft, shownAxes, twinOf } from '../../state/draft.ts';
import { DeviceMark } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError, SelectField, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { AxisField } from './axis-field.tsx';

type Props = {
  readonly catalog: Catalog;
  readonly group: GroupDraft;
  readonly index: number;
  readonly remove: ComponentChildren;
};

/** One workload with its variants and the values of its axes. */
export function GroupForm({ catalog, group, index, remove }: Props) {
  const { newRun } = useApp();
  const errors = newRun.resolved.value?.errors ?? {};
  const workload = catalog.workloads.find(({ id }) => id === group.workload);
  if (workload === undefined) {
    return <p class="note bad">{errors[`${index}.workload`]}</p>;
  }
  const change = (part: Partial<GroupDraft>) => newRun.changeGroup(index, part);
  const axes = shownAxes(workload, group);
  return (
    <>
      <Section title="Workload" aside={remove}>
        <SelectField
          id={`workload-${index}`}
          label="Problem"
          help={workload.summary}
          value={workload.id}
          options={catalog.workloads.map(({ id, title }) => ({ id, title }))}
          onChange={(id) => {
            const next = catalog.workloads.find((each) => each.id === id);
            if (next !== undefined) change(emptyGroup(next));
          }}
        />
        {workload.inputFiles.length === 0 ? null : (
          <>
            <TextField
              id={`input-${index}`}
              label="Input file"
              help={`${workload.inputFiles.join(', ')}, on the measuring machine.`}
              value={group.input}
              placeholder="generated"
              onInput={(input) => change({ input })}
            />
            <ChooseFile ends={workload.inputFiles} choose={(input) => change({ input })} />
          </>
        )}
      </Section>
      <Variants
        workload={workload}
        group={group}
        index={index}
        change={change}
        error={errors[`${index}.variants`]}
      />
      <Section title="Parameters">
        <p class="help">A value, a list (4096, 16384) or a range (1e3..1e6:x10, 0..100:+10).</p>
        <div class="axes">
          {axes.map((axis) =>
            group.links[axis.id] !== undefined ? (
              <LinkedAxis
                key={axis.id}
                axis={axis}
                to={group.links[axis.id] ?? ''}
                untie={() => {
                  const { [axis.id]: _own, ...links } = group.links;
                  change({ links });
                }}
              />
            ) : (
              <AxisField
                key={axis.id}
                axis={axis}
                place={`${index}.${axis.id}`}
                error={errors[`${index}.${axis.id}`]}
                draft={group.axes[axis.id] ?? axisDraft(axis)}
                change={(next) => change({ axes: { ...group.axes, [axis.id]: next } })}
                takers={takersOf(workload, group, axis.id)}
                twin={twinOf(axes, axis)?.id}
                follow={() => {
                  const twin = twinOf(axes, axis);
                  if (twin !== undefined) change({ links: { ...group.links, [axis.id]: twin.id } });
                }}
              />
            ),
          )}
        </div>
      </Section>
      {group.policy === null ? null : (
        <p class="note">
          This workload has its own measurement policy from the preset:{' '}
          {JSON.stringify(group.policy)}.{' '}
          <Button tone="quiet" onClick={() => change({ policy: null })}>
            Use the run's policy instead
          </Button>
        </p>
      )}
    </>
  );
}

type LinkedAxisProps = { readonly axis: Axis; readonly to: string; readonly untie: () => void };

/** An axis that has the values of another one. */
function LinkedAxis({ axis, to, untie }: LinkedAxisProps) {
  return (
    <div class="axis">
      <div class="axis-name">
        <span class="strong">{axis.title}</span>
        <code>{axis.id}</code>
      </div>
      <div class="axis-input">
        <p>
          the same as <code>{to}</code>{' '}
          <Button tone="quiet" onClick={untie}>
            Give it its own values
          </Button>
        </p>
      </div>
      <p class="help">{axis.help}</p>
    </div>
  );
}

/** The chosen variants that take an axis which is not the workload's own. */
function takersOf(workload: Workload, group: GroupDraft, axisId: string): readonly string[] {
  if (workload.axes.some(({ id }) => id === axisId)) return [];
  return workload.variants
    .filter(
      ({ id, parameters }) =>
        group.variants.includes(id) && parameters.some((axis) => axis.id === axisId),
    )
    .map(({ id }) => id);
}

type VariantsProps = {
  readonly workload: Workload;
  readonly group: GroupDraft;
  readonly index: number;
  readonly change: (part: Partial<GroupDraft>) => void;
  readonly error: string | undefined;
};

function Variants({ workload, group, index, change, error }: VariantsProps) {
  const available = workload.variants.filter((variant) => variant.available).map(({ id }) => id);
  const toggle = (id: string) => {
    const chosen = group.variants.includes(id)
      ? group.variants.filter((each) => each !== id)
      : // In the order of the catalog, whatever the order of the clicks.
        workload.variants
          .map((each) => each.id)
          .filter((each) => each === id || group.variants.includes(each));
    change({ variants: chosen });
  };
  return (
    <Section
      title="Variants"
      aside={
        <>
          <Button tone="quiet" onClick={() => change({ variants: available })}>
            All available here
          </Button>
          <Button tone="quiet" onClick={() => change({ variants: [] })}>
            None
          </Button>
        </>
      }
    >
      <fieldset
        class="variants"
        aria-describedby={error === undefined ? undefined : `variants-${index}-error`}
      >
        <legend class="visually-hidden">Variants of {workload.title}</legend>
        {workload.variants.map((variant) => (
          <VariantRow
            key={variant.id}
            variant={variant}
            baseline={variant.id === workload.baseline}
            chosen={group.variants.includes(variant.id)}
            id={`variant-${index}-${variant.id}`}
            toggle={() => toggle(variant.id)}
          />
        ))}
      </fieldset>
      <FieldError id={`variants-${index}`} error={error} />
    </Section>
  );
}

type VariantRowProps = {
  readonly variant: Variant;
  readonly baseline: boolean;
  readonly chosen: boolean;
  readonly id: string;
  readonly toggle: () => void;
};

function VariantRow({ variant, baseline, chosen, id, toggle }: VariantRowProps) {
  return (
    <div class={variant.available ? 'variant' : 'variant absent'}>
      <input
        type="checkbox"
        id={id}
        checked={chosen}
        // What was chosen elsewhere can still be taken out here.
        disabled={!variant.available && !chosen}
        aria-describedby={`${id}-about`}
        onChange={toggle}
      />
      <label for={id}>{variant.id}</label>
      <DeviceMark device={variant.device} />
      <p id={`${id}-about`} class="help" title={variant.source}>
        {baseline ? <span style={{ visibility: 'visible' }}>Baseline. </span> : null}
        {variant.available
          ? variant.summary
          : `Not here: ${variant.reason ?? 'no reason is known'}`}
      </p>
    </div>
  );
}

type ChooseFileProps = {
  readonly ends: readonly string[];
  readonly choose: (file: string) => void;
};

/** A dialog of the system, where the window is on the measuring machine. */
function ChooseFile({ ends, choose }: ChooseFileProps) {
  const app = useApp();
  if (app.client.host !== 'desktop') return null;
  const ask = () =>
    app.attempt('No file was chosen', async () => {
      const names = ends.map((end) => end.replace(/^\./, ''));
      const { file } = await app.client.call('chooseFile', { ends: names });
      if (file !== null) choose(file);
    });
  return (
    <p>
      <Button icon="folder" onClick={() => void ask()}>
        Choose a file …
      </Button>
    </p>
  );
}
