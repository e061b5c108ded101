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
