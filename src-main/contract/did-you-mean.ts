/**
 * The candidate that a mistyped name most likely meant: the one with the smallest edit distance (insert,
 * delete, replace, swap neighbours), at most a third of its length; null when none is that near. A name that begins
 * with what was given counts as near.
 */
export function nearestName(given: string, candidates: readonly string[]): string | null {
  const wanted = given.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const ranked = candidates
    .map((name) => ({ name, edits: rank(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.name ?? null;
}

/** `; did you mean "x"?`, or what there is when nothing is near. */
export function hintFor(given: string, candidates: readonly string[]): string {
  const near = nearestName(given, candidates);
  if (near !== null) return `; did you mean "${near}"?`;
  // Two runs name what both have twice.
  const known = [...new Set(candidates)];
  return known.length === 0 ? '' : `; there are ${known.join(', ')}`;
}

function rank(wanted: string, name: string): number {
  return wanted.length >= 3 && name.startsWith(wanted) ? 1 : edits(wanted, name);
}

/** Optimal string alignment distance. */
function edits(from: string, to: string): number {
  const table = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    table.push(line);
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let min = at(row - 1, column - 1) + (same ? 0 : 1);
      min = Math.min(min, at(row - 1, column) + 1, at(row, column - 1) + 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) min = Math.min(min, at(row - 2, column - 2) + 1);
      line.push(min);
    }
  }
  return at(from.length, to.length);
}
