import { badInput } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import type { FigureView } from '../../contract/procedures/figures.ts';

type AxisName = 'x' | 'y';

/**
 * The figure with the title, caption and axes that a user wants. A caption of the user's own is followed by the
 * figure's: what centre and bar are has to be said.
 *
 * @throws BreakevenError `bad-input` for an axis that cannot be so.
 */
export function withView(spec: FigureSpec, view: FigureView | undefined): FigureSpec {
  if (view === undefined) return spec;
  const { title, caption } = view;
  const viewed = { ...spec, x: axisOf(spec, view, 'x'), y: axisOf(spec, view, 'y') };
  refuseEmpty(viewed, 'x');
  refuseEmpty(viewed, 'y');
  const captions = caption === undefined || caption.trim() === '' ? [] : [sentence(caption)];
  return {
    ...viewed,
    ...(title === undefined ? {} : { title }),
    caption: [...captions, spec.caption, ...cuts(viewed, view)].join(' '),
  };
}

/** Ends between which nothing lies make no figure. */
function refuseEmpty(spec: FigureSpec, name: AxisName): void {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = spec[name];
  if (spec[name].scale === 'category' || (min === -Infinity && max === Infinity)) return;
  const reach = spec.series.flatMap((each): (readonly [number, number])[] => {
    if (each.mark === 'box') {
      return each.boxes.map((box) => (name === 'x' ? [box.x, box.x] : [box.min, box.max]));
    }
    const drawn = each.points.map((point) => point[name]).filter(Number.isFinite);
    // A line is seen wherever it passes, a bar from its foot on.
    if (drawn.length === 0) return [];
    const foot = each.mark === 'bar' && name === 'y' ? [0] : [];
    return [[Math.min(...drawn, ...foot), Math.max(...drawn, ...foot)]];
  });
  if (reach.length === 0 || reach.some(([low, high]) => low <= max && high >= min)) return;
  const low = Math.min(...reach.map(([from]) => from));
  const high = Math.max(...reach.map(([, to]) => to));
  throw badInput(
    `${name}: no data between ${min} and ${max}; the figure covers ${short(low)} to ${short(high)}`,
  );
}

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** Notes for a cut axis: that it does not begin at zero, and how many points are outside. */
function cuts(spec: FigureSpec, view: FigureView): readonly string[] {
  const { x, y, series } = spec;
  const start = view.y?.min;
  const shortened =
    y.scale === 'linear' && start !== undefined && start > 0
      ? [`The vertical axis begins at ${start}, not at zero.`]
      : [];
  if (view.x === undefined && view.y === undefined) return shortened;
  const beyond = (axis: FigureSpec[AxisName], value: number) =>
    axis.scale !== 'category' &&
    ((axis.min !== undefined && value < axis.min) || (axis.max !== undefined && value > axis.max));
  const places = series.flatMap((each) =>
    each.mark === 'box'
      ? each.boxes.map((box) => [box.x, box.median] as const)
      : each.points.map((point) => [point.x, point.y] as const),
  );
  const outside = places.filter(([px, py]) => beyond(x, px) || beyond(y, py)).length;
  return outside === 0
    ? shortened
    : [...shortened, `${outside} of ${places.length} points are outside the axes.`];
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function axisOf(spec: FigureSpec, view: FigureView, name: AxisName): FigureSpec[AxisName] {
  const axis = spec[name];
  const wanted = view[name];
  if (wanted === undefined) return axis;
  const { label, scale, min, max } = wanted;
  const labelled = label === undefined || label.trim() === '' ? axis : { ...axis, label };
  if (axis.scale === 'category') {
    if (scale === undefined && min === undefined && max === undefined) return labelled;
    throw badInput(`${name}: this axis is categorical: it has neither a scale nor limits`);
  }
  const next = { ...labelled, ...(scale === undefined ? {} : { scale }) };
  if (next.scale === 'log') refuseLog(spec, name, [min, max]);
  const ends = {
    ...next,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
  const bars = spec.series.some(({ mark }) => mark === 'bar');
  if (bars && name === 'y' && min !== undefined && min !== 0) {
    throw badInput(`y: bars start at zero, not at ${min}`);
  }
  if (ends.min !== undefined && ends.max !== undefined && !(ends.min < ends.max)) {
    throw badInput(`${name}: the maximum ${ends.max} must be above the minimum ${ends.min}`);
  }
  return ends;
}

/** A logarithmic axis has no place for zero or below. */
function refuseLog(spec: FigureSpec, name: AxisName, ends: readonly (number | undefined)[]): void {
  const bars = spec.series.some(({ mark }) => mark === 'bar');
  if (bars && name === 'y') {
    throw badInput('y: bars start at zero, so their axis is linear');
  }
  const drawn = spec.series.flatMap((series) =>
    series.mark === 'box'
      ? series.boxes.map((box) => (name === 'x' ? box.x : box.min))
      : series.points.map((point) => point[name]),
  );
  const low = [...drawn, ...ends].find((value) => value !== undefined && value <= 0);
  if (low === undefined) return;
  throw badInput(`${name}: a logarithmic axis cannot show ${low}`);
}
