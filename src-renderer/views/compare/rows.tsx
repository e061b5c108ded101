import { useState } from 'preact/hooks';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import { disturbedLabel } from '../../../src-main/contract/case-labels.ts';
import {
  type CompareCell,
  type CompareRow,
  isNewlyFailed,
  type RunsComparison,
} from '../../../src-main/contract/procedures/compare.ts';
import { type ComparisonView, formatSpeedup } from '../../../src-main/contract/verdict.ts';
import { sideNames } from '../../state/forest.ts';
import { Evidence, VerdictBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { nanosecondInterval, nanoseconds, plural, unbroken } from '../../ui/format.ts';
import { Empty, Section } from '../../ui/page.tsx';
import { inGroups, RowGroups } from '../../ui/row-groups.tsx';
import { type Column, TableBox } from '../../ui/table-box.tsx';
import { ComparedRunName } from './compared-run.tsx';

/** The median of a cell, with the digits that its interval carries. */
export const timeOf = ({ medianNs, ci95 }: CompareCell): string =>
  nanoseconds(medianNs, ci95?.[0], ci95?.[1]);

type Judged = { readonly comparison: ComparisonView };

/** The speedup with its interval, and the verdict. */
export const judgedColumns: readonly Column<Judged>[] = [
  ['Speedup, 95 % CI', ({ comparison }) => formatSpeedup(comparison), 'number'],
  ['Verdict', ({ comparison }) => <VerdictBadge {...comparison} />],
];

/** By every axis that distinguishes it; sides may have values of their own. */
export function nameOf(row: CompareRow): string {
  const shown = row.axes.flatMap((axis) => {
    const values = [...new Set(row.cells.flatMap((cell) => cell?.values[axis] ?? []))];
    const told = values.filter((value) => value !== '').map((value) => valueText(value));
    return told.length === 0 ? [] : [`${axis}=${told.join('/')}`];
  });
  return [row.workload, row.variant ?? '', ...shown].filter((part) => part !== '').join(' ');
}

/** What a side alone has of the axes that distinguish the row. */
function ownValues(row: CompareRow, cell: CompareCell): string {
  const own = row.axes.filter((axis) => axis in cell.values && !(axis in row.values));
  return own.map((axis) => `${axis}=${valueText(cell.values[axis])}`).join(' ');
}

/** What holds of every case that is judged: said once below the table instead of in each cell. */
function commonWarnings({ rows }: RunsComparison): ReadonlySet<string> {
  const judged = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.comparison ?? []));
  const counts = new Map<string, number>();
  for (const { warnings = [] } of judged) {
    for (const warning of warnings) counts.set(warning, (counts.get(warning) ?? 0) + 1);
  }
  // A side is judged once a row at most.
  const cases = rows.filter(({ cells }) => cells.some((cell) => cell?.comparison)).length;
  return new Set(
    [...counts].filter(([, count]) => cases > 1 && count >= cases).map(([warning]) => warning),
  );
}

/** Where all sides are of one run its id tells nothing. */
function withoutRun({ sides }: RunsComparison): (text: string) => string {
  const [first] = sides;
  const one = first !== undefined && sides.every(({ run }) => run.id === first.run.id);
  return one ? (text) => text.replaceAll(`${first.run.id}:`, '') : (text) => text;
}

/** Up to so many verdicts show what speaks for them from the start. */
const fewVerdicts = 12;

type Props = {
  readonly comparison: RunsComparison;
  readonly toFront: (index: number) => void;
  readonly remove: (index: number) => void;
};

/** Case by case: medians, speedups with intervals, verdicts with their reason. */
export function CompareRows({ comparison, toFront, remove }: Props) {
  const { sides, rows, unpaired } = comparison;
  const common = commonWarnings(comparison);
  const short = withoutRun(comparison);
  const names = sideNames(sides);
  const [asked, setAsked] = useState<boolean | null>(null);
  const evidence = asked ?? rows.length * (sides.length - 1) <= fewVerdicts;
  const alone = unpaired.flatMap((cases, i) =>
    [...Map.groupBy(cases, ({ reason }) => reason)].map(
      ([reason, { length }]) => `${plural(length, 'case')} of ${names[i]} (${reason})`,
    ),
  );
  return (
    <Section
      title="Verdicts"
      aside={
        rows.length === 0 ? undefined : (
          <Button onClick={() => setAsked(!evidence)}>
            {evidence ? 'Hide' : 'Show'} the evidence
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty>No case in common: no pair has the same workload and values.</Empty>
      ) : (
        <TableBox label="Cases in common">
          <table
            class={inGroups(rows.length) ? 'table plain compare fixed' : 'table plain compare'}
            style={{ '--sides': sides.length }}
            aria-rowcount={rows.length + 1}
          >
            <thead>
              <tr aria-rowindex={1}>
                <th scope="col">Case</th>
                {sides.map((side, i) => (
                  <th key={side.ref} scope="col" class="number compare-side">
                    <ComparedRunName side={side} />
                    <span class="side-actions">
                      {i === 0 ? (
                        <span class="badge plain">baseline</span>
                      ) : (
                        <Button tone="quiet" onClick={() => toFront(i)}>
                          Make baseline
                        </Button>
                      )}
                      {sides.length > 2 ? (
                        <IconButton
                          icon="close"
                          label={`Leave ${names[i]} out`}
                          onClick={() => remove(i)}
                        />
                      ) : null}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <RowGroups
              rows={rows}
              columns={sides.length + 1}
              likelyHeight={120}
              draw={(row, at) => (
                <tr
                  key={`${row.workload} ${JSON.stringify(row.cells.map((cell) => cell?.caseIndex))} ${JSON.stringify(row.values)}`}
                  aria-rowindex={at + 2}
                >
                  <th scope="row" class="compare-case">
                    {nameOf(row)}
                  </th>
                  {row.cells.map((cell, i) => (
                    <td key={sides[i]?.ref} class="number compare-cell">
                      <Cell
                        cell={cell}
                        own={cell === null ? '' : ownValues(row, cell)}
                        newly={i > 0 && cell !== null && failsNewly(row, cell)}
                        said={common}
                        short={short}
                        evidence={evidence}
                      />
                    </td>
                  ))}
                </tr>
              )}
            />
          </table>
        </TableBox>
      )}
      {comparison.baselineNote === undefined ? null : (
        <p class="muted">{comparison.baselineNote}</p>
      )}
      {common.size === 0 ? null : (
        <p class="note warn">In every case: {[...common].map(short).join('; ')}.</p>
      )}
      {alone.length === 0 ? null : (
        <p class="muted">Not compared (no counterpart): {alone.join('; ')}.</p>
      )}
      <p class="muted">
        Each cell shows the median with its 95 % confidence interval; below it the speedup, above 1
        is faster, and the verdict with its reason. “Over the sweep” is a p value adjusted for the
        cases of the column (Benjamini-Hochberg).
      </p>
    </Section>
  );
}

function Disturbed({ reason }: { readonly reason: string | undefined }) {
  if (reason === undefined) return null;
  const { text, meaning } = disturbedLabel(reason);
  return (
    <>
      {' '}
      <span class="badge warn" title={meaning}>
        {text}
      </span>
    </>
  );
}

/** The baseline has a right answer where this contender has none. */
function failsNewly({ cells: [base] }: CompareRow, cell: CompareCell): boolean {
  return base != null && isNewlyFailed(cell, base);
}

type CellProps = {
  readonly cell: CompareCell | null;
  /** Values that it alone has. */
  readonly own: string;
  /** It fails where the baseline does not. */
  readonly newly: boolean;
  /** Said elsewhere already. */
  readonly said: ReadonlySet<string>;
  readonly short: (text: string) => string;
  /** Whether tests and effect are shown below the reason. */
  readonly evidence: boolean;
};

function Cell({ cell, own, newly, said, short, evidence }: CellProps) {
  if (cell === null) return <span class="muted">no such case</span>;
  if (cell.outcome !== 'ok') {
    return (
      <span class={cell.outcome === 'failed' ? 'bad-text' : 'muted'} title={cell.reason ?? ''}>
        {newly ? 'newly failed' : cell.outcome}
        {own === '' ? null : <span class="muted"> {own}</span>}
      </span>
    );
  }
  const { comparison, ci95 } = cell;
  return (
    <>
      <span class="strong">{timeOf(cell)}</span> {nanosecondInterval(ci95?.[0], ci95?.[1])}
      <Disturbed reason={cell.disturbed} />
      {own === '' ? null : <span class="muted"> {own}</span>}
      {comparison === null ? null : (
        <div class="ratio">
          {formatSpeedup(comparison)} <VerdictBadge {...comparison} />
          {[
            comparison.reason,
            ...(comparison.warnings ?? []).filter((warning) => !said.has(warning)),
          ].map((sentence) => (
            <span key={sentence} class="reason-text">
              {unbroken(short(sentence))}
            </span>
          ))}
          {evidence ? <Evidence comparison={comparison} name={short} /> : null}
        </div>
      )}
    </>
  );
}
