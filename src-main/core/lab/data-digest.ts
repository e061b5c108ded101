import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createLru } from '../util/lru.ts';
import { plainFileFault } from '../util/plain-file.ts';

/** A lab is read while a window waits: a larger file of data is known by its size and the time of its last change. */
export const maxDigestedBytes = 64 * 2 ** 20;

/** A watched lab is read at each save. */
const known = createLru(64);

/** What stands for the content of a file of data, and changes with it; null for what is no plain file. */
export function digestOfData(path: string): string | null {
  if (plainFileFault(path, Number.MAX_SAFE_INTEGER) !== null) return null;
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  if (size > maxDigestedBytes) return `${size} bytes, changed at ${mtimeNs}`;
  const key = [path, dev, ino, size, mtimeNs, ctimeNs].join(' ');
  return known.remember(key, () => createHash('sha256').update(readFileSync(path)).digest('hex'));
}
