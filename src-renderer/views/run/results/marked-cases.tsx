import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { formatSpeedup } from '../../../../src-main/contract/verdict.ts';
import { type Facetted, ofFacet, sizesOf } from '../../../state/run-summary.ts';
import { useHidden, useView } from '../../../state/workspace.ts';
import { nanoseconds } from '../../../ui/format.ts';
import { Head, numbers, TableBox } from '../../../ui/table-box.tsx';

/** The variants at the measured size that is nearest to the mark, the fastest first: beside the curve, one look with it. */
export function MarkedCases({
  facet,
  scope,
  mark,
}: {
  readonly facet: Facetted;
  readonly scope: string;
  readonly mark: number;
}) {
  const [hidden] = useHidden();
  const [, openCase] = useView('case');
  const { detail, known } = facet;
  const far = (size: number) => Math.abs(Math.log(size / mark));
  const [size] = [...sizesOf(facet)].sort((a, b) => far(a) - far(b));
  const time = (one: ReturnType<typeof ofFacet>[number]) =>
    one.metrics[scope]?.medianNs ?? Number.POSITIVE_INFINITY;
  const rows = ofFacet(facet)
    .filter((one) => one.values[known.sizeAxis] === size && !hidden.has(one.variant))
    .sort((a, b) => time(a) - time(b));
  return (
    <TableBox label={`Variants at ${known.sizeAxis} = ${valueText(size)}`}>
      <table class="table dense marked-cases">
        <Head
          columns={[`${known.sizeAxis} = ${valueText(size)}`, ...numbers('Median', 'Speedup')]}
        />
        <tbody>
          {rows.map((one) => {
            const comparison = detail.comparisons[String(one.index)];
            const metric = one.metrics[scope];
            const speedup = comparison === undefined ? '–' : formatSpeedup(comparison);
            return (
              <tr key={one.index}>
                <th scope="row">
                  <button
                    type="button"
                    class="cell-link name"
                    onClick={() => openCase(String(one.index))}
                  >
                    {one.variant}
                  </button>
                </th>
                <td class="number">
                  {nanoseconds(metric?.medianNs, metric?.ci95LoNs, metric?.ci95HiNs)}
                </td>
                <td class="number" title={speedup}>
                  {speedup.replace(/ \[.*/, '')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableBox>
  );
}
