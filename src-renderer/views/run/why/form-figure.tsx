import type { RunDetail } from '../../../../src-main/contract/api.ts';
import type { FigureForm } from '../../../../src-main/contract/figure.ts';
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
