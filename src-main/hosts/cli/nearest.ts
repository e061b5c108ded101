/**
 * The candidate that a mistyped name most likely meant, or null when none is close: edit distance with transpositions,
 * at most a third of the length and never under one.
 */
export function nearest(given: string, candidates: readonly string[]): string | null {
  const wanted = given.toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const name = candidate.toLowerCase();
    const prefix = wanted.length >= 3 && name.startsWith(wanted);
    const distance = prefix ? 1 : editDistance(wanted, name);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `; did you mean "x"?` or nothing. */
export function suggestion(given: string, candidates: readonly string[]): string {
  const name = nearest(given, candidates);
  return name === null ? '' : `; did you mean "${name}"?`;
}

function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (older[j - 2] ?? 0) + 1);
      }
      row.push(distance);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
