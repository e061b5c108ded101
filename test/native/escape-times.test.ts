import { describe, expect, it } from 'vitest';
import { openPart } from './native-addons.ts';
import { secondPicture } from './second-mandelbrot.ts';

type Line = {
  readonly first: number;
  readonly count: number;
  readonly dx: number;
  readonly xmin: number;
  readonly cy: number;
  readonly maxiter: number;
};

const { escapeTimes } = openPart<{
  escapeTimes: (instructions: string, line: Line) => readonly number[] | null;
}>('escape');

/** The same points by the second implementation, as the only row of a picture; 0 there is maxiter. */
function expected({ first, count, dx, xmin, cy, maxiter }: Line): readonly number[] {
  const xres = first + count;
  const rectangle = [xmin, xmin + dx * xres, cy, cy + 1] as const;
  const pixels = secondPicture({ xres, yres: 1, maxiter, rectangle });
  return [...pixels.slice(first)].map((pixel) => (pixel === 0 ? maxiter : pixel));
}

/** Steps of binary fractions, so that both give a point the same c. */
const lines: readonly Line[] = [
  // Long and short points next to each other, ends of vectors, and no point at all outside.
  ...[1, 7, 8, 31, 32, 33, 321].map((count) => line({ count })),
  ...[1, 2, 8, 9, 10, 24, 25, 72, 73, 74, 1000].map((maxiter) => line({ count: 97, maxiter })),
  line({ count: 64, dx: 2 ** -12, xmin: -0.125, cy: 0.0625, maxiter: 500 }),
  // The real axis to its end at -2, where an orbit keeps its distance of 2 for ever.
  line({ count: 300, dx: 2 ** -6, xmin: -2.5, cy: 0 }),
  line({ count: 64, dx: 2 ** -30, xmin: -2, cy: 2 ** -40 }),
  // So near the axis that products lose their last bits.
  line({ count: 97, dx: 2 ** -8, xmin: -1.875, cy: 3 * 2 ** -1074, maxiter: 3000 }),
  line({ count: 200, first: 100, dx: 2 ** -6, xmin: -4, cy: -0.5 }),
];

function line(some: Partial<Line> & { readonly count: number }): Line {
  return { first: 0, dx: 2 ** -7, xmin: -2, cy: 0.25, maxiter: 200, ...some };
}

describe.each(['avx512', 'avx2', 'baseline'])('escape times by %s', (instructions) => {
  if (escapeTimes(instructions, line({ count: 1 })) === null) {
    it.skip('this processor does not have it', () => undefined);
    return;
  }
  it.each(lines)('$count points, $maxiter steps, height $cy', (each) => {
    expect(escapeTimes(instructions, each)).toEqual(expected(each));
  });
});
