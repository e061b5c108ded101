import type { RunDetail } from '../../../src-main/contract/api.ts';
import { drawableAxes } from '../../state/facets.ts';
import { useView } from '../../state/workspace.ts';
import { LabelledSelect } from '../../ui/field.tsx';

/** The axis that times are drawn over, the size unless it has one value, and the choice where several may be. */
export function useOver(
  detail: RunDetail,
  workload: string,
  sizeAxis: string | undefined,
): { readonly over: string | undefined; readonly choice: preact.ComponentChild } {
  const [wanted, want] = useView('over');
  const cases = detail.cases.filter((each) => each.workload === workload && each.outcome === 'ok');
  const axes = drawableAxes(
    cases.map(({ values }) => values),
    sizeAxis,
  );
  const over = axes.includes(wanted) ? wanted : (axes[0] ?? sizeAxis);
  if (axes.length < 2) return { over, choice: null };
  return {
    over,
    choice: (
      <LabelledSelect
        label="Over"
        id="figure-over"
        value={over ?? ''}
        options={axes.map((id) => ({ id, title: id }))}
        onChange={want}
      />
    ),
  };
}
