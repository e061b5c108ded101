import { useLayoutEffect, useState } from 'preact/hooks';
import type { RunsComparison } from '../../../src-main/contract/procedures/compare.ts';
import { formatSpeedup, speedupOf } from '../../../src-main/contract/verdict.ts';
import {
  type ForestRow,
  forestRows,
  type RatioScale,
  ratioPlace,
  ratioScale,
  verdictCounts,
} from '../../state/forest.ts';
import { useView } from '../../state/workspace.ts';
import { VerdictBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { nanosecondInterval, nanoseconds } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { Head, numbers, TableBox } from '../../ui/table-box.tsx';
import { JudgedCells, nameOf } from './rows.tsx';

/** So many rows are drawn at first: a glance is at those that changed most. */
const firstRows = 60;

/** A label at the end of the scale would stand over the columns next to it. */
const isInside = (percent: number): boolean => percent >= 6 && percent <= 94;

const tickText = (tick: number) =>
  tick >= 1 ? String(tick) : `1/${Number((1 / tick).toPrecision(3))}`;

/** Speedup and interval of every judged pair on one axis, the largest change first; margins are shaded. */
export function Forest({ comparison }: { readonly comparison: RunsComparison }) {
  const [verdict, filter] = useView('verdict');
  const [chosen, choose] = useView('case');
  const [all, setAll] = useState(false);
  const rows = forestRows(comparison);
  if (rows.length === 0) return null;
  const { margins, sides } = comparison;
  const scale = ratioScale(rows, margins.same);
  const counts = verdictCounts(rows);
  const fitting = rows.filter((each) => verdict === '' || each.comparison.verdict === verdict);
  const shown = all ? fitting : fitting.slice(0, firstRows);
  const open = rows.find(({ key }) => key === chosen);
  return (
    <Section
      title="Speedups"
      aside={
        <div class="chips">
          {counts.map(([id, count]) => (
            <Button
              key={id}
              pressed={verdict === id}
              onClick={() => filter(verdict === id ? null : id)}
            >
              {count} {id}
            </Button>
          ))}
        </div>
      }
    >
      <TableBox label="Speedups with intervals, largest change first" kind="forest-box">
        <table class="table dense forest">
          <thead>
            <tr>
              <th scope="col">Case</th>
              {sides.length > 2 ? <th scope="col">Contender</th> : null}
              <th scope="col" class="forest-axis">
                <span class="track ticks" aria-hidden="true">
                  {scale.ticks
                    .filter((tick) => isInside(ratioPlace(tick, scale)))
                    .map((tick) => (
                      <span key={tick} style={{ left: `${ratioPlace(tick, scale)}%` }}>
                        {tickText(tick)}
                      </span>
                    ))}
                </span>
              </th>
              <th scope="col" class="number">
                Speedup, 95 % CI
              </th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((each) => (
              <tr key={each.key}>
                <th scope="row">
                  <button type="button" class="cell-link name" onClick={() => choose(each.key)}>
                    {nameOf(each.row)}
                  </button>
                </th>
                {sides.length > 2 ? <td>{titleOf(comparison, each.side)}</td> : null}
                <td>
                  <Interval row={each} scale={scale} margin={margins.same} />
                </td>
                <JudgedCells comparison={each.comparison} />
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {shown.length < fitting.length ? (
        <Button tone="quiet" onClick={() => setAll(true)}>
          Show all {fitting.length}
        </Button>
      ) : null}
      <p class="muted">
        Time of the baseline over that of the contender; right of 1 is faster. Shaded: the margin
        within which two are equivalent.
      </p>
      {open === undefined ? null : (
        <PairDrawer row={open} comparison={comparison} close={() => choose(null)} />
      )}
    </Section>
  );
}

const titleOf = ({ sides }: RunsComparison, side: number): string =>
  sides[side]?.variant ?? sides[side]?.run.title ?? '';

function Interval({
  row: { comparison },
  scale,
  margin,
}: {
  readonly row: ForestRow;
  readonly scale: RatioScale;
  readonly margin: number;
}) {
  const { verdict } = comparison;
  const { value, ci95 } = speedupOf(comparison);
  const tone = verdict === 'faster' ? 'good' : verdict === 'slower' ? 'bad' : 'plain';
  const place = (at: number) => ratioPlace(at, scale);
  return (
    <span class={`track forest-track ${tone}`} aria-hidden="true">
      <u style={{ left: `${place(1 / (1 + margin))}%`, right: `${100 - place(1 + margin)}%` }} />
      <i style={{ left: `${place(1)}%` }} />
      {ci95 === null ? null : (
        <b style={{ left: `${place(ci95[0])}%`, right: `${100 - place(ci95[1])}%` }} />
      )}
      <em style={{ left: `${place(value ?? 1)}%` }} />
    </span>
  );
}

/** What speaks for the verdict of one pair, next to the plot; Escape closes it. */
function PairDrawer({
  row,
  comparison,
  close,
}: {
  readonly row: ForestRow;
  readonly comparison: RunsComparison;
  readonly close: () => void;
}) {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const { baseline, contender } = row;
  const view = row.comparison;
  return (
    <aside class="drawer" aria-label="Evidence">
      <div class="section-head">
        <h2>{nameOf(row.row)}</h2>
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
      <Section title="Verdict">
        <p>
          <VerdictBadge {...view} /> {formatSpeedup(view)}
        </p>
        <p>{view.reason}</p>
        {(view.warnings ?? []).map((text) => (
          <p key={text} class="note warn">
            {text}
          </p>
        ))}
        <Evidence comparison={view} />
      </Section>
      <Section title="Times">
        <table class="table dense">
          <Head columns={['Side', ...numbers('Median', '95 % CI', 'n')]} />
          <tbody>
            {(
              [
                [0, baseline],
                [row.side, contender],
              ] as const
            ).map(([side, cell]) => (
              <tr key={side}>
                <th scope="row">{titleOf(comparison, side)}</th>
                <td class="number">{nanoseconds(cell.medianNs, cell.ci95?.[0], cell.ci95?.[1])}</td>
                <td class="number">{nanosecondInterval(cell.ci95?.[0], cell.ci95?.[1])}</td>
                <td class="number">{cell.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </aside>
  );
}
