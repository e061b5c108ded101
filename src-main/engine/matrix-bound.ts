/** Longest line that the Matrix Market format allows, in bytes. */
const longestLine = 1024;
/** Comments and blank lines beyond those of the head. */
const slack = 2 ** 20;
/** A head that is longer is left to the reader. */
const longestHead = 2 ** 20;

export type MatrixBound = {
  /** Takes the next bytes of the file. Returns the most that all of it may have; null while that is not known. */
  take(chunk: Uint8Array): number | null;
};

/**
 * Most bytes that a matrix file can have by what its head says of its entries: a file that unpacks to more is no such
 * matrix, which is known long before its end.
 */
export function createMatrixBound(): MatrixBound {
  let head = '';
  let bound: number | null = null;
  let known = false;
  return {
    take(chunk) {
      if (known) return bound;
      head += Buffer.from(chunk).toString('latin1', 0, longestHead);
      const entries = entriesOf(head);
      known = entries !== null || head.length > longestHead;
      if (typeof entries === 'number') bound = head.length + entries * longestLine + slack;
      if (known) head = '';
      return bound;
    },
  };
}

/** Null: more of the head is needed. Not a number: it is no head of a matrix. */
function entriesOf(head: string): number | 'unknown' | null {
  const lines = head.split('\n').slice(0, -1);
  if (lines[0] === undefined) return null;
  if (!/^%%MatrixMarket\s/i.test(lines[0])) return 'unknown';
  const sizes = lines.slice(1).find((line) => line.trim() !== '' && !line.startsWith('%'));
  if (sizes === undefined) return null;
  const [rows = Number.NaN, columns = Number.NaN, entries] = sizes.trim().split(/\s+/).map(Number);
  const count = entries ?? rows * columns;
  return Number.isFinite(count) && count >= 0 ? count : 'unknown';
}
