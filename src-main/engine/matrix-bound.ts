/** Maximum length of a line in the Matrix Market format, in bytes. */
const maxLineBytes = 1024;
/** Allowance for comments and blank lines after the header. */
const slack = 2 ** 20;
/** A longer header is left to the reader. */
const maxHeadBytes = 2 ** 20;

export type MatrixBound = {
  /** Takes the next bytes of the file. Returns the maximum size of the whole file; null while that is not known. */
  take(chunk: Uint8Array): number | null;
};

/**
 * Maximum size of a matrix file, from the number of entries in its header: unpacking can stop as soon as a file exceeds
 * it.
 */
export function createMatrixBound(): MatrixBound {
  let head = '';
  let bound: number | null = null;
  let known = false;
  return {
    take(chunk) {
      if (known) return bound;
      head += Buffer.from(chunk).toString('latin1', 0, maxHeadBytes);
      const entries = entriesOf(head);
      known = entries !== null || head.length > maxHeadBytes;
      if (typeof entries === 'number') bound = head.length + entries * maxLineBytes + slack;
      if (known) head = '';
      return bound;
    },
  };
}

/** Null: more of the header is needed. `unknown`: it is not the header of a matrix. */
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
