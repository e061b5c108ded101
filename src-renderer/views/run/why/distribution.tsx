import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { agree } from '../../../../src-main/contract/case-names.ts';
import type { FigureForm } from '../../../../src-main/contract/figure.ts';
import { timedPhases } from '../../../../src-main/contract/timing-scopes.ts';
import type { Values } from '../../../../src-main/contract/workload.ts';
import type { FigureRequest } from '../../../state/index.ts';
import { useView } from '../../../state/workspace.ts';
import { LabelledSelect } from '../../../ui/field.tsx';
import { FigureView } from '../figure-view.tsx';

/** A figure that is drawn in several forms, with the field that chooses one; the choice is kept under `view`. */
export function FormFigure(props: {
  readonly detail: RunDetail;
  readonly view: Parameters<typeof useView>[0];
  readonly input: Omit<FigureRequest, 'ref' | 'as'>;
  readonly forms: readonly { readonly id: FigureForm; readonly title: string }[];
  readonly standard: FigureForm;
}) {
  const { detail, forms } = props;
  const [wanted, setForm] = useView(props.view);
  const as = forms.find(({ id }) => id === wanted)?.id ?? props.standard;
  return (
    <FigureView
      large
      input={{ ...props.input, ref: detail.run.id, as }}
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

const forms = [
  { id: 'ridgeline', title: 'Ridgeline' },
  { id: 'histogram', title: 'Histogram' },
  { id: 'ecdf', title: 'Cumulative' },
  { id: 'box', title: 'Boxes' },
] as const;

/** The cases that a figure is of. */
export type Shown = {
  readonly detail: RunDetail;
  readonly workload: string;
  readonly scope: string;
  readonly where: Values;
};

/** How the samples of each variant are spread, at one point of the sweep. */
export function Distribution({ detail, ...place }: Shown) {
  const input = { kind: 'distribution', ...place } as const;
  return (
    <FormFigure detail={detail} view="spread" input={input} forms={forms} standard="ridgeline" />
  );
}

const phaseForms = [
  { id: 'time', title: 'Times' },
  { id: 'log', title: 'Times, log axis' },
  { id: 'share', title: 'Parts of the sum' },
] as const;

/** A bar so many times as high as another leaves nothing of it to see. */
const hides = 5;

/** Opens with parts of the sum where the times of one variant would hide those of others. */
function standardForm({ cases }: RunDetail, workload: string, where: Shown['where']) {
  const totals = cases.flatMap((each) => {
    if (each.workload !== workload || !agree(each.values, where)) return [];
    const sum = timedPhases.reduce((ns, id) => ns + (each.metrics[id]?.medianNs ?? 0), 0);
    return sum > 0 ? [sum] : [];
  });
  return Math.max(...totals) > hides * Math.min(...totals) ? 'share' : 'time';
}

/** Where the time of each variant goes: allocation, copies, kernels, host part. */
export function Phases({ detail, workload, where }: Omit<Shown, 'scope'>) {
  const input = { kind: 'phases', workload, where } as const;
  const standard = standardForm(detail, workload, where);
  return (
    <FormFigure
      detail={detail}
      view="figure"
      input={input}
      forms={phaseForms}
      standard={standard}
    />
  );
}
