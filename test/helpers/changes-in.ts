/** A table of changes as text: a line `from => to`, and indented below it what is said of that. */
export function changesIn(
  table: string,
): readonly (readonly [from: string, to: string, said: string])[] {
  const lines = table.split('\n').filter((line) => line.trim() !== '');
  return Array.from({ length: Math.ceil(lines.length / 2) }, (_, row) => {
    const [change = '', said = ''] = lines.slice(2 * row, 2 * row + 2).map((line) => line.trim());
    const [, from, to] = /^(.+) => (.*)$/.exec(change) ?? [];
    if (from === undefined || to === undefined || said === '') throw new Error(`no row: ${change}`);
    return [from, to, said] as const;
  });
}
