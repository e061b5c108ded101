import type { StoredCase } from './run.ts';

/** The attribute of a case that holds the SHA-256 of the bytes of its input, in their order. */
export const inputHashAttribute = 'inputSha256';

/** Null where the axes alone describe the problem, or nobody recorded it. */
export function inputHashOf({ attributes }: Pick<StoredCase, 'attributes'>): string | null {
  const value = attributes[inputHashAttribute];
  return typeof value === 'string' ? value : null;
}
