import type { FigureSpec } from '../../src-main/contract/figure.ts';

type Axis = FigureSpec['x'];

/** Whether an axis can be drawn on both scales: it measures something, and all of it is above zero. */
function turnable(spec: FigureSpec, which: 'x' | 'y'): boolean {
  if (spec[which].scale === 'category') return false;
  return spec.series.every((series) =>
    series.mark === 'box'
      ? series.boxes.every((box) => (which === 'x' ? box.x : box.min) > 0)
      : series.mark === 'line' && series.points.every((point) => point[which] > 0),
  );
}

/** Whether the figure can change between logarithmic and linear axes. */
export function canToggleScale(spec: FigureSpec): boolean {
  return spec.series.length > 0 && turnable(spec, 'y');
}

const onScale = (axis: Axis, scale: 'log' | 'linear'): Axis => ({ ...axis, scale });

/** The figure on the other scale, without the series that the reader hid, by label. */
export function prepare(
  spec: FigureSpec,
  hidden: ReadonlySet<string>,
  scale: 'log' | 'linear' | null,
): FigureSpec {
  return {
    ...spec,
    x: scale !== null && turnable(spec, 'x') ? onScale(spec.x, scale) : spec.x,
    y: scale !== null && turnable(spec, 'y') ? onScale(spec.y, scale) : spec.y,
    ...withoutHidden(spec, hidden),
  };
}

/** Series and break-evens that are left; the rest of the figure's words come from the host. */
function withoutHidden(
  { series, bands }: FigureSpec,
  hidden: ReadonlySet<string>,
): Pick<FigureSpec, 'series' | 'bands'> {
  const left = series.filter(({ label }) => !hidden.has(label));
  const gone = new Set(series.filter(({ label }) => hidden.has(label)).map(({ key }) => key));
  return {
    series: left,
    bands: bands.filter(({ series: own }) => own === undefined || !gone.has(own)),
  };
}
