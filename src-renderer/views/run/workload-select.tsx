import { useState } from 'preact/hooks';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useApp } from '../../state/context.ts';
import { workloadsOf } from '../../state/run-facts.ts';
import { Select } from '../../ui/field.tsx';

/** The workload that a figure is of, and the choice of it where the run has several. */
export function useWorkload(detail: RunDetail): {
  readonly workload: string;
  readonly choice: preact.ComponentChild;
} {
  const app = useApp();
  const workloads = workloadsOf(detail, app.catalog.state.value.value);
  const [chosen, choose] = useState(workloads[0]?.id ?? '');
  if (workloads.length < 2) return { workload: chosen, choice: null };
  return {
    workload: chosen,
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
