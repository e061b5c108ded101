import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { badInput } from '../../contract/failure.ts';
import { plainFileFault } from '../util/plain-file.ts';

/** Largest source: it is stored with every run. */
export const maxSourceBytes = 2 ** 20;

export type FileContent = { readonly sha256: string; readonly text: string };

/** A source as it is now; one that is gone or no plain file has a digest that no file has. */
export function contentOf(path: string): FileContent {
  const bytes = bytesOf(path);
  if (bytes === null) return { sha256: 'gone', text: '' };
  return { sha256: digest(bytes), text: bytes.toString('utf8') };
}

export function digestOf(path: string): string {
  const bytes = bytesOf(path);
  return bytes === null ? 'gone' : digest(bytes);
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function bytesOf(path: string): Buffer | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

/** The text of a source file. @throws BreakevenError `bad-input` for one that is too large, or no plain file. */
export function sourceText(path: string, name: string): string {
  const fault = plainFileFault(path, maxSourceBytes);
  if (fault !== null) throw badInput(`${name} is not read: ${fault}`);
  return readFileSync(path, 'utf8');
}
