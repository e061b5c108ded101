import type { RunDetail } from '../../../../src-main/contract/api.ts';
import type { Values } from '../../../../src-main/contract/workload.ts';
import { useView } from '../../../state/workspace.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { FigureView } from '../figure-view.tsx';

const forms = [
  { id: 'ridgeline', title: 'Ridgeline' },
  { id: 'histogram', title: 'Histogram' },
  { id: 'ecdf', title: 'Cumulative' },
  { id: 'box', title: 'Boxes' },
] as const;

/** How the samples of each variant are spread, at one point of the sweep. */
export function Distribution({
  detail,
  workload,
  scope,
  where,
}: {
  readonly detail: RunDetail;
  readonly workload: string;
  readonly scope: string;
  readonly where: Values;
}) {
  const [wanted, setForm] = useView('spread');
  const as = forms.find(({ id }) => id === wanted)?.id ?? 'ridgeline';
  return (
    <FigureView
      large
      input={{ ref: detail.run.id, kind: 'distribution', as, workload, scope, where }}
      version={detail}
      controls={
        <LabelledSelect
          id="figure-kind"
          label="Figure"
          options={forms}
          value={as}
          onChange={setForm}
        />
      }
    />
  );
}
