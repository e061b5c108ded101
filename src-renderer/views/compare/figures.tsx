import { useState } from 'preact/hooks';
import type { RunsComparison } from '../../../src-main/contract/procedures/compare.ts';
import type { Scalar, Values } from '../../../src-main/contract/workload.ts';
import { useApp } from '../../state/context.ts';
import { byValue } from '../../state/run-facts.ts';
import { Select } from '../../ui/field.tsx';
import { scalarText } from '../../ui/format.ts';
import { FigureView } from '../run/figure-view.tsx';
import { usePublished } from '../run/published-menu.tsx';

/** The ratio over the size, and the distributions of all sides over each other at one point. */
export function CompareFigures({
  comparison,
  refs,
}: {
  readonly comparison: RunsComparison;
  readonly refs: readonly string[];
}) {
  const app = useApp();
  const { rows, span } = comparison;
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  const [wanted, setWorkload] = useState(workloads[0] ?? '');
  const workload = workloads.includes(wanted) ? wanted : (workloads[0] ?? '');
  const own = rows.filter((row) => row.workload === workload);
  const sizeAxis = app.catalog.state.value.value?.workloads.find(
    ({ id }) => id === workload,
  )?.sizeAxis;
  const axes = axesOf(own.map(({ values }) => values));
  const [chosen, setChosen] = useState<Values>({});
  const at: Values = Object.fromEntries(
    axes.map(({ id, values }) => [
      id,
      values.find((each) => each === chosen[id]) ?? values.at(-1) ?? '',
    ]),
  );
  const { [sizeAxis ?? '']: _size, ...others } = at;
  const [first = ''] = refs;
  const common = { ref: first, refs: [...refs], workload, span };
  const { published, choice } = usePublished(workload);
  const choices = axes.map(({ id, values }) => (
    <span key={id} class="labelled">
      <label for={`compare-${id}`}>{id}</label>
      <Select
        id={`compare-${id}`}
        value={String(at[id])}
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
  const several = axes.some(({ id }) => id === sizeAxis);
  return (
    <>
      <div class="figure-controls">
        {workloads.length < 2 ? null : (
          <span class="labelled">
            <label for="compare-workload">Workload</label>
            <Select
              id="compare-workload"
              value={workload}
              options={workloads.map((id) => ({ id, title: id }))}
              onChange={setWorkload}
            />
          </span>
        )}
        {choices}
        {several ? choice : null}
      </div>
      <div class="columns figures">
        {several ? (
          <>
            <FigureView
              input={{ ...common, kind: 'speedup', where: others }}
              version={null}
              small
            />
            <FigureView
              input={{
                ...common,
                kind: 'scaling',
                where: others,
                ...(published.length === 0 ? {} : { published: [...published] }),
              }}
              version={null}
              small
            />
          </>
        ) : null}
        <FigureView input={{ ...common, kind: 'ecdf', where: at }} version={null} small />
        <FigureView input={{ ...common, kind: 'box', where: at }} version={null} small />
      </div>
    </>
  );
}

/** The axes that rows do not share the value of. */
function axesOf(
  all: readonly Values[],
): readonly { readonly id: string; readonly values: readonly Scalar[] }[] {
  const ids = [...new Set(all.flatMap((values) => Object.keys(values)))];
  return ids.flatMap((id) => {
    const values = [...new Set(all.flatMap((each) => each[id] ?? []))].sort(byValue);
    return values.length > 1 ? [{ id, values }] : [];
  });
}
