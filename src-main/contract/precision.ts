import type { StoredCase } from './run.ts';

/** Precisions of floating-point arithmetic, each with a peak of its own. */
export const precisions = ['FP64', 'FP32', 'FP16'] as const;
export type Precision = (typeof precisions)[number];

/** The precision of a case's arithmetic: labs say theirs, everything that comes with the product computes in double. */
export function precisionOf(attributes: StoredCase['attributes']): Precision {
  return precisions.find((one) => one === attributes.precision) ?? 'FP64';
}
