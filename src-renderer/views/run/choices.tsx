import type { ComponentChild } from 'preact';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { useApp } from '../../state/context.ts';
import { drawableAxes, type Facet, facetOf } from '../../state/facets.ts';
import { workloadsOf } from '../../state/run-attributes.ts';
import type { Facetted } from '../../state/run-summary.ts';
import { pointText, readPoint, useView } from '../../state/workspace.ts';
import { LabelledSelect } from '../../ui/field.tsx';

/** The workload that a figure is of, and the choice of it where the run has several. */
export function useWorkload(
  detail: RunDetail,
  {
    fits = () => true,
    standard,
  }: {
    readonly fits?: (id: string) => boolean;
    /** The one to begin with; without it the first of the run. */
    readonly standard?: string | undefined;
  } = {},
): {
  readonly workload: string;
  /** The axis that measures its size, where the catalog knows the workload. */
  readonly sizeAxis: string | undefined;
  readonly choice: preact.ComponentChild;
} {
  const app = useApp();
  const workloads = workloadsOf(detail, app.catalog.state.value.value).filter(({ id }) => fits(id));
  const [wanted, choose] = useView('workload');
  const has = (id: string | undefined) => workloads.find((each) => each.id === id)?.id;
  const chosen = has(wanted) ?? has(standard) ?? workloads[0]?.id ?? '';
  const failed = (id: string) =>
    detail.cases.filter(({ workload, outcome }) => workload === id && outcome === 'failed').length;
  const sizeAxis = workloads.find(({ id }) => id === chosen)?.known?.sizeAxis;
  if (workloads.length < 2) return { workload: chosen, sizeAxis, choice: null };
  return {
    workload: chosen,
    sizeAxis,
    choice: (
      <LabelledSelect
        label="Workload"
        id="figure-workload"
        value={chosen}
        options={workloads.map(({ id, title }) => ({
          id,
          title: failed(id) === 0 ? title : `${title} (${failed(id)} failed)`,
        }))}
        onChange={choose}
      />
    ),
  };
}

/** The axis that times are drawn over, the size unless it has one value, and the choice where several may be. */
export function useOver(
  detail: RunDetail,
  workload: string,
  sizeAxis: string | undefined,
): { readonly over: string | undefined; readonly choice: preact.ComponentChild } {
  const [wanted, want] = useView('over');
  const cases = detail.cases.filter((each) => each.workload === workload && each.outcome === 'ok');
  const axes = drawableAxes(
    cases.map(({ values }) => values),
    sizeAxis,
  );
  const over = axes.includes(wanted) ? wanted : (axes[0] ?? sizeAxis);
  if (axes.length < 2) return { over, choice: null };
  return {
    over,
    choice: (
      <LabelledSelect
        label="Over"
        id="figure-over"
        value={over ?? ''}
        options={axes}
        onChange={want}
      />
    ),
  };
}

type Props = {
  /** Tells the fields of one place from those of another. */
  readonly name: string;
  readonly facet: Facet;
  readonly chosen: Values;
  readonly choose: (values: Values) => void;
};

/** A choice of each axis that a figure neither draws over nor has one value of. */
export function FacetFields({ name, facet, chosen, choose }: Props) {
  return (
    <>
      {facet.fields.map(({ id, values }) => (
        <LabelledSelect
          key={id}
          label={id}
          id={`${name}-${id}`}
          value={String(facet.where[id])}
          options={values.map((value) => ({
            id: String(value),
            title: valueText(value) || 'default',
          }))}
          onChange={(text) => {
            const value = values.find((each) => String(each) === text);
            if (value !== undefined) choose({ ...chosen, [id]: value });
          }}
        />
      ))}
    </>
  );
}

/** One point of the sweep, and the fields that choose it. */
export function useWhere(
  detail: RunDetail,
  workload: string,
  /** The axis that the figure draws. */
  drawn?: string,
): { readonly where: Values; readonly choices: preact.ComponentChild } {
  const cases = detail.cases.filter((each) => each.workload === workload && each.outcome === 'ok');
  const all = cases.map(({ values }) => values);
  const [text, choose] = useView('at');
  const chosen = readPoint(text, all);
  const facet = facetOf(all, chosen, drawn);
  return {
    where: facet.where,
    choices: (
      <FacetFields
        name="where"
        facet={facet}
        chosen={chosen}
        choose={(values) => choose(pointText(values))}
      />
    ),
  };
}

/** The workload and the point that the screen shows, all its sizes, and the fields that choose them. */
export function useFacet(
  detail: RunDetail,
  shown: RunDetail,
): {
  /** Null where nothing is known of the workload. */
  readonly facet: Facetted | null;
  readonly workload: string;
  readonly sizeAxis: string | undefined;
  readonly choices: ComponentChild;
} {
  const app = useApp();
  const { workload, sizeAxis, choice } = useWorkload(detail);
  const { where, choices } = useWhere(detail, workload, sizeAxis);
  const { known = null } =
    workloadsOf(detail, app.catalog.state.value.value).find(({ id }) => id === workload) ?? {};
  return {
    facet: known === null ? null : { detail: shown, known, where },
    workload,
    sizeAxis,
    choices: (
      <>
        {choice}
        {choices}
      </>
    ),
  };
}
