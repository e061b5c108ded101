// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight do not exist and the rest is placed by hand, which a table element cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active row
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { HistoryRow } from '../../../src-main/contract/run-results.ts';
import { useApp } from '../../state/context.ts';
import { plural } from '../../ui/format.ts';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
import { askTags } from '../ask-tags.ts';
import { type Column, chosenColumns } from './columns.tsx';

/** As the style sheet has them. */
const rowHeights = { comfortable: 32, compact: 26 } as const;
const tickWidth = 34;
/** The next page is asked for when this many rows are left below. */
const ahead = 60;

/**
 * The list of runs. Only rows in sight and the active one exist; the grid keeps the focus and names the active row, so that arrows, Space
 * and Enter work through 100,000 rows as through ten.
 */
export function HistoryTable() {
  const app = useApp();
  const { history, curation } = app;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = history.rows.value;
  const rowHeight = rowHeights[app.settings.value.density];
  const wrong = history.failure.value !== null;
  const shown = chosenColumns(app.settings.value.columns, app.settings.value.historyCase !== null);
  const { first, last, totalHeight, startOf, scrollTo } = useVirtualRows(
    scroller,
    rows.length,
    rowHeight,
  );
  const nearEnd = last >= rows.length - ahead;
  useEffect(() => {
    if (nearEnd) void history.more();
  }, [nearEnd, rows.length, history]);

  const activeAt = Math.max(
    0,
    rows.findIndex(({ id }) => id === history.active.value),
  );
  const active = rows[activeAt];
  // What puts the cursor elsewhere brings it into sight: a deletion that was undone, a way back to this screen.
  useEffect(() => scrollTo(activeAt), [active?.id]);
  const moveTo = (index: number, ticking: boolean) => {
    const at = Math.min(Math.max(index, 0), rows.length - 1);
    if (ticking) {
      const between = rows.slice(Math.min(at, activeAt), Math.max(at, activeAt) + 1);
      history.selected.value = new Set([...history.selected.value, ...between.map(({ id }) => id)]);
    }
    history.active.value = rows[at]?.id ?? null;
    scrollTo(at);
  };
  const open = (row: HistoryRow) => app.go({ screen: 'run', ref: row.id, tab: 'results' });
  /** The ticked runs, or else the one under the cursor. */
  const chosen = (): readonly string[] => {
    const ticked = [...history.selected.value];
    return ticked.length > 0 || active === undefined ? ticked : [active.id];
  };
  const act: Readonly<Record<string, () => void>> = {
    Enter: () => active !== undefined && open(active),
    ' ': () => active !== undefined && history.toggle(active.id),
    p: () => active !== undefined && void curation.pin(active.id, !active.pinned),
    b: () => active !== undefined && void curation.baseline(active.baseline ? null : active.id),
    t: () => askTags(app, chosen(), `Tag ${plural(chosen().length, 'run')}`),
    Delete: () => void curation.trash(chosen()),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: activeAt + 1,
      ArrowUp: activeAt - 1,
      PageDown: activeAt + page,
      PageUp: activeAt - page,
      Home: 0,
      End: rows.length - 1,
    };
    const target = moves[event.key];
    // A head's own button keeps its keys.
    const onButton = event.target instanceof HTMLButtonElement;
    if (control && event.key === 'a' && history.isCurrent()) {
      history.selected.value = new Set(rows.map(({ id }) => id));
    } else if (control && event.key === 'z') void curation.undo();
    else if (control || onButton) return;
    else if (target !== undefined) moveTo(target, event.shiftKey);
    else if (act[event.key] !== undefined) {
      if (history.isCurrent()) act[event.key]?.();
    } else return;
    event.preventDefault();
  };
  const inSight = rows.slice(first, last + 1).map((row, i) => ({ row, at: first + i }));
  // The row that the grid names exists, wherever the wheel has gone.
  const cursor = active === undefined ? [] : [{ row: active, at: activeAt }];
  const drawn = [
    ...(activeAt < first ? cursor : []),
    ...inSight,
    ...(activeAt > last ? cursor : []),
  ];
  const draw = useKeptRows(shown, open);
  const template = [`${tickWidth}px`, ...shown.map(({ width }) => width)].join(' ');
  const minWidth = shown.reduce((sum, each) => sum + each.minWidth, tickWidth);
  return (
    <div
      ref={scroller}
      class={wrong ? 'grid stale' : 'grid'}
      // Rows of another query than the one that is written: seen, and nothing more.
      inert={wrong}
      role="grid"
      tabIndex={0}
      aria-label="Runs: arrows move, Space ticks, Enter opens, P pins, T tags, Delete deletes"
      aria-rowcount={(history.total.value ?? rows.length) + 1}
      aria-multiselectable="true"
      aria-busy={history.loading.value}
      aria-activedescendant={active === undefined ? undefined : `run-${active.id}`}
      onKeyDown={onKeyDown}
    >
      <div
        class="grid-space"
        role="presentation"
        style={{ height: `${totalHeight}px`, minWidth: `${minWidth}px`, '--columns': template }}
      >
        <div role="row" class="grid-row grid-head" aria-rowindex={1}>
          <span role="columnheader">
            <span class="visually-hidden">Ticked</span>
          </span>
          {shown.map((column) => (
            <Head key={column.id} column={column} />
          ))}
        </div>
        {draw(drawn, startOf, active?.id ?? '')}
      </div>
    </div>
  );
}

type Drawn = { readonly row: HistoryRow; readonly at: number };
type Kept = { readonly place: number; readonly given: readonly unknown[]; readonly node: VNode };

/**
 * Draws rows. A row of which nothing changed is given as the very element that it was before, which spares looking
 * through its cells. A run keeps the element that it is written into; one that comes into sight, by scrolling or in
 * another order, is written into the element of one that has gone. So a deletion moves rows and rewrites none.
 */
function useKeptRows(
  columns: readonly Column[],
  open: (row: HistoryRow) => void,
): (drawn: readonly Drawn[], startOf: (index: number) => number, active: string) => VNode[] {
  const kept = useRef(new Map<string, Kept>());
  const latest = useRef(open);
  latest.current = open;
  const ids = columns.map(({ id }) => id).join(' ');
  const known = useMemo(() => ({ columns, open: (row: HistoryRow) => latest.current(row) }), [ids]);
  return (drawn, startOf, active) => {
    const before = kept.current;
    const here = new Set(drawn.map(({ row }) => row.id));
    const free = [...before].flatMap(([id, { place }]) => (here.has(id) ? [] : [place]));
    const used = new Set([...before.values()].map(({ place }) => place));
    let more = 0;
    const another = () => {
      while (used.has(more)) more += 1;
      used.add(more);
      return more;
    };
    const now = new Map<string, Kept>();
    kept.current = now;
    return drawn.map(({ row, at }) => {
      const given = [row, at, startOf(at), row.id === active, known];
      const found = before.get(row.id);
      if (found?.given.every((each, i) => each === given[i]) === true) {
        now.set(row.id, found);
        return found.node;
      }
      const place = found?.place ?? free.shift() ?? another();
      const node = (
        <Row
          key={place}
          row={row}
          columns={known.columns}
          index={at}
          top={startOf(at)}
          active={row.id === active}
          open={known.open}
        />
      );
      now.set(row.id, { place, given, node });
      return node;
    });
  };
}

function Head({ column }: { readonly column: Column }) {
  const { history } = useApp();
  const { by, descending } = history.order.value;
  const sorted = column.order === by;
  const { order } = column;
  return (
    <span
      role="columnheader"
      class={column.numeric === true ? 'number' : undefined}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {order === undefined ? (
        column.title
      ) : (
        <button
          type="button"
          class="sort"
          onClick={() =>
            history.setOrder({
              by: order,
              // Newest first is what people mean, and the largest speedup; names begin at A.
              descending: sorted
                ? !descending
                : order === 'created' || order === 'cases' || order === 'speedup',
            })
          }
        >
          {column.title}
        </button>
      )}
    </span>
  );
}

type Props = {
  readonly row: HistoryRow;
  readonly columns: readonly Column[];
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly open: (row: HistoryRow) => void;
};

function Row({ row, columns, index, top, active, open }: Props) {
  const { history } = useApp();
  const ticked = history.selected.value.has(row.id);
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <span
          key={column.id}
          role="gridcell"
          class={column.numeric === true ? 'number' : `cell-${column.id}`}
        >
          {column.cell(row)}
        </span>
      )),
    [columns, row],
  );
  const onClick = (event: MouseEvent) => {
    history.active.value = row.id;
    const onBox = event.target instanceof Element && event.target.matches('.tick, .tick *');
    if (onBox || event.ctrlKey || event.metaKey) history.toggle(row.id);
    else open(row);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the grid, which keeps the focus
    <div
      id={`run-${row.id}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={ticked}
      class={active ? 'grid-row active' : 'grid-row'}
      style={{ top: `${top}px` }}
      onClick={onClick}
    >
      <span role="gridcell" class="tick">
        <span class={ticked ? 'tick-box ticked' : 'tick-box'}>{ticked ? '✓' : ''}</span>
      </span>
      {cells}
    </div>
  );
}
