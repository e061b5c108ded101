import type { Axis, Values, Variant } from '../../../contract/workload.ts';
import type { Cost, Task } from '../script-variant.ts';

/** The rectangle xmin..xmax, ymin..ymax of the plane in xres * yres pixels. */
export type Picture = {
  readonly xres: number;
  readonly yres: number;
  readonly maxiter: number;
  readonly xmin: number;
  readonly xmax: number;
  readonly ymin: number;
  readonly ymax: number;
};

/** The picture of a case; the rectangle of a named view is an attribute of its answer. */
export function pictureOf({ values, expected }: Task): Picture {
  const bounds = String(expected.facts.rectangle).split(',').map(Number);
  const [xmin, xmax, ymin, ymax] = bounds;
  if (
    xmin === undefined ||
    xmax === undefined ||
    ymin === undefined ||
    ymax === undefined ||
    bounds.some(Number.isNaN)
  ) {
    throw new Error(`the rectangle of the picture is ${expected.facts.rectangle}`);
  }
  const { xres, yres, maxiter } = sizesOf(values);
  return { xres, yres, maxiter, xmin, xmax, ymin, ymax };
}

/** The cost that native variants declare: per pixel one store and 5 operations, per iteration 6 operations. */
export function pictureCost({ values, expected }: Task): Cost {
  const { xres, yres } = sizesOf(values);
  const pixels = xres * yres;
  const steps = Number(expected.facts.iterations);
  if (!(steps >= 0)) throw new Error(`the picture's iterations are ${expected.facts.iterations}`);
  return {
    bytesMoved: 8 * pixels,
    operations: 6 * steps + 5 * pixels,
    operationUnit: 'flop',
  };
}

/** The description that the variants of this folder share. */
export function describePicture(
  own: Pick<Variant, 'id' | 'title' | 'summary' | 'source'> & { readonly reason?: string | null },
  parameters: readonly Axis[] = [],
): Variant {
  const reason = own.reason ?? null;
  return {
    ...own,
    device: 'cpu',
    kind: 'study',
    parameters: [...parameters],
    spans: ['kernel', 'call', 'total'],
    available: reason === null,
    reason,
  };
}

function sizesOf(values: Values): { xres: number; yres: number; maxiter: number } {
  return {
    xres: Number(values.xres),
    yres: Number(values.yres),
    maxiter: Number(values.maxiter),
  };
}
