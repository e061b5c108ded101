import type { StoredCase } from './run.ts';

/** Operations per byte, as declared; null where the case declares no work of one kind. */
export function intensityOf({
  operations,
  bytesMoved,
}: Pick<StoredCase, 'operations' | 'bytesMoved'>): number | null {
  return operations !== null && bytesMoved !== null && operations > 0 && bytesMoved > 0
    ? operations / bytesMoved
    : null;
}

/** Intensities that differ by less than this factor would be one column of points on a roofline. */
const nearlyOne = 1.25;

/** Whether points of these intensities stand above each other, so that a roofline says nothing by its horizontal axis. */
export function sharedIntensity(intensities: readonly number[]): boolean {
  return intensities.length > 0 && Math.max(...intensities) < nearlyOne * Math.min(...intensities);
}
