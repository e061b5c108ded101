import type { FigureForm, FigureKind } from '../../../src-main/contract/figure.ts';
import { Select } from '../../ui/field.tsx';

/** Which figure of the same cases is shown. */
export function KindSelect<K extends FigureKind | FigureForm>({
  kinds,
  kind,
  choose,
}: {
  readonly kinds: readonly { readonly id: K; readonly title: string }[];
  readonly kind: K;
  readonly choose: (kind: K) => void;
}) {
  return (
    <span class="labelled">
      <label for="figure-kind">Figure</label>
      <Select id="figure-kind" value={kind} options={kinds} onChange={choose} />
    </span>
  );
}
