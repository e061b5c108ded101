import type { Scalar, Values } from '../../src-main/contract/workload.ts';
import { useApp } from './context.ts';
import { hrefOf, type ViewParameters, withView } from './route.ts';

/** Parts of the workspace that the address holds. */
export type ViewPart =
  | 'scope'
  | 'workload'
  | 'at'
  | 'over'
  | 'figure'
  | 'spread'
  | 'roof'
  | 'by'
  | 'lines'
  | 'hide'
  | 'zoom'
  | 'case'
  | 'pane'
  | 'verdict'
  | 'filter'
  | 'published'
  | 'build'
  | 'code'
  | 'from'
  | 'show'
  | 'of'
  | 'axes'
  | 'sort'
  | 'change'
  | 'build-only'
  | 'as'
  | 'variant'
  | 'against'
  | 'between'
  | 'n'
  | 'pair'
  | 'rate'
  | 'stays';

/** The workspace of the screen that is shown. */
export function useViewParameters(): ViewParameters {
  const route = useApp().route.value;
  return route.view ?? {};
}

/** One part of the workspace and its setter, which is a step of the history unless `quiet`: back takes it back. */
export function useView(
  part: ViewPart,
  { quiet = false }: { readonly quiet?: boolean } = {},
): readonly [string, (value: string | null) => void] {
  const app = useApp();
  const value = useViewParameters()[part] ?? '';
  const set = (next: string | null) => {
    const before = app.route.peek();
    const after = withView(before, { [part]: next });
    if (hrefOf(after) === hrefOf(before)) return;
    if (quiet) app.replace(after);
    else app.go(after);
  };
  return [value, set];
}

/** Series that are hidden on every figure of the screen, by label. */
export function useHidden(): readonly [ReadonlySet<string>, (label: string) => void] {
  const [text, set] = useView('hide');
  const hidden = new Set(text === '' ? [] : text.split('|'));
  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    set([...next].join('|'));
  };
  return [hidden, toggle];
}

/** The chosen point of a sweep as text: `bins=64;distribution=uniform`. */
export function pointText(values: Values): string {
  return Object.entries(values)
    .map(([axis, value]) => `${axis}=${value}`)
    .join(';');
}

/** Reads it back; values get the type that the cases have, and one that no case has is left out. */
export function readPoint(text: string, all: readonly Values[]): Values {
  const found: Record<string, Scalar> = {};
  for (const part of text.split(';')) {
    const cut = part.indexOf('=');
    const [axis, wanted] = [part.slice(0, cut), part.slice(cut + 1)];
    const value = all.map((values) => values[axis]).find((one) => String(one) === wanted);
    if (cut > 0 && value !== undefined) found[axis] = value;
  }
  return found;
}

export type Zoom = { readonly min: number; readonly max: number };

export const zoomText = ({ min, max }: Zoom): string =>
  `${Number(min.toPrecision(6))}..${Number(max.toPrecision(6))}`;

/** The stretch of the horizontal axis that is shown; null: all of it. */
export function readZoom(text: string): Zoom | null {
  const [min = Number.NaN, max = Number.NaN] = text.split('..').map(Number);
  return Number.isFinite(min) && Number.isFinite(max) && min < max ? { min, max } : null;
}
