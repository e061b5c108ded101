import type { Repetition } from '../contract/run.ts';
import { disturbedMark } from '../contract/target.ts';

/** Undisturbed repetitions from which on the others are left out. */
export const minUndisturbed = 3;

/**
 * What estimates and verdicts are made from: the repetitions that nothing disturbed, where there are at least three of
 * them, else all.
 */
export function undisturbed<Part extends { readonly disturbed?: string | undefined }>(
  repetitions: readonly Part[],
): readonly Part[] {
  const quiet = repetitions.filter(({ disturbed }) => disturbed === undefined);
  return quiet.length >= minUndisturbed ? quiet : repetitions;
}

/** Where disturbed repetitions count, as there are too few others, or where they are most of all. */
export function disturbedWarning(repetitions: readonly Repetition[]): string | null {
  const reasons = repetitions.flatMap((each) => each.disturbed ?? []);
  const others = repetitions.length - reasons.length;
  if (reasons.length === 0 || (others >= minUndisturbed && others >= reasons.length)) return null;
  return `${disturbedMark}${reasons.at(-1)} (${reasons.length} of ${repetitions.length} repetitions)`;
}
