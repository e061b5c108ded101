import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { useView } from '../../../state/workspace.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Environment } from '../environment.tsx';
import { hasPicture, Picture } from './picture.tsx';
import { RunLog } from './run-log.tsx';
import { Samples } from './samples.tsx';
import { Study } from './study.tsx';

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
