import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { workloadsOf } from '../../state/run-attributes.ts';
import { useView } from '../../state/workspace.ts';
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
