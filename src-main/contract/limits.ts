/** Bytes of a file in one piece of an upload: below what a message may have, in base64. */
export const pieceBytes = 384 * 1024;

/** How names of run files end. */
export const runFileEnding = '.breakeven';

/** Largest run file that is read. */
export const maxRunFileBytes = 256 * 1024 * 1024;

/** Largest text of counters of Nsight Compute that is imported, in characters. */
export const maxCountersLength = 8_000_000;
