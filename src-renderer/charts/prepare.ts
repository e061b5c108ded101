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

/** The figure on the other scale, without the series that the reader hid. */
export function prepare(
  spec: FigureSpec,
  hidden: ReadonlySet<string>,
  scale: 'log' | 'linear' | null,
): FigureSpec {
  return {
    ...spec,
    x: scale !== null && turnable(spec, 'x') ? onScale(spec.x, scale) : spec.x,
    y: scale !== null && turnable(spec, 'y') ? onScale(spec.y, scale) : spec.y,
    series: spec.series.filter(({ key }) => !hidden.has(key)),
  };
}
