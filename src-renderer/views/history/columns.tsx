import type { ComponentChildren } from 'preact';
import type { HistoryOrder } from '../../../src-main/contract/procedures/history.ts';
import {
  breakEvenInFull,
  breakEvenText,
  medianText,
  speedupInFull,
  speedupText,
} from '../../../src-main/contract/result-text.ts';
import type { RunRow } from '../../../src-main/contract/run.ts';
import type { HistoryRow, RunResults } from '../../../src-main/contract/run-results.ts';
import { format } from '../../../src-main/contract/units.ts';
import { usualColumns } from '../../state/history-columns.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { dateTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';

export type Column = {
  readonly id: string;
  readonly title: string;
  /** A track of a CSS grid. */
  readonly width: string;
  /** Minimum width of the column in pixels, for the width from which the table scrolls. */
  readonly minWidth: number;
  readonly numeric?: boolean;
  /** The store can sort by it. */
  readonly order?: HistoryOrder['by'];
  readonly cell: (row: HistoryRow) => ComponentChildren;
};

const column = (
  id: string,
  title: string,
  minWidth: number,
  share: number,
  cell: Column['cell'],
  more: Partial<Column> = {},
): Column => ({
  id,
  title,
  minWidth,
  width: share === 0 ? `${minWidth}px` : `minmax(${minWidth}px, ${share}fr)`,
  cell,
  ...more,
});

const countTitles = { cases: 'Cases', ok: 'OK', failed: 'Failed', skipped: 'Skipped' } as const;

const count = (id: 'cases' | 'ok' | 'failed' | 'skipped', more: Partial<Column> = {}) =>
  column(id, countTitles[id], 74, 0, (row) => row[id], { numeric: true, ...more });

/** A column of results; the whole result shows where the mouse rests. */
const result = (
  id: 'breakEven' | 'speedup' | 'median',
  title: string,
  short: (results: RunResults) => string,
  full: (results: RunResults) => string,
) =>
  column(
    id,
    title,
    80,
    0,
    ({ results }) =>
      results === undefined || results[id] === null ? (
        ''
      ) : (
        <span title={full(results)}>{short(results)}</span>
      ),
    { numeric: true, order: id },
  );

const sparkSize = { width: 84, height: 20 };

/** Everything that the list can show of a run, in the order in which it stands. */
export const columns: readonly Column[] = [
  column('title', 'Run', 200, 3, (row) => <Title row={row} />, { order: 'title' }),
  column(
    'created',
    'Started',
    164,
    0,
    (row) => <time dateTime={row.createdAt}>{dateTime(row.createdAt)}</time>,
    { order: 'created' },
  ),
  column('workloads', 'Workloads', 96, 1.2, (row) => row.workloads.join(', ')),
  column('device', 'Device', 96, 2.3, (row) => row.device, { order: 'device' }),
  column('class', 'Machine', 120, 1.6, (row) => row.machineClass, { order: 'class' }),
  result('breakEven', 'n*', breakEvenText, breakEvenInFull),
  result('speedup', 'Speedup', speedupText, speedupInFull),
  result('median', 'Median', medianText, ({ median }) => median?.about ?? ''),
  column(
    'case',
    'Case',
    90,
    0,
    ({ caseNs = null }) => (caseNs === null ? '' : format(caseNs, 'duration')),
    { numeric: true, order: 'case' },
  ),
  column('sparkline', 'Earlier runs', 100, 0, (row) => <EarlierRuns row={row} />),
  count('cases', { order: 'cases' }),
  count('ok'),
  column(
    'failed',
    'Failed',
    66,
    0,
    (row) => <span class={row.failed > 0 ? 'bad-text' : ''}>{row.failed}</span>,
    { numeric: true },
  ),
  count('skipped'),
  column('status', 'Status', 96, 0, (row) => <StatusBadge of={row} />, { order: 'status' }),
  column('tags', 'Tags', 90, 1, (row) => <Tags tags={row.tags} />),
  column('note', 'Note', 120, 1.6, (row) => row.note),
  column('preset', 'Preset', 90, 0.7, (row) => row.preset ?? ''),
  column('finished', 'Finished', 164, 0, (row) =>
    row.finishedAt === null ? (
      ''
    ) : (
      <time dateTime={row.finishedAt}>{dateTime(row.finishedAt)}</time>
    ),
  ),
  column('imported', 'Imported', 164, 0, (row) =>
    row.importedAt === undefined ? '' : dateTime(row.importedAt),
  ),
];

/** The chosen columns; the name of the run is always among them. */
export function chosenColumns(
  ids: readonly string[] | null,
  hasCase: boolean = false,
): readonly Column[] {
  const wanted = new Set(['title', ...(ids ?? usualColumns), ...(hasCase ? ['case'] : [])]);
  return columns.filter(({ id }) => wanted.has(id) && (id !== 'case' || hasCase));
}

function EarlierRuns({ row: { sparkline = [], changed } }: { readonly row: HistoryRow }) {
  return (
    <span class={changed === true ? 'spark changed' : 'spark'}>
      {sparkline.length < 2 ? null : (
        <Sparkline
          values={sparkline}
          size={sparkSize}
          about={`${sparkline.length} runs of this configuration${changed === true ? '; the history of a case changed at this run' : ''}`}
        />
      )}
      {changed === true && sparkline.length < 2 ? 'changed' : null}
    </span>
  );
}

/** Whether it is pinned or the baseline, as drawings, or with their words. */
export function Marks({ run, words = false }: MarksProps) {
  const marks = [
    ...(run.pinned ? [['pin', 'pinned'] as const] : []),
    ...(run.baseline ? [['flag', 'baseline'] as const] : []),
  ];
  return marks.map(([icon, word]) => (
    <span key={icon} class="mark" title={word}>
      <Icon name={icon} />
      <span class={words ? '' : 'visually-hidden'}>{word} </span>
    </span>
  ));
}

type MarksProps = { readonly run: RunRow; readonly words?: boolean };

function Title({ row }: { readonly row: HistoryRow }) {
  return (
    <>
      <Marks run={row} />
      <span class="grow title-text" title={[row.title, row.results?.sentence ?? ''].join('\n')}>
        {row.title}
      </span>
      <code class="muted">{row.id}</code>
    </>
  );
}

export function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <>
      {tags.map((tag) => (
        <span key={tag} class="tag">
          {tag}
        </span>
      ))}
    </>
  );
}
