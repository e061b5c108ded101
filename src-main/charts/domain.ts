import type { FigureSpec } from '../contract/figure.ts';

export type Domain = { readonly min: number; readonly max: number };

const finite = (value: number | null): value is number => value !== null && Number.isFinite(value);

/** Values that an axis must hold, and ends of intervals that it holds as far as they do not squeeze the values. */
type Extent = { readonly values: readonly number[]; readonly ends: readonly number[] };

function extentOf(spec: FigureSpec, axis: 'x' | 'y'): Extent {
  const values: number[] = [];
  const ends: number[] = [];
  for (const series of spec.series) {
    if (series.mark === 'box') {
      for (const box of series.boxes) {
        values.push(...(axis === 'x' ? [box.x] : [...box.whiskers, ...box.outliers]));
      }
    } else {
      for (const point of series.points) {
        values.push(axis === 'x' ? point.x : point.y);
        ends.push(...(axis === 'x' ? [] : [point.lo, point.hi].filter(finite)));
      }
    }
  }
  return { values: values.filter(Number.isFinite), ends };
}

/** How far intervals may stretch an axis: by this factor, or this many times the values' own range. */
const maxFactor = 20;
const maxRanges = 1.5;

function held({ values, ends }: Extent, log: boolean): readonly number[] {
  const usable = log ? values.filter((value) => value > 0) : values;
  if (usable.length === 0) {
    return usable;
  }
  const min = Math.min(...usable);
  const max = Math.max(...usable);
  const room = Math.max(max - Math.min(0, min), Math.abs(max)) * maxRanges;
  const floor = log ? min / maxFactor : min - room;
  const peak = log ? max * maxFactor : max + room;
  const within = ends
    .filter((end) => !log || end > 0)
    .map((end) => Math.max(floor, Math.min(peak, end)));
  return [...usable, ...within];
}

/** Heights of stacked bars at each place. */
function stackTops(spec: FigureSpec): readonly number[] {
  const tops = new Map<number, number>();
  for (const series of spec.series) {
    if (series.mark === 'bar') {
      for (const { x, y } of series.points) {
        tops.set(x, (tops.get(x) ?? 0) + y);
      }
    }
  }
  return [...tops.values()];
}

function logDomain(values: readonly number[]): Domain {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) {
    return { min: 1, max: 10 };
  }
  const min = Math.min(...positive);
  const max = Math.max(...positive);
  const decades = Math.log10(max / min);
  const pad = decades < 0.15 ? 0.3 : Math.max(0.06, decades * 0.04);
  return { min: min / 10 ** pad, max: max * 10 ** pad };
}

function linearDomain(values: readonly number[], fromZero: boolean, tight: boolean): Domain {
  if (values.length === 0) {
    return { min: 0, max: 1 };
  }
  let min = Math.min(...values);
  let max = Math.max(...values);
  if (fromZero) {
    min = Math.min(0, min);
    max = Math.max(0, max);
  }
  if (min === max) {
    const half = Math.abs(min) * 0.5 || 0.5;
    return fromZero ? { min: 0, max: max * 1.2 || 1 } : { min: min - half, max: max + half };
  }
  const pad = tight ? 0 : (max - min) * 0.05;
  return {
    min: fromZero && min === 0 ? 0 : min - pad,
    max: fromZero && max === 0 ? 0 : max + pad,
  };
}

/**
 * Ends of an axis. Linear vertical axes start at zero, so that lengths can be compared; steps fill their horizontal
 * axis. Very wide intervals are cut at the ends of the axis (and drawn with an arrow) instead of squeezing the values.
 * Fixed ends of the specification go first.
 */
export function axisDomain(spec: FigureSpec, axis: 'x' | 'y'): Domain {
  const { scale, min, max, categories = [] } = spec[axis];
  if (scale === 'category') {
    return { min: min ?? -0.5, max: max ?? Math.max(1, categories.length) - 0.5 };
  }
  const values =
    axis === 'y' && spec.stacked === true
      ? stackTops(spec)
      : held(extentOf(spec, axis), scale === 'log');
  const steps = spec.series.some((series) => series.mark === 'step');
  const natural =
    scale === 'log' ? logDomain(values) : linearDomain(values, axis === 'y', axis === 'x' && steps);
  return { min: min ?? natural.min, max: max ?? natural.max };
}
