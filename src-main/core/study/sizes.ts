import { agree } from '../../contract/case-names.ts';
import type { Scalar, Values } from '../../contract/workload.ts';

/** The sizes that a study measured, each by the axes that make it one: `{ xres: 256, yres: 256 }`. */
export type Sizes = readonly Values[];

/** Ends of numeric axes. */
export type Where = Readonly<
  Record<string, { readonly atLeast?: number; readonly atMost?: number }>
>;

/** Whether each axis that a value is given for lies between its ends. */
export function liesIn(values: Values, where: Where): boolean {
  return Object.entries(where).every(([axis, { atLeast, atMost }]) => {
    const value = values[axis];
    if (typeof value !== 'number') return true;
    return value >= (atLeast ?? value) && value <= (atMost ?? value);
  });
}

export function isOneOf(values: Values, sizes: Sizes): boolean {
  return sizes.some((size) => agree(values, size));
}

/**
 * Whether a case lies inside the range of these sizes: no number below the smallest or above the largest, no word but
 * theirs, and a square where all of them are squares. An axis that the case does not take says nothing.
 */
export function isWithin(values: Values, sizes: Sizes): boolean {
  const axes = Object.keys(sizes[0] ?? {});
  const isLinked = (a: string, b: string): boolean =>
    sizes.every((size) => typeof size[a] === 'number' && size[a] === size[b]);
  return (
    sizes.length > 0 &&
    axes.every((a) => {
      const value = values[a];
      if (value === undefined) return true;
      const linked = axes.filter((b) => values[b] !== undefined && isLinked(a, b));
      return isBetween(value, valuesOf(sizes, a)) && linked.every((b) => values[b] === value);
    })
  );
}

function valuesOf(sizes: Sizes, axis: string): readonly Scalar[] {
  return sizes.flatMap((size) => size[axis] ?? []);
}

function isBetween(value: Scalar, known: readonly Scalar[]): boolean {
  if (known.includes(value)) return true;
  if (typeof value !== 'number') return false;
  const numbers = known.filter((one) => typeof one === 'number');
  return value >= Math.min(...numbers) && value <= Math.max(...numbers);
}

export function lackingSizes(sizes: Sizes, measured: readonly Values[]): Sizes {
  return sizes.filter((size) => !measured.some((values) => agree(values, size)));
}

const maxNamed = 8;

/** `xres = 256, 512, 1024`: by the axis that distinguishes them. */
export function sizesText(sizes: Sizes): string {
  const axes = Object.keys(sizes[0] ?? {});
  const axis = axes.find((one) => new Set(valuesOf(sizes, one)).size === sizes.length) ?? axes[0];
  if (axis === undefined) return '';
  const all = valuesOf(sizes, axis);
  const more = all.length > maxNamed ? ` and ${all.length - maxNamed} more` : '';
  return `${axis} = ${all.slice(0, maxNamed).join(', ')}${more}`;
}

/** `n at least 1000000; bins = 8, 32`: what a claim is about, as far as sizes and ends of axes say. */
export function claimedText(sizes: Sizes, where: Where): string {
  const ends = Object.entries(where)
    .filter(([axis]) => !sizes.some((size) => axis in size))
    .map(([axis, { atLeast, atMost }]) => {
      if (atMost === undefined) return `${axis} at least ${atLeast}`;
      return `${axis} ${atLeast === undefined ? `at most` : `from ${atLeast} to`} ${atMost}`;
    });
  return [...ends, ...(sizes.length === 0 ? [] : [sizesText(sizes)])].join('; ');
}
