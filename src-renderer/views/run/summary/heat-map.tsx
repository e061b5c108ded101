import { valueText } from '../../../../src-main/contract/axis-values.ts';
import { format, formatCount, formatInterval } from '../../../../src-main/contract/units.ts';
import { type Facetted, type HeatCell, heatCells } from '../../../state/run-summary.ts';
import { useView } from '../../../state/workspace.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/page.tsx';
import { TableBox } from '../../../ui/table-box.tsx';

/** Sixteen times and more has the full colour. */
const fullAt = Math.log2(16);

/** How strongly a cell is coloured, in percent: by the logarithm, so that twice and half look the same. */
export function strength(speedup: number): number {
  return Math.round(35 * Math.min(1, Math.abs(Math.log2(speedup)) / fullAt));
}

/** Speedup over the baseline by size and variant; intervals stand in the title of a cell. */
export function HeatMap({ facet, scope }: { readonly facet: Facetted; readonly scope: string }) {
  const [turned, turn] = useView('faster');
  const [, openCase] = useView('case');
  const cells = heatCells(facet);
  const times = turned === 'time';
  if (cells.length === 0) return null;
  const sizes = [...new Set(cells.map(({ size }) => size))].sort((a, b) => a - b);
  const variants = [...new Set(cells.map(({ variant }) => variant))];
  const byPlace = new Map(cells.map((cell) => [`${cell.variant} ${cell.size}`, cell]));
  return (
    <Section
      title={times ? `Time over ${facet.known.baseline}` : `Speedup over ${facet.known.baseline}`}
      aside={
        <Button
          pressed={times}
          hint="Shows time ratios instead"
          onClick={() => turn(times ? null : 'time')}
        >
          {times ? 'below 1 is faster' : 'above 1 is faster'}
        </Button>
      }
    >
      <TableBox label="Speedup by size and variant">
        <table class="table heat dense">
          <thead>
            <tr>
              <th scope="col">
                {scope}, {facet.known.sizeAxis}
              </th>
              {sizes.map((size) => (
                <th key={size} scope="col" class="number" title={valueText(size)}>
                  {formatCount(size)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {variants.map((variant) => (
              <tr key={variant}>
                <th scope="row">{variant}</th>
                {sizes.map((size) => (
                  <Cell
                    key={size}
                    cell={byPlace.get(`${variant} ${size}`)}
                    times={times}
                    open={(index) => openCase(String(index))}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </Section>
  );
}

function Cell({
  cell,
  times,
  open,
}: {
  readonly cell: HeatCell | undefined;
  readonly times: boolean;
  readonly open: (index: number) => void;
}) {
  if (cell === undefined) return <td class="number muted">–</td>;
  const { speedup, ci95, verdict, caseIndex } = cell;
  const value = times ? 1 / speedup : speedup;
  const ends = ci95 === null ? null : times ? [1 / ci95[1], 1 / ci95[0]] : ci95;
  const interval = ends === null ? 'no interval' : formatInterval(ends[0], ends[1], 'ratio');
  const hue = speedup >= 1 ? 'var(--good)' : 'var(--bad)';
  // What cannot be distinguished from 1 has no colour that says otherwise.
  const told = verdict === 'faster' || verdict === 'slower';
  return (
    <td
      class="number"
      title={`${verdict}, 95 % CI ${interval}`}
      style={
        told
          ? { background: `color-mix(in oklab, ${hue} ${strength(speedup)}%, var(--surface))` }
          : {}
      }
    >
      <button type="button" class="cell-link" onClick={() => open(caseIndex)}>
        {format(value, 'ratio').replace('×', '')}
      </button>
    </td>
  );
}
