import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import { replaceFile } from '../../core/store/changed-file.ts';

const fileOf = (home: string): string => join(home, 'serve-token');

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token of a store, which lasts: a page that is open goes on when serve mode is started again. Only its owner can
 * read the file; a token that others could read has been read, and another one is made.
 *
 * @param fresh makes another one: pages that know the old one are out
 * @throws BreakevenError `environment` when it cannot be written
 */
export function storeToken(home: string, fresh: boolean): string {
  const file = fileOf(home);
  const known = fresh ? null : readToken(file);
  if (known !== null) return known;
  const token = newToken();
  try {
    // In the place of what is there: a file would keep its mode, and a link would have its target written.
    replaceFile(file, `${token}\n`, 0o600);
  } catch (error) {
    throw new BreakevenError(
      'environment',
      `The token of serve mode cannot be written to ${file}; check that the folder can be written.`,
      error instanceof Error ? error.message : String(error),
    );
  }
  return token;
}

/** Null where there is none, or what is there was not made here, or others can read it. */
function readToken(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^[\w-]{43}$/.test(text) && isPrivate(file) ? text : null;
  } catch {
    return null;
  }
}

function isPrivate(file: string): boolean {
  if (!isOpen(file)) return true;
  // A file system without modes shows every file as open, and this changes nothing there.
  chmodSync(file, 0o600);
  return isOpen(file);
}

function isOpen(file: string): boolean {
  return (statSync(file).mode & 0o077) !== 0;
}
