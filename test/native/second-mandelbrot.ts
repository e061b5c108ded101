import { createHash } from 'node:crypto';

/** A picture by its plane: columns, rows, most iterations, and xmin, xmax, ymin, ymax. */
export type SecondPicture = {
  readonly xres: number;
  readonly yres: number;
  readonly maxiter: number;
  readonly rectangle: readonly [number, number, number, number];
};

/**
 * A second implementation, written from the definition, by rows and with the orbit as a generator: z0 = 0, k counts
 * from 1 while k < maxiter and |z|^2 < 4; the pixel is 0 where k reached maxiter.
 */
export function secondPicture({ xres, yres, maxiter, rectangle }: SecondPicture): Float64Array {
  const [xmin, xmax, ymin, ymax] = rectangle;
  return Float64Array.from({ length: xres * yres }, (_, index) => {
    const row = Math.floor(index / xres);
    const column = index - row * xres;
    const re = column * ((xmax - xmin) / xres) + xmin;
    const im = row * ((ymax - ymin) / yres) + ymin;
    let steps = 0;
    for (const squared of orbit(re, im)) {
      if (steps + 1 >= maxiter) return 0;
      if (squared >= 4) break;
      steps += 1;
    }
    return steps + 1;
  });
}

/** |z|^2 of z0, z1, ... */
function* orbit(re: number, im: number): Generator<number> {
  let [a, b] = [0, 0];
  for (;;) {
    yield a * a + b * b;
    [a, b] = [a * a - b * b + re, 2 * a * b + im];
  }
}

export function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function binarised(values: Float64Array, threshold: number): Float64Array {
  return values.map((value) => (value >= threshold ? 255 : 0));
}

export function digestOf(values: Float64Array): string {
  return createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex');
}
