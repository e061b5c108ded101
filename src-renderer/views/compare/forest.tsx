import { useState } from 'preact/hooks';
import { verdictCounts } from '../../../src-main/contract/comparison-sentence.ts';
import type { RunsComparison } from '../../../src-main/contract/procedures/compare.ts';
import { formatSpeedup, speedupOf } from '../../../src-main/contract/verdict.ts';
import {
  type ForestRow,
  forestRows,
  type RatioScale,
  ratioPlace,
  ratioScale,
  sideNames,
} from '../../state/forest.ts';
import { useView } from '../../state/workspace.ts';
import { Evidence, VerdictBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { nanosecondInterval } from '../../ui/format.ts';
import { Notes, Section } from '../../ui/page.tsx';
import { NameButton, Table } from '../../ui/table-box.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { judgedColumns, nameOf, timeOf } from './rows.tsx';

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
  const counts = verdictCounts(rows.map(({ comparison }) => comparison.verdict));
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
      <Table
        label="Speedups with intervals, largest change first"
        kind="dense forest"
        box="forest-box"
        rows={shown}
        keyOf={({ key }) => key}
        columns={[
          ['Case', (each) => <NameButton name={nameOf(each.row)} open={() => choose(each.key)} />],
          sides.length > 2 ? ['Contender', ({ side }) => titleOf(comparison, side)] : null,
          [
            <span key="ticks" class="track ticks" aria-hidden="true">
              {scale.ticks
                .map((tick) => [tick, ratioPlace(tick, scale)] as const)
                .filter(([, place]) => isInside(place))
                .map(([tick, place]) => (
                  <span key={tick} style={{ left: `${place}%` }}>
                    {tickText(tick)}
                  </span>
                ))}
            </span>,
            (each) => <Interval row={each} scale={scale} margin={margins.same} />,
            'forest-axis',
          ],
          ...judgedColumns,
        ]}
      />
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

const titleOf = ({ sides }: RunsComparison, side: number): string => sideNames(sides)[side] ?? '';

type Props = { readonly row: ForestRow; readonly scale: RatioScale; readonly margin: number };

function Interval({ row: { comparison }, scale, margin }: Props) {
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

type PairDrawerProps = {
  readonly row: ForestRow;
  readonly comparison: RunsComparison;
  readonly close: () => void;
};

/** What speaks for the verdict of one pair, next to the plot; Escape closes it. */
function PairDrawer({ row, comparison, close }: PairDrawerProps) {
  useWindow('keydown', ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && document.querySelector('dialog[open]') === null) close();
  });
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
        <Notes texts={view.warnings} />
        <Evidence comparison={view} />
      </Section>
      <Section title="Times">
        <Table
          kind="dense"
          rows={[
            { side: 0, cell: row.baseline },
            { side: row.side, cell: row.contender },
          ]}
          columns={[
            ['Side', ({ side }) => titleOf(comparison, side)],
            ['Median', ({ cell }) => timeOf(cell), 'number'],
            ['95 % CI', ({ cell }) => nanosecondInterval(cell.ci95?.[0], cell.ci95?.[1]), 'number'],
            ['n', ({ cell }) => cell.n, 'number'],
          ]}
        />
      </Section>
    </aside>
  );
}
