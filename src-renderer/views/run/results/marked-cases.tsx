import { valueText } from '../../../../src-main/contract/axis-values.ts';
import type { StoredCase } from '../../../../src-main/contract/run.ts';
import { formatSpeedup } from '../../../../src-main/contract/verdict.ts';
import { type Facetted, ofFacet, sizesOf } from '../../../state/run-summary.ts';
import { useHidden, useView } from '../../../state/workspace.ts';
import { nanoseconds } from '../../../ui/format.ts';
import { NameButton, Table } from '../../../ui/table-box.tsx';

type Props = { readonly facet: Facetted; readonly scope: string; readonly mark: number };

/** The variants at the measured size that is nearest to the mark, the fastest first: beside the curve, one look with it. */
export function MarkedCases({ facet, scope, mark }: Props) {
  const [hidden] = useHidden();
  const [, openCase] = useView('case');
  const { detail, known } = facet;
  const far = (size: number) => Math.abs(Math.log(size / mark));
  const [size] = [...sizesOf(facet)].sort((a, b) => far(a) - far(b));
  const time = (one: StoredCase) => one.metrics[scope]?.medianNs ?? Number.POSITIVE_INFINITY;
  const rows = ofFacet(facet)
    .filter((one) => one.values[known.sizeAxis] === size && !hidden.has(one.variant))
    .sort((a, b) => time(a) - time(b));
  const speedup = ({ index }: StoredCase) => {
    const comparison = detail.comparisons[String(index)];
    return comparison === undefined ? '–' : formatSpeedup(comparison);
  };
  const at = `Variants at ${known.sizeAxis} = ${valueText(size)}`;
  return (
    <Table
      label={at}
      kind="dense marked-cases"
      rows={rows}
      keyOf={({ index }) => index}
      columns={[
        [
          at.replace('Variants at ', ''),
          ({ index, variant }) => (
            <NameButton name={variant} open={() => openCase(String(index))} />
          ),
        ],
        [
          'Median',
          ({ metrics: { [scope]: one } }) =>
            nanoseconds(one?.medianNs, one?.ci95LoNs, one?.ci95HiNs),
          'number',
        ],
        ['Speedup', (one) => speedup(one).replace(/ \[.*/, ''), 'number', speedup],
      ]}
    />
  );
}
