import { isNumeric, type NumericAxis } from '../../contract/axis-values.ts';
import { badInput } from '../../contract/failure.ts';
import type { Descriptor } from '../../contract/run.ts';
import type { Axis, Scalar } from '../../contract/workload.ts';

/** First values of a range: both ends and as many between. */
const firstTrials = 5;
/** A bracket this part of the whole range is narrow enough. */
const narrow = 0.02;

/**
 * Values to begin with: every choice of a choice, and of a number both ends of its range and points spread between
 * them (evenly, or by equal factors where the axis is logarithmic).
 *
 * @throws BreakevenError `bad-input` for a parameter that cannot be searched.
 */
export function firstValues(axis: Axis): readonly Scalar[] {
  switch (axis.type) {
    case 'choice':
      return axis.choices.map(({ id }) => id);
    case 'flag':
      return [false, true];
    case 'integer':
    case 'real': {
      const part = (i: number): number => i / (firstTrials - 1);
      const points = Array.from({ length: firstTrials }, (_, i) => pointsAt(axis, part(i))[0]);
      return [...new Set(points.filter((point) => point !== undefined))];
    }
    case 'text':
      throw badInput(`${axis.id} is a text and cannot be searched`);
  }
}

/** The parameter's axis, as the variant or its workload describes it. */
export function tunedAxis(descriptor: Descriptor, parameter: string): Axis {
  const axes = [...descriptor.variant.parameters, ...descriptor.workload.axes];
  const axis = axes.find(({ id }) => id === parameter);
  if (axis !== undefined) return axis;
  const known = axes.map(({ id }) => id).join(', ');
  throw badInput(`${descriptor.variant.id} has no parameter "${parameter}"; it takes ${known}`);
}

/** The middle between two values, or a quarter where the middle was tried in vain; null in a narrow or empty bracket. */
export function valueBetween(
  axis: Axis,
  best: number,
  side: number,
  tried: ReadonlySet<Scalar>,
): number | null {
  if (!isNumeric(axis)) return null;
  const [here, there] = [partOf(axis, best), partOf(axis, side)];
  if (Math.abs(here - there) <= narrow) return null;
  const [low, high] = [Math.min(best, side), Math.max(best, side)];
  const places = [0.5, 0.25, 0.75].flatMap((part) => pointsAt(axis, here + (there - here) * part));
  return places.find((value) => value > low && value < high && !tried.has(value)) ?? null;
}

/** Which end of its range a value is; null where it is inside, or where there is no range. */
export function edgeOf(axis: Axis, value: Scalar): 'lower' | 'upper' | null {
  if (!isNumeric(axis) || typeof value !== 'number') return null;
  const [low, high] = ends(axis);
  return value <= low ? 'lower' : value >= high ? 'upper' : null;
}

/** Where in its range a value lies, from 0 to 1, in the scale of the axis. */
function partOf(axis: NumericAxis, value: number): number {
  const [low, high] = ends(axis);
  if (axis.scale === 'log') return Math.log(value / low) / Math.log(high / low);
  return (value - low) / (high - low);
}

/** Values at a place of the range, the better guess first. */
function pointsAt(axis: NumericAxis, part: number): readonly number[] {
  const [low, high] = ends(axis);
  const value = axis.scale === 'log' ? low * (high / low) ** part : low + (high - low) * part;
  if (axis.type === 'real') return [Number(value.toPrecision(6))];
  // Blocks are made of warps: other sizes leave lanes idle, and many kernels refuse them.
  const step = axis.id === 'blockSize' && low % 32 === 0 ? 32 : 1;
  const inside = (one: number): number => Math.min(high, Math.max(low, one));
  const near = inside(Math.round(value / step) * step);
  // Trees over a block ask for powers of two.
  const powers =
    axis.scale === 'log' && [low, high].every((end) => Number.isInteger(Math.log2(end)));
  return powers ? [inside(2 ** Math.round(Math.log2(value))), near] : [near];
}

/** Zero threads mean all, and a range to thousands of threads would be searched where nothing is. */
function ends(axis: NumericAxis): readonly [number, number] {
  if (axis.id === 'threads') return [1, Math.max(2, axis.default * 2)];
  return [axis.scale === 'log' ? Math.max(axis.min, 1) : axis.min, axis.max];
}
