import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { varyingAxes } from '../../state/run-facts.ts';
import { Select } from '../../ui/field.tsx';
import { scalarText } from '../../ui/format.ts';
import { FigureView } from './figure-view.tsx';
import { SpanSelect, useSpan } from './span-select.tsx';
import { useWorkload } from './workload-select.tsx';

/** How the samples of each variant are spread, at one point of the sweep. */
export function Distribution({ detail }: { readonly detail: RunDetail }) {
  const span = useSpan(detail);
  const { workload, choice } = useWorkload(detail);
  const [chosen, setChosen] = useState<Values>({});
  const cases = detail.cases.filter((each) => each.workload === workload && each.outcome === 'ok');
  const axes = varyingAxes(cases);
  const where: Values = Object.fromEntries(
    axes.flatMap(({ id, values }) => {
      const value = values.find((each) => each === chosen[id]) ?? values.at(-1);
      return value === undefined ? [] : [[id, value]];
    }),
  );
  return (
    <FigureView
      input={{ ref: detail.run.id, kind: 'distribution', workload, span, where }}
      version={detail}
      controls={
        <>
          {choice}
          <SpanSelect detail={detail} />
          {axes.map(({ id, values }) => (
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
          ))}
        </>
      }
    />
  );
}
