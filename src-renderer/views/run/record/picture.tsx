import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { workloadViews } from '../../../workload-views/view.ts';
import { useWorkload } from '../workload-select.tsx';

/** Whether a workload of the run has something to show. */
export function hasPicture({ plan }: RunDetail): boolean {
  return plan.cases.some(({ workload }) => workloadViews.has(workload));
}

/** What the workloads of the run show besides numbers. */
export function Picture({ detail }: { readonly detail: RunDetail }) {
  const { workload, choice } = useWorkload(detail, { fits: (id) => workloadViews.has(id) });
  const view = workloadViews.get(workload);
  return (
    <>
      {choice === null ? null : <div class="figure-controls">{choice}</div>}
      {view === undefined ? null : <view.Picture detail={detail} />}
    </>
  );
}
