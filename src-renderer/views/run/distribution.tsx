import type { RunDetail } from '../../../src-main/contract/api.ts';
import { useView } from '../../state/workspace.ts';
import { FigureView } from './figure-view.tsx';
import { KindSelect } from './kind-select.tsx';
import { useScope } from './scope-choice.tsx';
import { useWhere } from './where.tsx';
import { useWorkload } from './workload-select.tsx';

const forms = [
  { id: 'ridgeline', title: 'Ridgeline' },
  { id: 'histogram', title: 'Histogram' },
  { id: 'ecdf', title: 'Cumulative' },
  { id: 'box', title: 'Boxes' },
] as const;

/** How the samples of each variant are spread, at one point of the sweep. */
export function Distribution({ detail }: { readonly detail: RunDetail }) {
  const scope = useScope(detail);
  const { workload, choice } = useWorkload(detail);
  const { where, choices } = useWhere(detail, workload);
  const [wanted, setForm] = useView('spread');
  const as = forms.find(({ id }) => id === wanted)?.id ?? 'ridgeline';
  return (
    <FigureView
      large
      input={{ ref: detail.run.id, kind: 'distribution', as, workload, scope, where }}
      version={detail}
      controls={
        <>
          <KindSelect kinds={forms} kind={as} choose={setForm} />
          {choice}
          {choices}
        </>
      }
    />
  );
}
