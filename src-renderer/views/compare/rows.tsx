import { useState } from 'preact/hooks';
import type {
  CompareCell,
  CompareRow,
  RunsComparison,
} from '../../../src-main/contract/procedures/compare.ts';
import type { Scalar } from '../../../src-main/contract/workload.ts';
import { VerdictBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { nanosecondInterval, nanoseconds, plural, ratioText, scalarText } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { inGroups, RowGroups } from '../../ui/row-groups.tsx';
import { Empty } from '../../ui/states.tsx';
import { TableBox } from '../../ui/table-box.tsx';
import { SideName } from './side-name.tsx';

/** The axes whose value differs between rows: what tells them apart. */
function varying(rows: readonly CompareRow[]): readonly string[] {
  const values = new Map<string, Set<Scalar>>();
  for (const row of rows) {
    for (const [axis, value] of Object.entries(row.values)) {
      const known = values.get(axis) ?? new Set();
      values.set(axis, known.add(value));
    }
  }
  return [...values].filter(([, known]) => known.size > 1).map(([axis]) => axis);
}

function nameOf(row: CompareRow, axes: readonly string[]): string {
  const shown = axes.flatMap((axis) => {
    const value = row.values[axis];
    return value === undefined || value === '' ? [] : [`${axis}=${scalarText(value)}`];
  });
  return [row.workload, row.variant ?? '', ...shown].filter((part) => part !== '').join(' ');
}

/** How the verdicts of a side come out, in one line. */
function tally({ rows, judged }: RunsComparison, side: number): string {
  if (judged !== undefined) return 'judging …';
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const verdict = cells[side]?.comparison?.verdict;
    if (verdict !== undefined) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
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

/** Case by case: medians, ratios with intervals, verdicts with their reason. */
export function CompareRows({
  comparison,
  toFront,
  remove,
}: {
  readonly comparison: RunsComparison;
  readonly toFront: (index: number) => void;
  readonly remove: (index: number) => void;
}) {
  const { sides, rows, unpaired } = comparison;
  const axes = varying(rows);
  const common = commonWarnings(comparison);
  const short = withoutRun(comparison);
  const [asked, setAsked] = useState<boolean | null>(null);
  const evidence = asked ?? rows.length * (sides.length - 1) <= fewVerdicts;
  const alone = unpaired.flatMap((count, i) =>
    count === 0 ? [] : [`${plural(count, 'case')} of ${sides[i]?.variant ?? sides[i]?.run.title}`],
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
        <Empty>These have no case in common: same workload and values.</Empty>
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
                    <SideName side={side} />
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
                          label={`Leave ${side.variant ?? side.run.title} out`}
                          onClick={() => remove(i)}
                        />
                      ) : null}
                    </span>
                    {i === 0 ? null : <span class="muted">{tally(comparison, i)}</span>}
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
                  key={`${row.workload} ${row.variant} ${JSON.stringify(row.values)}`}
                  aria-rowindex={at + 2}
                >
                  <th scope="row" class="compare-case">
                    {nameOf(row, axes)}
                  </th>
                  {row.cells.map((cell, i) => (
                    <td key={sides[i]?.ref} class="number compare-cell">
                      <Cell cell={cell} said={common} short={short} evidence={evidence} />
                    </td>
                  ))}
                </tr>
              )}
            />
          </table>
        </TableBox>
      )}
      {common.size === 0 ? null : (
        <p class="note warn">In every case: {[...common].map(short).join('; ')}.</p>
      )}
      {alone.length === 0 ? null : (
        <p class="muted">Not compared, for want of a counterpart: {alone.join('; ')}.</p>
      )}
      <p class="muted">
        Each cell: median with its 95 % confidence interval; below it the ratio over the baseline
        with its interval (below 1 is faster), the verdict and why. Evidence: the tests, how often a
        sample is the faster one of a pair, samples and processes. “Over the sweep” is a p value
        adjusted for the number of cases in the column (Benjamini-Hochberg).
      </p>
    </Section>
  );
}

function Cell({
  cell,
  said,
  short,
  evidence,
}: {
  readonly cell: CompareCell | null;
  /** Said elsewhere already. */
  readonly said: ReadonlySet<string>;
  readonly short: (text: string) => string;
  /** Whether tests and effect are shown below the reason. */
  readonly evidence: boolean;
}) {
  if (cell === null) return <span class="muted">not measured</span>;
  if (cell.outcome !== 'ok') {
    return (
      <span class={cell.outcome === 'failed' ? 'bad-text' : 'muted'} title={cell.reason ?? ''}>
        {cell.outcome}
      </span>
    );
  }
  const { comparison, ci95 } = cell;
  return (
    <>
      <span class="strong">{nanoseconds(cell.medianNs)}</span>{' '}
      {nanosecondInterval(ci95?.[0], ci95?.[1])}
      {comparison === null ? null : (
        <div class="ratio">
          {ratioText(comparison.ratio, comparison.ci95)} <VerdictBadge {...comparison} />
          {[
            comparison.reason,
            ...(comparison.warnings ?? []).filter((warning) => !said.has(warning)),
          ].map((sentence) => (
            <span key={sentence} class="reason-text">
              {short(sentence)}
            </span>
          ))}
          {evidence ? <Evidence comparison={comparison} name={short} /> : null}
        </div>
      )}
    </>
  );
}
