import type { ComponentChildren } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { darkTheme, figureTable, lightTheme } from '../../src-main/charts/index.ts';
import { valueText } from '../../src-main/contract/axis-values.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';
import { numberText } from '../../src-main/contract/numbers.ts';
import { useView } from '../state/workspace.ts';
import { Button } from '../ui/button.tsx';
import { useDark } from '../ui/dark.ts';
import { unbroken } from '../ui/format.ts';
import { type Column, Table } from '../ui/table-box.tsx';
import { useWindow } from '../ui/use-window.ts';
import { ChartCanvas, type ChartTools } from './chart-canvas.tsx';
import { Legend } from './legend.tsx';
import { canToggleScale, prepare } from './prepare.ts';

function zoomed(spec: FigureSpec, zoom: { readonly min: number; readonly max: number } | null) {
  return zoom === null ? spec : { ...spec, x: { ...spec.x, ...zoom } };
}

/** Whether a figure is shown as a table, which the address of the screen says. */
function useAsTable(name: string): readonly [boolean, () => void] {
  const [text, set] = useView('as');
  const tables = new Set(text === '' ? [] : text.split('|'));
  const turn = () => {
    const next = new Set(tables);
    if (!next.delete(name)) next.add(name);
    set([...next].join('|'));
  };
  return [tables.has(name), turn];
}

/** A figure of the window: title, legend, picture or table, caption. The key L changes between log and linear axes. */
export function Figure({
  spec,
  name = spec.kind,
  reduced = null,
  selection,
  controls,
  small,
  large,
  tools,
  zoom = null,
  below,
  axes,
}: {
  readonly spec: FigureSpec;
  /** By which the address of a screen of several figures says which are tables. */
  readonly name?: string;
  /** The figure as the host makes it without the hidden series; null until it has come. */
  readonly reduced?: FigureSpec | null;
  /** Labels of hidden series where more than this figure knows of them. */
  readonly selection?: {
    readonly hidden: ReadonlySet<string>;
    readonly toggle: (label: string) => void;
  };
  readonly controls?: ComponentChildren;
  readonly tools?: ChartTools;
  /** The stretch of the horizontal axis that is shown; null: all. */
  readonly zoom?: { readonly min: number; readonly max: number } | null;
  /** Scale of the axes where it is shared; null: that of the figure. */
  readonly axes?: readonly ['log' | 'linear' | null, (scale: 'log' | 'linear') => void];
  /** Stands under the chart and shares its horizontal axis. */
  readonly below?: ComponentChildren;
  /** One of several on a screen. */
  readonly small?: boolean;
  /** What the screen is for: it is drawn as high as the window allows, and its legend stands below. */
  readonly large?: boolean;
}) {
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const [ownScale, setOwnScale] = useState<'log' | 'linear' | null>(null);
  const [scale, setScale] = axes ?? [ownScale, setOwnScale];
  const [asTable, turnTable] = useAsTable(name);
  const titleId = useId();
  const theme = useDark() ? darkTheme : lightTheme;
  const hidden = selection?.hidden ?? own;
  const told = [...hidden].sort().join('|');
  const seen = reduced ?? spec;
  const shown = useMemo(
    () => zoomed(prepare(seen, hidden, scale), zoom),
    [seen, told, scale, zoom?.min, zoom?.max],
  );
  const toggles = canToggleScale(spec);
  const logarithmic = (scale ?? spec.y.scale) === 'log';
  const turn = () => setScale(logarithmic ? 'linear' : 'log');

  useWindow('keydown', (event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const writing =
      event.target instanceof Element && event.target.matches('input, textarea, select');
    if (toggles && event.key === 'l' && plain && !writing) turn();
  });

  const toggle = (label: string) => {
    if (selection !== undefined) return selection.toggle(label);
    const next = new Set(own);
    if (!next.delete(label)) next.add(label);
    setOwn(next);
  };
  const legend = <Legend series={spec.series} hidden={hidden} toggle={toggle} theme={theme} />;
  const size = small === true ? 'figure small' : large === true ? 'figure large' : 'figure';
  return (
    <figure class={size} aria-labelledby={titleId}>
      <div class="figure-head">
        {/* Where a size is marked, the sentence, the fields and the axes around it say the same. */}
        <h2
          id={titleId}
          class={tools?.marker === undefined ? undefined : 'visually-hidden'}
          title={spec.title}
        >
          {spec.title}
        </h2>
        <div class="actions">
          {controls}
          {toggles ? (
            <Button tone="quiet" onClick={turn} hint="L">
              {logarithmic ? 'Linear axes' : 'Log axes'}
            </Button>
          ) : null}
          <Button tone="quiet" icon={asTable ? 'chart' : 'table'} onClick={turnTable}>
            {asTable ? 'View as chart' : 'View as table'}
          </Button>
        </div>
      </div>
      {asTable ? (
        <FigureTable spec={shown} />
      ) : (
        <>
          {large === true ? null : legend}
          <ChartCanvas spec={shown} theme={theme} summary={shown.summary} tools={tools} />
          {below}
          {large === true ? legend : null}
        </>
      )}
      <figcaption>
        {shown.summary === '' ? null : <p class="summary">{unbroken(shown.summary)}</p>}
        <Caption text={unbroken(shown.caption)} />
      </figcaption>
    </figure>
  );
}

/** The first sentence is seen, the others when they are asked for. */
function Caption({ text }: { readonly text: string }) {
  // Not after the point of an abbreviation.
  const end = /\p{L}{2}[.!?] /u.exec(text);
  if (end === null) return <p class="muted">{text}</p>;
  const cut = end.index + 3;
  return (
    <details class="caption">
      <summary class="muted">{text.slice(0, cut)}</summary>
      <p class="muted">{text.slice(cut + 1)}</p>
    </details>
  );
}

const cellText = (value: string | number | null): string => {
  if (value === null) return '–';
  return typeof value === 'number' && !Number.isInteger(value)
    ? numberText(Number(value.toPrecision(6)))
    : valueText(value);
};

/** The values of a figure in rows, for those who read numbers rather than pictures. */
function FigureTable({ spec }: { readonly spec: FigureSpec }) {
  const { columns, rows } = figureTable(spec);
  return (
    <Table
      label={`${spec.title}, as a table`}
      rows={rows}
      columns={columns.map(
        (title, i): Column<(typeof rows)[number]> => [
          title,
          (row) => cellText(row[i] ?? null),
          typeof rows[0]?.[i] === 'string' ? undefined : 'number',
        ],
      )}
    />
  );
}
