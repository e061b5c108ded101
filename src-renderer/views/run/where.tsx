import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { varyingAxes } from '../../state/run-facts.ts';
import { Select } from '../../ui/field.tsx';
import { scalarText } from '../../ui/format.ts';

/** One point of the sweep, the last value of each axis until another is chosen, and the fields that choose it. */
export function useWhere(
  detail: RunDetail,
  workload: string,
  /** The axis that the figure draws. */
  drawn?: string,
): { readonly where: Values; readonly choices: preact.ComponentChild } {
  const [chosen, setChosen] = useState<Values>({});
  const cases = detail.cases.filter((each) => each.workload === workload && each.outcome === 'ok');
  const axes = varyingAxes(cases).filter(({ id }) => id !== drawn);
  const where: Values = Object.fromEntries(
    axes.flatMap(({ id, values }) => {
      const value = values.find((each) => each === chosen[id]) ?? values.at(-1);
      return value === undefined ? [] : [[id, value]];
    }),
  );
  const choices = axes.map(({ id, values }) => (
    <span key={id} class="labelled">
      <label for={`where-${id}`}>{id}</label>
      <Select
        id={`where-${id}`}
        value={String(where[id])}
        options={values.map((value) => ({
          id: String(value),
          title: scalarText(value) || 'default',
        }))}
        onChange={(text) => {
          const value = values.find((each) => String(each) === text);
          if (value !== undefined) setChosen({ ...chosen, [id]: value });
        }}
      />
    </span>
  ));
  return { where, choices };
}
