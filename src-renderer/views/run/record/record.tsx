import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { useView } from '../../../state/workspace.ts';
import { Segmented } from '../../../ui/field.tsx';
import { workloadViews } from '../../../workload-views/view.ts';
import { useWorkload } from '../choices.tsx';
import { Environment } from '../environment.tsx';
import { RunLog } from './run-log.tsx';
import { Samples } from './samples.tsx';
import { Study } from './study.tsx';

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

const panes = [
  { id: 'environment', title: 'Environment', View: Environment },
  { id: 'samples', title: 'All samples', View: Samples },
  { id: 'study', title: 'Study', View: Study },
  { id: 'picture', title: 'Picture', View: Picture },
  { id: 'log', title: 'Log', View: RunLog },
] as const;

/** What is stored of the run besides its answer: the machine, every sample, the study that it reproduces, the log. */
export function Record({ detail }: { readonly detail: RunDetail }) {
  const [wanted, choose] = useView('pane');
  const measured = detail.cases.length > 0;
  const offered = panes.filter(
    ({ id }) =>
      (id !== 'samples' || measured) &&
      (id !== 'picture' || hasPicture(detail)) &&
      (id !== 'study' || (measured && detail.study !== undefined)),
  );
  const { id: chosen, View } = offered.find(({ id }) => id === wanted) ?? panes[0];
  return (
    <>
      <Segmented label="Record" choices={offered} chosen={chosen} choose={choose} />
      <View detail={detail} />
    </>
  );
}
