import { agree } from '../../contract/case-names.ts';
import type { Scalar, Values } from '../../contract/workload.ts';
import type { ClaimDefinition } from './definition.ts';

/** The sizes that a study measured, each by the axes that make it one: `{ xres: 256, yres: 256 }`. */
export type Sizes = readonly Values[];

/** Those of a study's sizes that a claim is about. */
export function sizesOfClaim(definition: ClaimDefinition): Sizes {
  const selected = [
    ...('of' in definition ? [definition.of.values] : []),
    ...('over' in definition ? [definition.over.values] : []),
  ];
  return definition.sizes.filter(
    (size) => liesIn(size, definition.where) && selected.every((values) => agree(size, values)),
  );
}

/** Whether each axis that a value is given for lies between its ends. */
export function liesIn(values: Values, where: ClaimDefinition['where']): boolean {
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
  const [first] = sizes;
  if (first === undefined) return false;
  const axes = Object.keys(first);
  const inside = axes.every((axis) => {
    const value = values[axis];
    return value === undefined || isBetween(value, of(sizes, axis));
  });
  return (
    inside &&
    linksOf(sizes, axes).every(
      ([a, b]) => values[a] === undefined || values[b] === undefined || values[a] === values[b],
    )
  );
}

function of(sizes: Sizes, axis: string): readonly Scalar[] {
  return sizes.flatMap((size) => size[axis] ?? []);
}

function isBetween(value: Scalar, known: readonly Scalar[]): boolean {
  if (known.includes(value)) return true;
  if (typeof value !== 'number') return false;
  const numbers = known.filter((one) => typeof one === 'number');
  return value >= Math.min(...numbers) && value <= Math.max(...numbers);
}

/** Axes with equal numbers at every size, as the sides of squares have. */
function linksOf(sizes: Sizes, axes: readonly string[]): readonly (readonly [string, string])[] {
  return axes.flatMap((a, i) =>
    axes
      .slice(i + 1)
      .filter((b) => sizes.every((size) => typeof size[a] === 'number' && size[a] === size[b]))
      .map((b) => [a, b] as const),
  );
}

export function lackingSizes(sizes: Sizes, measured: readonly Values[]): Sizes {
  return sizes.filter((size) => !measured.some((values) => agree(values, size)));
}

const maxNamed = 8;

/** `xres = 256, 512, 1024`: by the axis that distinguishes them. */
export function sizesText(sizes: Sizes): string {
  const axes = Object.keys(sizes[0] ?? {});
  const axis = axes.find((one) => new Set(of(sizes, one)).size === sizes.length) ?? axes[0];
  if (axis === undefined) return '';
  const all = of(sizes, axis);
  const named = all.slice(0, maxNamed).join(', ');
  const more = all.length - maxNamed;
  return `${axis} = ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `n at least 1000000; bins = 8, 32`: what a claim is about, as far as sizes and ends of axes say. */
export function claimedText(definition: ClaimDefinition): string {
  const sizes = sizesOfClaim(definition);
  const ends = Object.entries(definition.where)
    .filter(([axis]) => !sizes.some((size) => axis in size))
    .map(([axis, { atLeast, atMost }]) =>
      atMost === undefined
        ? `${axis} at least ${atLeast}`
        : atLeast === undefined
          ? `${axis} at most ${atMost}`
          : `${axis} from ${atLeast} to ${atMost}`,
    );
  return [...ends, ...(sizes.length === 0 ? [] : [sizesText(sizes)])].join('; ');
}
