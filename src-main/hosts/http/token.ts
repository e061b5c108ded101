import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';

const fileOf = (home: string): string => join(home, 'serve-token');

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token of a store, which lasts: a page that is open goes on when serve mode is started again. Only its owner can
 * read the file.
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
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    // The mode of a file that was there already stays otherwise.
    chmodSync(file, 0o600);
  } catch (error) {
    throw new BreakevenError(
      'environment',
      `The token of serve mode cannot be written to ${file}; check that the folder can be written.`,
      error instanceof Error ? error.message : String(error),
    );
  }
  return token;
}

/** Null where there is none, or what is there was not made here. */
function readToken(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return /^[\w-]{43}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
