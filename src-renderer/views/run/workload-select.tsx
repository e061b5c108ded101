import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { workloadsOf } from '../../state/run-attributes.ts';
import { useView } from '../../state/workspace.ts';
import { Select } from '../../ui/field.tsx';

/** The workload that a figure is of, and the choice of it where the run has several. */
export function useWorkload(
  detail: RunDetail,
  fits: (id: string) => boolean = () => true,
): {
  readonly workload: string;
  /** The axis that measures its size, where the catalog knows the workload. */
  readonly sizeAxis: string | undefined;
  readonly choice: preact.ComponentChild;
} {
  const app = useApp();
  const workloads = workloadsOf(detail, app.catalog.state.value.value).filter(({ id }) => fits(id));
  const [wanted, choose] = useView('workload');
  const chosen = workloads.find(({ id }) => id === wanted)?.id ?? workloads[0]?.id ?? '';
  const sizeAxis = workloads.find(({ id }) => id === chosen)?.known?.sizeAxis;
  if (workloads.length < 2) return { workload: chosen, sizeAxis, choice: null };
  return {
    workload: chosen,
    sizeAxis,
    choice: (
      <span class="labelled">
        <label for="figure-workload">Workload</label>
        <Select
          id="figure-workload"
          value={chosen}
          options={workloads.map(({ id, title }) => ({ id, title }))}
          onChange={choose}
        />
      </span>
    ),
  };
}
