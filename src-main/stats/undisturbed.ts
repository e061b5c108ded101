/** Undisturbed repetitions from which on the others are left out. */
export const minUndisturbed = 2;

/**
 * What estimates and verdicts are made from: the repetitions that nothing disturbed, where there are at least two of
 * them, else all.
 */
export function undisturbed<Part extends { readonly disturbed?: string | undefined }>(
  repetitions: readonly Part[],
): readonly Part[] {
  const quiet = repetitions.filter(({ disturbed }) => disturbed === undefined);
  return quiet.length >= minUndisturbed ? quiet : repetitions;
}
