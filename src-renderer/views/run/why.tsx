import type { RunDetail } from '../../../src-main/contract/api.ts';
import { hasCode } from '../../state/run-code.ts';
import { useView } from '../../state/workspace.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { CasePage } from './case/case-views.tsx';
import { Distribution } from './distribution.tsx';
import { Phases } from './phases.tsx';
import { Roofline } from './roofline.tsx';
import { Source } from './source.tsx';
import { Verdicts } from './verdicts.tsx';

const panes = [
  { id: 'distribution', title: 'Distribution' },
  { id: 'phases', title: 'Phases' },
  { id: 'roofline', title: 'Roofline' },
  { id: 'verdicts', title: 'Verdicts' },
  { id: 'case', title: 'One case' },
  { id: 'source', title: 'Source' },
] as const;

/** Why the times are as they are: how samples lie, where the time goes, what the device could do, what the code is. */
export function Why({ detail, shown }: { readonly detail: RunDetail; readonly shown: RunDetail }) {
  const [wanted, choose] = useView('pane');
  const offered = panes.filter(({ id }) => id !== 'source' || hasCode(detail));
  const pane = offered.find(({ id }) => id === wanted)?.id ?? 'distribution';
  return (
    <>
      <Segmented label="Evidence" choices={offered} chosen={pane} choose={choose} />
      {pane === 'distribution' ? (
        <Distribution detail={detail} />
      ) : pane === 'phases' ? (
        <Phases detail={detail} />
      ) : pane === 'roofline' ? (
        <Roofline detail={detail} />
      ) : pane === 'verdicts' ? (
        <Verdicts detail={shown} />
      ) : pane === 'case' ? (
        <CasePage detail={shown} />
      ) : (
        <Source detail={detail} />
      )}
    </>
  );
}
