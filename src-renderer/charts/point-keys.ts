import type { Chart } from 'chart.js';
import { useRef, useState } from 'preact/hooks';
import { describePoint } from '../../src-main/charts/index.ts';
import type { FigureSpec } from '../../src-main/contract/figure.ts';

/** A point that was chosen: its series, its place, and its run where points are runs. */
export type Point = { readonly label: string; readonly x: number; readonly run?: string };

type Place = { readonly series: number; readonly point: number };

const xsOf = (spec: FigureSpec, at: number): readonly number[] => {
  const series = spec.series[at];
  return series === undefined
    ? []
    : (series.mark === 'box' ? series.boxes : series.points).map(({ x }) => x);
};

/** Where a key leads: left and right along a series, up and down to the nearest point of another; null for other keys. */
export function nextPlace(spec: FigureSpec, from: Place | null, key: string): Place | null {
  const filled = spec.series.flatMap((_, at) => (xsOf(spec, at).length > 0 ? [at] : []));
  const first = filled[0];
  if (first === undefined || !/^(Arrow\w+|Home|End)$/.test(key)) return null;
  if (from === null) return { series: first, point: 0 };
  const xs = xsOf(spec, from.series);
  const clamp = (point: number) => Math.max(0, Math.min(xs.length - 1, point));
  const along = { ArrowLeft: from.point - 1, ArrowRight: from.point + 1, Home: 0, End: xs.length };
  if (key in along) return { ...from, point: clamp(along[key as keyof typeof along]) };
  const step = key === 'ArrowDown' ? 1 : -1;
  const series = filled[filled.indexOf(from.series) + step] ?? from.series;
  const x = xs[from.point] ?? 0;
  const others = xsOf(spec, series);
  const distances = others.map((other) => Math.abs(other - x));
  return { series, point: distances.indexOf(Math.min(...distances)) };
}

/** Arrow keys go from point to point of a chart in focus, and say each; Enter opens it. */
export function usePointKeys(
  chart: { readonly current: Chart | null },
  spec: FigureSpec,
  open: ((point: Point) => void) | undefined,
) {
  const at = useRef<Place | null>(null);
  const [said, say] = useState('');
  const onKeyDown = (event: KeyboardEvent) => {
    const drawn = chart.current;
    if (drawn === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const held = at.current;
    const series = held === null ? undefined : spec.series[held.series];
    if (event.key === 'Enter' && held !== null && series !== undefined && series.mark !== 'box') {
      const { x, run } = series.points[held.point] ?? {};
      if (x !== undefined)
        open?.({ label: series.label, x, ...(run === undefined ? {} : { run }) });
      return;
    }
    const next = nextPlace(spec, held, event.key);
    if (next === null) return;
    event.preventDefault();
    at.current = next;
    say(describePoint(spec, next.series, next.point));
    const active = [{ datasetIndex: next.series, index: next.point }];
    drawn.setActiveElements(active);
    drawn.tooltip?.setActiveElements(active, { x: 0, y: 0 });
    drawn.update('none');
  };
  return { onKeyDown, said };
}
