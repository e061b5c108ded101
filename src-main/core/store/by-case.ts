/** What rows hold of the cases of a run: by case index, in the order of the rows. */
export function byCase<Row extends { readonly case_index: number }, Value>(
  rows: readonly Row[],
  contentOf: (row: Row) => Value,
): ReadonlyMap<number, readonly Value[]> {
  const grouped = Map.groupBy(rows, ({ case_index }) => case_index);
  return new Map([...grouped].map(([index, same]) => [index, same.map(contentOf)]));
}
