import { statSync } from 'node:fs';

export const noSuchFile = 'there is no such file';

/**
 * Why a file that somebody named is not read whole, `it is a folder`; null where it can be. A device
 * such as /dev/zero never ends and a pipe may never begin, so what is no plain file is not opened at all.
 */
export function plainFileFault(path: string, maxBytes: number): string | null {
  const facts = statOf(path);
  if (facts === undefined) return noSuchFile;
  if (facts.isDirectory()) return 'it is a folder';
  if (!facts.isFile()) return 'it is not a plain file (a device, a pipe or a socket)';
  if (facts.size <= maxBytes) return null;
  return `it has ${facts.size} bytes; at most ${maxBytes} are read`;
}

/** A name that no file can have (too long, with NUL in it) is that of no file; so is one that may not be looked at. */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
