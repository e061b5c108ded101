// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight do not exist and the rest is placed by hand, which a table element cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active row
import { useEffect, useRef } from 'preact/hooks';
import type { RunRow } from '../../src-main/contract/run.ts';
import { useApp } from '../state/context.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { dateTime } from '../ui/format.ts';
import { useVirtualRows } from '../ui/virtual-rows.ts';

const columns = [
  '',
  'Run',
  'Started',
  'Workloads',
  'Device',
  'ok',
  'failed',
  'skipped',
  'Status',
  'Tags',
];
const rowHeight = 32;
/** The next page is asked for when this many rows are left below. */
const ahead = 60;

/**
 * The list of runs. Only rows in sight exist; the grid keeps the focus and names the active row, so that arrows, Space
 * and Enter work through 100,000 rows as through ten.
 */
export function HistoryTable() {
  const app = useApp();
  const { history } = app;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = history.rows.value;
  const { items, totalHeight, scrollTo } = useVirtualRows(scroller, rows.length, rowHeight);
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= rows.length - ahead) void history.more();
  }, [lastSeen, rows.length, history]);

  const activeAt = Math.max(
    0,
    rows.findIndex(({ id }) => id === history.active.value),
  );
  const moveTo = (index: number) => {
    const at = Math.min(Math.max(index, 0), rows.length - 1);
    history.active.value = rows[at]?.id ?? null;
    scrollTo(at);
  };
  const open = (row: RunRow) => app.go({ screen: 'run', ref: row.id, tab: 'summary' });
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1);
    const active = rows[activeAt];
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: activeAt + 1,
      ArrowUp: activeAt - 1,
      PageDown: activeAt + page,
      PageUp: activeAt - page,
      Home: 0,
      End: rows.length - 1,
    };
    const target = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' && active !== undefined) open(active);
    else if (event.key === ' ' && active !== undefined) history.toggle(active.id);
    else return;
    event.preventDefault();
  };
  const active = rows[activeAt];
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label="Runs, newest first: arrows move, Space ticks, Enter opens"
      aria-rowcount={(history.total.value ?? rows.length) + 1}
      aria-multiselectable="true"
      aria-activedescendant={active === undefined ? undefined : `run-${active.id}`}
      onKeyDown={onKeyDown}
    >
      <div class="grid-space" role="presentation" style={{ height: `${totalHeight}px` }}>
        <div role="row" class="grid-row grid-head" aria-rowindex={1}>
          {columns.map((column) => (
            <span key={column} role="columnheader" class={numeric(column)}>
              {column === '' ? <span class="visually-hidden">Ticked</span> : column}
            </span>
          ))}
        </div>
        {items.map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <Row
              key={row.id}
              row={row}
              index={item.index}
              top={item.start}
              active={row === active}
              open={() => open(row)}
            />
          );
        })}
      </div>
    </div>
  );
}

const numeric = (column: string) =>
  ['ok', 'failed', 'skipped'].includes(column) ? 'number' : undefined;

function Row({
  row,
  index,
  top,
  active,
  open,
}: {
  readonly row: RunRow;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly open: () => void;
}) {
  const { history } = useApp();
  const ticked = history.selected.value.has(row.id);
  const onClick = (event: MouseEvent) => {
    history.active.value = row.id;
    const onBox = event.target instanceof Element && event.target.matches('.tick, .tick *');
    if (onBox || event.ctrlKey || event.metaKey) history.toggle(row.id);
    else open();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the grid, which keeps the focus
    <div
      id={`run-${row.id}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={ticked}
      class={active ? 'grid-row active' : 'grid-row'}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
    >
      <span role="gridcell" class="tick">
        <span class={ticked ? 'tick-box ticked' : 'tick-box'} />
      </span>
      <span role="gridcell" class="title">
        {row.title} <code class="muted">{row.id}</code>
      </span>
      <span role="gridcell">
        <time dateTime={row.createdAt}>{dateTime(row.createdAt)}</time>
      </span>
      <span role="gridcell">{row.workloads.join(', ')}</span>
      <span role="gridcell">{row.device}</span>
      <span role="gridcell" class="number">
        {row.ok}
      </span>
      <span role="gridcell" class={row.failed > 0 ? 'number bad-text' : 'number'}>
        {row.failed}
      </span>
      <span role="gridcell" class="number">
        {row.skipped}
      </span>
      <span role="gridcell">
        <StatusBadge status={row.status} />
      </span>
      <span role="gridcell" class="tags">
        {row.tags.map((tag) => (
          <span key={tag} class="tag">
            {tag}
          </span>
        ))}
      </span>
    </div>
  );
}
