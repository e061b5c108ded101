import { statSync } from 'node:fs';

export const noSuchFile = 'there is no such file';

/**
 * Why a file that somebody named is not read whole, `it is a folder`; null where it can be. A device
 * such as /dev/zero never ends and a pipe may never begin, so what is no plain file is not opened at all.
 */
export function plainFileFault(path: string, maxBytes: number): string | null {
  const status = statOf(path);
  if (status === undefined) return noSuchFile;
  if (status.isDirectory()) return 'it is a folder';
  if (!status.isFile()) return 'it is not a plain file (a device, a pipe or a socket)';
  if (status.size <= maxBytes) return null;
  return `it has ${status.size} bytes; at most ${maxBytes} are read`;
}

/** A name that no file can have (too long, with NUL in it) is that of no file; so is one that may not be looked at. */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
