import type { RunsComparison } from '../../../src-main/contract/procedures/compare.ts';
import { facetOf } from '../../state/facets.ts';
import { pointText, readPoint, useView } from '../../state/workspace.ts';
import { LabelledSelect } from '../../ui/field.tsx';
import { FacetFields } from '../run/choices.tsx';
import { FigureView } from '../run/figure-view.tsx';
import { usePublished } from '../run/published-menu.tsx';

type Props = { readonly comparison: RunsComparison; readonly refs: readonly string[] };

/** The speedup over the size, and the distributions of all sides over each other at one point. */
export function CompareFigures({ comparison, refs }: Props) {
  const { rows, scope } = comparison;
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  const [wanted, setWorkload] = useView('workload');
  const workload = workloads.includes(wanted) ? wanted : (workloads[0] ?? '');
  const own = rows.filter((row) => row.workload === workload);
  const sizeAxis = comparison.sizeAxes[workload];
  const all = own.map(({ values }) => values);
  const [text, choose] = useView('at');
  const chosen = readPoint(text, all);
  const at = facetOf(all, chosen);
  const overSize = facetOf(all, chosen, sizeAxis);
  const [first = ''] = refs;
  const common = { ref: first, refs: [...refs], workload, scope };
  const { published, choice } = usePublished(workload);
  const several = new Set(all.flatMap((values) => values[sizeAxis ?? ''] ?? [])).size > 1;
  return (
    <>
      <div class="figure-controls">
        {workloads.length < 2 ? null : (
          <LabelledSelect
            label="Workload"
            id="compare-workload"
            value={workload}
            options={workloads.map((id) => ({ id, title: id }))}
            onChange={setWorkload}
          />
        )}
        <FacetFields
          name="compare"
          facet={at}
          chosen={chosen}
          choose={(values) => choose(pointText(values))}
        />
        {several ? choice : null}
      </div>
      <div class="columns figures">
        {several ? (
          <>
            <FigureView
              input={{ ...common, kind: 'speedup', where: overSize.where }}
              version={null}
              small
            />
            <FigureView
              input={{
                ...common,
                kind: 'scaling',
                where: overSize.where,
                ...(published.length === 0 ? {} : { published: [...published] }),
              }}
              version={null}
              small
            />
          </>
        ) : null}
        {(['ecdf', 'box'] as const).map((as) => (
          <FigureView
            key={as}
            input={{ ...common, kind: 'distribution', as, where: at.where }}
            version={null}
            small
          />
        ))}
      </div>
    </>
  );
}
